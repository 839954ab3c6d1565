"""One cell: its run is opened, the target is driven through it, and what was told and seen is judged."""

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from a2a_conformance.adapters.base import LOG_LIMIT, Adapter, AdapterError, SessionOver, describe
from a2a_conformance.adapters.normal_form import write_told
from a2a_conformance.catalog.requirement import LevelOf, Requirement
from a2a_conformance.evaluate import judge_run
from a2a_conformance.outcome import Ended, Hello, Observes, Told
from a2a_conformance.report.masking import hide
from a2a_conformance.runner.conversation import Conversation, Driving
from a2a_conformance.runner.features import missing_features, steps_of
from a2a_conformance.runner.ports import OpenRun, Simulator
from a2a_conformance.runner.settings import Settings
from a2a_conformance.runner.watch import Watch
from a2a_conformance.verdict import Basis, CellResult, CheckKey, Level, Status, Verdict
from a2a_simulator.journal import Journal, to_json
from a2a_simulator.scenario.play import Play

_VALUES = re.compile(r"\{.*?[}…]|[0-9a-f]{8}-[0-9a-f-]{27}", re.DOTALL)
"""What was told, and ids."""

RUN_CHECK = "run"
"""Name of the verdict that a cell gets instead of checks when it could not be run: status `error`."""


@dataclass(frozen=True, slots=True)
class Driven:
    """A cell that was driven and is not judged yet: calls that still arrive at its port are late ones."""

    play: Play
    hello: Hello
    told: tuple[Told, ...]
    run: OpenRun | None
    began: float
    seconds: float = 0.0
    log: str = ""
    problem: str = ""
    """Why it is nobody's verdict; empty: it can be judged."""
    level_of: LevelOf = Requirement.level_in


def run_cell(
    simulator: Simulator, adapter: Adapter, play: Play, settings: Settings | None = None, name: str = "r1"
) -> CellResult:
    """Runs and judges one cell; `name` is the run's id in journal and worker lines.

    What the adapter cannot do becomes a result with status `error`. Raises SessionOver when no other cell can run.
    """
    return judge_cell(drive_cell(simulator, adapter, play, settings, name))


def drive_cell(
    simulator: Simulator, adapter: Adapter, play: Play, settings: Settings | None = None, name: str = "r1"
) -> Driven:
    """Opens the run of a cell, has the target do its drive, and closes it. Raises SessionOver."""
    settings = settings or Settings()
    began = time.monotonic()
    hello = adapter.hello()
    if missing := missing_features(play, hello):
        note = f"the target does not declare {', '.join(sorted(missing))}"
        told = tuple(Told(step.id, Ended.SKIPPED, note=note) for step in steps_of(play.drive))
        return Driven(play, hello, told, None, began, level_of=settings.level_of)
    run = simulator.open(
        play,
        run=name,
        time_scale=settings.time_scale,
        wait_cap=settings.wait_cap,
        sees_events=hello.observes is Observes.EVENTS,
    )
    driving = Driving(run, name, play, adapter, hello, settings, Watch(run, play, settings))
    try:
        Conversation(driving).drive(play.drive)
    except AdapterError as problem:
        driving.problems.append(problem)
    finally:
        _end(driving)
    over = next((problem for problem in driving.problems if isinstance(problem, SessionOver)), None)
    if over is not None:
        raise over
    text = str(driving.problems[0]) if driving.problems else _unreached(driving)
    log = "\n".join(driving.log)[-LOG_LIMIT:]
    seconds = time.monotonic() - began
    return Driven(play, hello, tuple(driving.told), run, began, seconds, log, text, settings.level_of)


def judge_cell(driven: Driven) -> CellResult:
    """The result of a driven cell, what arrived late included."""
    journal = Journal(()) if driven.run is None else driven.run.snapshot()
    if driven.problem:
        return _result(driven, (_error(driven.play, driven.problem),), journal)
    try:
        verdicts = judge_run(driven.play, driven.hello, driven.told, journal, driven.level_of)
        return _result(driven, verdicts, journal)
    except Exception as problem:
        text = f"this program failed in judging: {describe(problem)}"
        return _result(driven, (_error(driven.play, text),), journal)


def failed(play: Play, hello: Hello, text: str) -> CellResult:
    """The result of a cell that could not be run: one verdict, status `error`, with what happened in one line."""
    return judge_cell(Driven(play, hello, (), None, time.monotonic(), problem=text))


def _end(driving: Driving) -> None:
    try:
        driving.adapter.release(driving.name)
    except AdapterError as problem:
        driving.problems.append(problem)
    driving.run.wait_idle(driving.settings.release * driving.settings.time_scale)
    driving.run.close()


def _error(play: Play, text: str) -> Verdict:
    key = CheckKey(RUN_CHECK, play.cell)
    return Verdict(
        key, RUN_CHECK, Status.ERROR, Level.MUST, Basis.QUALITY, text, place=play.place, cause=_symptom(text)
    )


def _symptom(text: str) -> str:
    """The text without the values that differ from run to run, so that one fault of an adapter is told once."""
    return _VALUES.sub("…", text)


def _unreached(driving: Driving) -> str:
    """A hang or a crash before any request is nobody's verdict: the target was never met."""
    if driving.run.first_request:
        return ""
    for told in driving.told:
        if told.ended in (Ended.HANG, Ended.CRASH):
            return (
                f"the target {'hung' if told.ended is Ended.HANG else 'died'} before its first request: {told.note}"
            )
    return ""


def _result(driven: Driven, verdicts: tuple[Verdict, ...], journal: Journal) -> CellResult:
    secrets = tuple(driven.play.credentials.values())
    told = [write_told(one) for one in driven.told]
    records = [to_json(record) for record in journal]
    return CellResult(
        driven.play.cell,
        tuple(hidden(one, secrets) for one in verdicts) if secrets else verdicts,
        driven.seconds,
        tuple(hide(told, secrets) if secrets else told),
        tuple(hide(records, secrets) if secrets else records),
        hide(driven.log, secrets),
        facts_of(driven.play),
    )


def hidden(verdict: Verdict, secrets: tuple[str, ...]) -> Verdict:
    """The verdict with the credentials of the scenario masked in its texts."""
    texts = {name: hide(getattr(verdict, name), secrets) for name in ("text", "expected", "got", "cause")}
    return replace(verdict, **texts)


def facts_of(play: Play) -> Mapping[str, Any]:
    """What reports show of the scenario."""
    facts = {"title": play.title, "about": play.about, "spec": play.spec, "covers": play.covers, "bugs": play.bugs}
    kept: Mapping[str, Any] = json.loads(json.dumps({name: value for name, value in facts.items() if value}))
    return kept
