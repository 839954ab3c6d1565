"""Mistakes of a script that show when it is played dry: entries out of reach, and output that is not as said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.own_output import faults
from a2a_conformance.pins import COUNTED, SEES_ALL, journals
from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.scenario.play import (
    ArtifactStep,
    Edit,
    Entry,
    ErrorStep,
    MessageStep,
    Play,
    StatusStep,
    Step,
    TaskStep,
)
from a2a_simulator.scenario.problems import Problem
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.session.pointers import MISSING, get

SPENT: Final = "add a step to `drive`, or leave the entry out"


def rehearse(play: Play) -> Iterator[Problem]:
    """The mistakes that playing it to correct clients brings to light."""
    runs = journals(play)
    yield from _unreached(play, runs)
    yield from _own_output(play, runs[0])
    yield from _dropped_nothing(play)


def _unreached(play: Play, runs: Sequence[Journal]) -> Iterator[Problem]:
    """Entries for calls whose number no client may choose, and that none of the correct ones makes."""
    called = [record for run in runs for record in run.of(Kind.CALLED)]
    used = {(record.agent, record.payload.get("entry")) for record in called}
    for agent in play.agents:
        sent = any(record.agent == agent.name and record.payload.get("operation") in SENDS for record in called)
        for entry in agent.entries:
            if sent and _certain(entry) and (agent.name, entry.path) not in used:
                text = "no call of a correct client ever gets here"
                yield Problem(entry.place, entry.path, text, _why(entry))


def _certain(entry: Entry) -> bool:
    """Whether an entry waits for calls that every correct client makes alike."""
    when = entry.when
    chosen = when.headers or when.params or when.path is not None or when.context is not None
    return when.calls is not None and when.calls <= COUNTED and not chosen


def _why(entry: Entry) -> str:
    if entry.when.task in ("known", "current"):
        return "a `send` names no task, an `answer` does: leave `task` out, or answer"
    if entry.when.text is not None:
        return "no text of `drive` fits"
    return SPENT


def _own_output(play: Play, journal: Journal) -> Iterator[Problem]:
    """What the agent breaks without saying so, and what it says to break and keeps."""
    for requirement, fault in faults(Evidence(play, SEES_ALL, {}, journal)):
        record = next((one for one in journal if one.seq in fault.frames), None)
        step = _step(play, record)
        place = step.place if step is not None else fault.place or play.place
        path = step.path if step is not None else ""
        broken = not fault.text.endswith("no rule says that it does")
        hint = f"say on purpose: `deliberate: {requirement}`" if broken else "leave `deliberate` out, or break it"
        yield Problem(place, path, fault.text.removeprefix(f"{path} "), hint)


def _step(play: Play, record: Record | None) -> Step | None:
    path = record.payload.get("step") if record is not None else None
    return next((step for step in _steps(play) if path and step.path == path), None)


def _steps(play: Play) -> Iterator[Step]:
    return (step for agent in play.agents for entry in agent.entries for step in entry.steps)


def _dropped_nothing(play: Play) -> Iterator[Problem]:
    """Pointers of `drop` at which nothing stands in what is sent without the edit."""
    edited = {step.path: step for step in _steps(play) if _drops(step)}
    if not edited:
        return
    sent: dict[str, list[Any]] = {}
    for record in dry_run(_without_drops(play)).of(Kind.EVENT):
        sent.setdefault(str(record.payload.get("step")), []).append(record.payload.get("json"))
    for path, step in edited.items():
        for key, edit in _edits(step).items():
            for pointer in edit.drop:
                if path in sent and not any(_stands(body, pointer, key == "envelope") for body in sent[path]):
                    text = f"`drop` names {pointer}, and nothing stands there"
                    yield Problem(step.place, f"{path}.{key}", text, "see `a2a-conformance preview` for what is sent")


def _edits(step: Step) -> Mapping[str, Edit]:
    mods = getattr(step, "mods", None)
    found = {"edit": mods.edit, "envelope": mods.envelope} if mods is not None else {}
    return {key: edit for key, edit in found.items() if edit is not None}


def _drops(step: Step) -> bool:
    return any(edit.drop for edit in _edits(step).values())


def _without_drops(play: Play) -> Play:
    def kept(step: Step) -> Step:
        if not isinstance(step, TaskStep | StatusStep | ArtifactStep | MessageStep | ErrorStep):
            return step
        edits = {key: replace(edit, drop=()) for key, edit in _edits(step).items()}
        mods = replace(step.mods, edit=edits.get("edit"), envelope=edits.get("envelope"))
        return replace(step, mods=mods)

    agents = tuple(
        replace(agent, entries=tuple(replace(e, steps=tuple(map(kept, e.steps))) for e in agent.entries))
        for agent in play.agents
    )
    return replace(play, agents=agents)


def _stands(body: Any, pointer: str, whole: bool) -> bool:
    if whole:
        return get(body, pointer) is not MISSING
    result = body.get("result") if isinstance(body, dict) else None
    inside = [result, *(result.values() if isinstance(result, dict) else ())]
    return any(get(one, pointer) is not MISSING for one in inside)
