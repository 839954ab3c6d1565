"""Pins that speak of something the script never makes. What the oracle knows is checked where the oracle is."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from a2a_simulator.scenario.models.results import ExpectBlock, Result
from a2a_simulator.scenario.narrowing import drives_of, entries_of, steps_of
from a2a_simulator.scenario.problems import Path, Problem
from a2a_simulator.scenario.suggestions import did_you_mean

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario


def check(scenario: "Scenario") -> Iterator[Problem]:
    """A count of updates without a listener, and pinned artifacts whose id stands nowhere in the script."""
    yield from _unheard(scenario)
    made = _made(scenario)
    if made is None:
        return
    for path, result in results_of(scenario):
        for id, told in (result.artifacts or {}).items():
            if told is not None and id not in made:
                hint = did_you_mean(id, made) if made else "the script makes no artifacts"
                yield scenario.located.problem(
                    (*path, "artifacts", id), "the script makes no such artifact", hint, key=True
                )


def _unheard(scenario: "Scenario") -> Iterator[Problem]:
    """Pins on a listener where no step has one."""
    steps = dict(drives_of(scenario.file.drive))
    for path, result in results_of(scenario):
        if result.listener is None:
            continue
        owner = next((step for inner, step in steps.items() if path[: len(inner) + 1] == (*inner, "expect")), None)
        listens = [owner] if owner is not None else list(steps.values())
        if all(step.listener is None for step in listens):
            text = "a pin on a listener, but no listener is there"
            yield scenario.located.problem(
                (*path, "listener"), text, "put `listener: {}` beside the `send`", key=True
            )


def results_of(scenario: "Scenario") -> Iterator[tuple[Path, Result]]:
    """All results that the file speaks of, alternatives included."""
    blocks: list[tuple[Path, ExpectBlock]] = [
        (("expect", index), block) for index, block in enumerate(scenario.file.expect or ())
    ]
    blocks += [((*path, "expect"), step.expect) for path, step in drives_of(scenario.file.drive) if step.expect]
    for path, block in blocks:
        yield path, block
        for index, one in enumerate(block.any_of or ()):
            yield (*path, "any_of", index), one


def _made(scenario: "Scenario") -> tuple[str, ...] | None:
    """The artifact ids of the script; None where raw JSON or placeholders make them unknowable."""
    made: dict[str, None] = {}
    for _, path, entry in entries_of(scenario):
        for _, step in steps_of(entry.reply, (*path, "reply")):
            if step.raw is not None or step.http is not None or step.edit is not None:
                return None
            ids = list(step.task.artifacts or ()) if step.task is not None else []
            ids += [step.artifact.id] if step.artifact is not None else []
            if any("${" in id for id in ids):
                return None
            made |= dict.fromkeys(ids)
    return tuple(made)
