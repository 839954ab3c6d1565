"""What Tasks of a stream hold, and whether one stands at its end (A2A 1.0 §3.1.2, §3.7, §11.7)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from a2a_conformance.tellings.editing import edited, is_free, is_honest, retold
from a2a_simulator.protocol.parts import Text, text_of
from a2a_simulator.protocol.states import ACTIVE, TERMINAL, State
from a2a_simulator.scenario.play import ArtifactStep, Entry, Mode, Play, StatusStep, Step, TaskStep
from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.wire_forms import Dialect

_EARLIER: Final = 40
"""Messages of a long history."""


def final_task(play: Play) -> Play | None:
    """The finished Task behind its terminal status; only 1.0 allows it."""
    if play.cell.wire_form.dialect is not Dialect.V1_0 or play.cell.mode is Mode.UNARY:
        return None
    return retold(play, lambda entry: _finished(entry.steps) if is_honest(entry) else entry.steps)


def no_history(play: Play) -> Play | None:
    """No history in any Task."""
    return _tasks(play, lambda step: replace(step, history="none"))


def whole_history(play: Play) -> Play | None:
    """The history in every Task, however much was asked for."""
    return _tasks(play, lambda step: replace(step, history="all"))


def long_history(play: Play) -> Play | None:
    """An opening Task that recalls a long talk."""
    dialect = play.cell.wire_form.dialect
    recalled = [_recalled(number, dialect) for number in range(_EARLIER)]
    return _openings(play, lambda step: edited(step, {"/history": recalled}))


def opening_state(state: State) -> Callable[[Play], Play | None]:
    """An opening Task in another of the two states in which nothing was done yet."""
    return lambda play: _openings(play, lambda step: replace(step, state=state))


def in_the_opening(play: Play) -> Play | None:
    """The first artifact in the opening Task, not in an update."""
    return retold(play, lambda entry: _moved(entry.steps) if is_honest(entry) else entry.steps)


def _finished(steps: Sequence[Step]) -> Sequence[Step]:
    events = [index for index, step in enumerate(steps) if hasattr(step, "mods")]
    last = steps[events[-1]] if events else None
    if not isinstance(last, StatusStep) or last.state not in TERMINAL or not is_free(last):
        return steps
    whole = TaskStep(last.place, last.path, mods=last.mods)
    return (*steps[: events[-1] + 1], whole, *steps[events[-1] + 1 :])


def _tasks(play: Play, change: Callable[[TaskStep], Step]) -> Play | None:
    def told(entry: Entry) -> list[Step]:
        return [change(step) if isinstance(step, TaskStep) and is_free(step) else step for step in entry.steps]

    return retold(play, told)


def _openings(play: Play, change: Callable[[TaskStep], Step]) -> Play | None:
    """Changes the Task that opens the first reply of an agent."""
    firsts = {agent.entries[0].path for agent in play.agents if agent.entries}

    def told(entry: Entry) -> Sequence[Step]:
        first = entry.steps[0] if entry.steps else None
        if entry.path not in firsts or not isinstance(first, TaskStep) or not is_free(first):
            return entry.steps
        fresh = first.state in (State.SUBMITTED, State.WORKING) and not first.parts
        return (change(first), *entry.steps[1:]) if fresh else entry.steps

    return retold(play, told)


def _moved(steps: Sequence[Step]) -> Sequence[Step]:
    task, chunk = (*steps[:2], None, None)[:2]
    if not isinstance(task, TaskStep) or not isinstance(chunk, ArtifactStep) or len(steps) < 3:
        return steps
    if not (is_free(task) and task.state in ACTIVE and is_free(chunk) and _is_bare(chunk)):
        return steps
    return (replace(task, artifacts={**task.artifacts, chunk.id: text_of(chunk.parts)}), *steps[2:])


def _is_bare(chunk: ArtifactStep) -> bool:
    """Whether the short form of an artifact in a Task says all that the update says."""
    plain = all(isinstance(part, Text) and part == Text(part.text) for part in chunk.parts)
    dressed = chunk.append or chunk.name or chunk.description or chunk.metadata
    return plain and len(chunk.parts) == 1 and not dressed and chunk.mods.frame == Framing()


def _recalled(number: int, dialect: Dialect) -> dict[str, Any]:
    user = number % 2 == 0
    text: dict[str, Any] = {"text": f"word {number} of an earlier talk"}
    message: dict[str, Any] = {"messageId": f"earlier-{number}"}
    if dialect is Dialect.V1_0:
        return {**message, "role": "ROLE_USER" if user else "ROLE_AGENT", "parts": [text]}
    return {"kind": "message", **message, "role": "user" if user else "agent", "parts": [{"kind": "text", **text}]}
