"""Names that must mean something: requirements, placeholders, agents, tasks."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from a2a_simulator.scenario.models.results import ExpectBlock
from a2a_simulator.scenario.narrowing import drives_of, entries_of, steps_of
from a2a_simulator.scenario.placeholders import COUNTER, NAMES, names, unclosed
from a2a_simulator.scenario.problems import Path, Problem
from a2a_simulator.scenario.suggestions import closest, did_you_mean

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario

_ALIASES = {"taskid": "task.id", "contextid": "context.id", "messageid": "message.id", "requestid": "request.id"}
_SCRIPTED = frozenset({"script", "card", "extended_card"})


def check(scenario: "Scenario", known: Collection[str] | None) -> Iterator[Problem]:
    """Problems with names, in order of the file."""
    if known is not None:
        yield from _requirements(scenario, known)
    yield from _placeholders(scenario)
    yield from _agents(scenario)
    yield from _tasks(scenario)


def _requirements(scenario: "Scenario", known: Collection[str]) -> Iterator[Problem]:
    for path, id in _mentioned(scenario):
        if id not in known:
            meant = closest(id, known)
            hint = f"did you mean `{meant}`?" if meant else "see `a2a-conformance requirements`"
            yield scenario.located.problem(path, f'"{id}" is no requirement', hint)


def _mentioned(scenario: "Scenario") -> Iterator[tuple[Path, str]]:
    yield from requirements_of(scenario)
    for _, path, entry in entries_of(scenario):
        for inner, step in steps_of(entry.reply, (*path, "reply")):
            for index, id in enumerate(step.deliberate or ()):
                yield (*inner, "deliberate", index), id


def requirements_of(scenario: "Scenario") -> Iterator[tuple[Path, str]]:
    """The requirements that a client is to be judged by: those of `covers`, then those of pins."""
    for index, id in enumerate(scenario.covers):
        yield ("covers", index), id
    blocks: list[tuple[Path, ExpectBlock]] = [
        (("expect", index), block) for index, block in enumerate(scenario.file.expect or ())
    ]
    blocks += [((*path, "expect"), step.expect) for path, step in drives_of(scenario.file.drive) if step.expect]
    for where, block in blocks:
        if block.requirement is not None:
            yield (*where, "requirement"), block.requirement


def _placeholders(scenario: "Scenario") -> Iterator[Problem]:
    located = scenario.located
    for path, text in _texts(located.value, ()):
        if any(part in _SCRIPTED for part in path) and (begun := unclosed(text)):
            yield located.problem(path, f"`{begun[:40]}` is not closed", "`}` ends a placeholder; `$${` writes `${`")
        for name in names(text):
            scripted = any(part in _SCRIPTED for part in path)
            if name == COUNTER:
                if "repeat" not in path and "parallel" not in path:
                    yield located.problem(
                        path, "`${n}` counts only inside `repeat` and `parallel`", "`$${` writes `${`"
                    )
            elif path[0] in ("drive", "expect"):
                yield located.problem(path, f"`${{{name}}}` is not filled in here", "`$${` writes `${`")
            elif scripted and name not in NAMES:
                meant = closest(name, NAMES, _ALIASES)
                hint = f"did you mean `${{{meant}}}`?" if meant else "`$${` writes `${`; one of: " + ", ".join(NAMES)
                yield located.problem(path, f"unknown placeholder `${{{name}}}`", hint)


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str) and path:
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _texts(inner, (*path, index))


def _agents(scenario: "Scenario") -> Iterator[Problem]:
    known = tuple(scenario.agents)
    for path, name in _named_agents(scenario):
        if name not in known:
            hint = did_you_mean(name, known) if scenario.file.agents is not None else "the file has one agent only"
            yield scenario.located.problem(path, f'"{name}" is no agent', hint)


def _named_agents(scenario: "Scenario") -> Iterator[tuple[Path, str]]:
    for path, step in drives_of(scenario.file.drive):
        if step.to is not None:
            yield (*path, "to"), step.to
        for index, call in enumerate((step.expect.calls if step.expect else None) or ()):
            if call.agent is not None:
                yield (*path, "expect", "calls", index, "agent"), call.agent
    for _, path, entry in entries_of(scenario):
        if entry.when is not None and entry.when.agent is not None:
            yield (*path, "when", "agent"), entry.when.agent
        for inner, one in steps_of(entry.reply, (*path, "reply")):
            if one.hold is not None and one.hold.until.agent is not None:
                yield (*inner, "hold", "until", "agent"), one.hold.until.agent
    for index, block in enumerate(scenario.file.expect or ()):
        for number, call in enumerate(block.calls or ()):
            if call.agent is not None:
                yield ("expect", index, "calls", number, "agent"), call.agent


def _tasks(scenario: "Scenario") -> Iterator[Problem]:
    """A task has to be named by `as` before it is meant."""
    named: list[str] = []
    for path, step in drives_of(scenario.file.drive):
        meant = [(verb, getattr(step, verb)) for verb in ("resubscribe", "get", "cancel") if getattr(step, verb)]
        for verb, task in meant:
            if task not in ("current", "unknown", *named):
                hint = did_you_mean(task, ("current", "unknown", *named))
                yield scenario.located.problem((*path, verb), f'no step before names a task "{task}"', hint)
        for index, task in enumerate(step.refers or ()):
            if task not in named and task != "current":
                remedy = "name it with `as` beside its `send`"
                yield scenario.located.problem(
                    (*path, "refers", index), f'no step before names a task "{task}"', remedy
                )
        if step.as_ is not None:
            named.append(step.as_)
