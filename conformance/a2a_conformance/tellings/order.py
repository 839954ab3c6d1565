"""Events that have nothing to do with each other, in another order, or with others between them (A2A 1.0 §3.5.2)."""

from collections.abc import Iterator, Sequence

from a2a_conformance.tellings.editing import active_before, is_free, is_honest, retold
from a2a_simulator.protocol.parts import Part, Text
from a2a_simulator.protocol.states import State
from a2a_simulator.scenario.play import ArtifactStep, Entry, Play, StatusStep, Step, TaskStep


def swapped(play: Play) -> Play | None:
    """Neighbouring updates of two artifacts change places."""
    return retold(play, lambda entry: list(_swapped(entry.steps)) if is_honest(entry) else entry.steps)


def status_between(play: Play) -> Play | None:
    """A bare `working` before every chunk."""
    return retold(play, lambda entry: list(_worked(entry, before_chunks=True)) if is_honest(entry) else entry.steps)


def chatter(play: Play) -> Play | None:
    """A word of progress behind the opening Task."""
    return retold(play, lambda entry: list(_worked(entry, before_chunks=False)) if is_honest(entry) else entry.steps)


def _swapped(steps: Sequence[Step]) -> Iterator[Step]:
    held: Step | None = None
    for step in steps:
        if held is None:
            held = step
        elif _unrelated(held, step):
            yield step
            yield held
            held = None
        else:
            yield held
            held = step
    if held is not None:
        yield held


def _unrelated(one: Step, other: Step) -> bool:
    chunks = isinstance(one, ArtifactStep) and isinstance(other, ArtifactStep) and one.id != other.id
    return chunks and is_free(one) and is_free(other)


def _worked(entry: Entry, *, before_chunks: bool) -> Iterator[Step]:
    timed = any(isinstance(step, StatusStep) and step.timestamp for step in entry.steps)
    for index, step in enumerate(entry.steps):
        if timed:
            yield step
            continue
        if before_chunks and isinstance(step, ArtifactStep) and is_free(step) and active_before(entry.steps, index):
            yield _working(step, ())
        yield step
        if not before_chunks and index == 0 and isinstance(step, TaskStep) and active_before(entry.steps, 1):
            yield _working(step, (Text("Half way, so to say"),))


def _working(beside: Step, parts: tuple[Part, ...]) -> StatusStep:
    return StatusStep(beside.place, beside.path, state=State.WORKING, parts=parts)
