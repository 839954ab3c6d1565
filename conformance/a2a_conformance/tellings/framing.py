"""How events travel: framing of SSE, and silence (WHATWG HTML §9.2)."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from a2a_conformance.tellings.editing import EventStep, each_event, retold
from a2a_simulator.protocol.states import TERMINAL
from a2a_simulator.scenario.play import (
    Entry,
    Play,
    Step,
    Verb,
    WaitStep,
)
from a2a_simulator.wire.framing import Framing

_LONG = 20.0
"""Seconds of silence, in real time; a run shortens them."""
_PLAIN = (Verb.SEND, Verb.ANSWER)
_MOST = 12
"""Steps of a reply that is still told with silence."""


def framed(frame: Framing) -> Callable[[Play], Play | None]:
    """Every event that is framed plainly, framed so."""

    def one(step: EventStep) -> Step:
        return replace(step, mods=replace(step.mods, frame=frame)) if step.mods.frame == Framing() else step

    return lambda play: each_event(play, one)


def numbered(play: Play) -> Play | None:
    """An `id:` line with every event, each another."""
    counted = iter(range(1, 1_000_000))
    return each_event(play, lambda step: _with_id(step, next(counted)))


def silent(play: Play) -> Play | None:
    """Long silence before every event but the first of a reply, where nothing else is under way."""
    timed = any(
        step.meanwhile or step.parallel or step.verb not in _PLAIN or not step.blocking for step in play.drive
    )
    return None if timed else retold(play, lambda entry: list(_slow(entry)))


def _with_id(step: EventStep, number: int) -> Step:
    frame = step.mods.frame
    return (
        step if frame != Framing() else replace(step, mods=replace(step.mods, frame=replace(frame, id=str(number))))
    )


def _slow(entry: Entry) -> Iterator[Step]:
    ended = len(entry.steps) > _MOST
    for index, step in enumerate(entry.steps):
        if index and not ended and isinstance(step, EventStep):
            yield WaitStep(step.place, step.path, seconds=_LONG)
        yield step
        # Behind the end of its task a client may leave: what comes later would not be seen by all.
        ended = ended or getattr(step, "state", None) in TERMINAL
