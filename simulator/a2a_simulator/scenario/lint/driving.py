"""Drives and scripts that do not fit each other."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from a2a_simulator.scenario.lint.replies import answers_sends
from a2a_simulator.scenario.models.driving import Drive
from a2a_simulator.scenario.models.file import EntryModel
from a2a_simulator.scenario.narrowing import drives_of, entries_of, exists, steps_of
from a2a_simulator.scenario.play import BOUND
from a2a_simulator.scenario.problems import Path, Problem, path_text
from a2a_simulator.wire.wire_forms import WireForm

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario


def check(scenario: "Scenario") -> Iterator[Problem]:
    """Problems of the drive, then entries that nothing can reach."""
    yield from _first(scenario)
    yield from _listeners(scenario)
    yield from _sends(scenario)
    yield from _unreached(scenario)
    yield from _too_long(scenario)


def _first(scenario: "Scenario") -> Iterator[Problem]:
    first = scenario.file.drive[0]
    located = scenario.located
    if first.answer is not None:
        yield located.problem(("drive", 0), "`answer` comes first, but there is no question yet", "begin with `send`")
    for verb in ("resubscribe", "get", "cancel"):
        if getattr(first, verb) == "current":
            yield located.problem(
                ("drive", 0, verb), f"`{verb}: current` comes first, but there is no task yet", "begin with `send`"
            )
    if first.abort is not None:
        yield located.problem(("drive", 0), "`abort` comes first, but no call is running", "put it under `meanwhile`")
    if first.after is not None:
        yield located.problem(("drive", 0, "after"), "there is no step before this one")


def _listeners(scenario: "Scenario") -> Iterator[Problem]:
    for path, step in drives_of(scenario.file.drive):
        modes = [step.mode] if step.mode is not None else (scenario.file.modes or ["auto"])
        if step.listener is not None and "unary" in modes:
            yield scenario.located.problem((*path, "listener"), "a listener needs a stream", "leave out mode unary")


def _sends(scenario: "Scenario") -> Iterator[Problem]:
    """More sends than replies; a client that tries again is not counted."""
    if "host" in scenario.targets:
        return
    for form in scenario.named_forms:
        yield from _sends_in(scenario, form)


def _sends_in(scenario: "Scenario", form: WireForm) -> Iterator[Problem]:
    there = [(agent, entry) for agent, _, entry in entries_of(scenario) if exists(entry, form)]
    entries = [(agent, entry) for agent, entry in there if answers_sends(entry)]
    for name in scenario.agents:
        replies = 0
        for agent, entry in entries:
            if agent == name:
                if "times" in entry.model_fields_set and entry.times is None:
                    break
                replies += entry.times or 1
        else:
            yield from _too_many(scenario, name, replies)


def _too_many(scenario: "Scenario", agent: str, replies: int) -> Iterator[Problem]:
    first = next(iter(scenario.agents))
    sent = 0
    for path, step, times in _with_times(scenario.file.drive, ("drive",), 1):
        if (step.send is None and step.answer is None) or (step.to or first) != agent:
            continue
        sent += times
        if sent > replies:
            have = "1 reply" if replies == 1 else f"{replies} replies"
            yield scenario.located.problem(
                path, f"the script has {have} to a send, this is number {sent}", "add an entry, or `times: any`"
            )
            return


def _with_times(steps: list[Drive], path: Path, times: int) -> Iterator[tuple[Path, Drive, int]]:
    for index, step in enumerate(steps):
        here: Path = (*path, index)
        yield here, step, times
        if step.meanwhile is not None:
            yield from _with_times(step.meanwhile, (*here, "meanwhile"), times)
        if step.parallel is not None:
            inner: Path = (*here, "parallel", "steps")
            yield from _with_times(step.parallel.steps, inner, times * step.parallel.times)


def _unreached(scenario: "Scenario") -> Iterator[Problem]:
    """An entry behind one that takes each of its calls, for ever."""
    greedy: list[tuple[str, Path, EntryModel]] = []
    for agent, path, entry in entries_of(scenario):
        for other, where, before in greedy:
            if other == agent and _takes_all(before, entry):
                yield scenario.located.problem(
                    path,
                    "no call ever gets here",
                    f"{path_text(where)} with `times: any` takes them all; put it last",
                )
                break
        if "times" in entry.model_fields_set and entry.times is None:
            greedy.append((agent, path, entry))


def _too_long(scenario: "Scenario") -> Iterator[Problem]:
    """What waits longer than a run may take."""
    bound = scenario.file.timeout if scenario.file.timeout is not None else BOUND
    for _, path, entry in entries_of(scenario):
        lasting: list[tuple[Path, float | None]] = [
            ((*path, "pace", "timeout"), entry.pace.timeout if entry.pace is not None else None)
        ]
        for inner, step in steps_of(entry.reply, (*path, "reply")):
            if step.hold is not None:
                lasting.append(((*inner, "hold", "timeout"), step.hold.timeout))
            if step.wait is not None and step.wait.scales is False:
                lasting.append(((*inner, "wait", "for"), step.wait.for_))
        for where, seconds in lasting:
            if seconds is not None and seconds >= bound:
                yield scenario.located.problem(
                    where,
                    f"{seconds:g}s, and the whole run ends after {bound:g}s",
                    f"make it shorter, or write `timeout: {2 * seconds:g}s` at the top of the file",
                )


def _takes_all(before: EntryModel, entry: EntryModel) -> bool:
    conditions = before.when.model_fields_set - {"call"} if before.when is not None else set()
    if conditions or not _within(entry.dialects, before.dialects) or not _within(entry.bindings, before.bindings):
        return False
    taken, wanted = _calls(before), _calls(entry)
    if "any" in taken:
        return not wanted & {"FetchCard", "FetchToken"}
    return "any" not in wanted and wanted <= taken


def _within(inner: list[str] | None, outer: list[str] | None) -> bool:
    return outer is None or (inner is not None and set(inner) <= set(outer))


def _calls(entry: EntryModel) -> frozenset[str]:
    calls = entry.when.call if entry.when is not None else None
    return frozenset(calls) if calls is not None else frozenset({"SendMessage", "SendStreamingMessage"})
