"""Targets that show every event: the order of what they hand on, and the end that follows from it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from a2a_conformance.oracle.accept import Accept, Slot
from a2a_conformance.oracle.differ import Aspect, Difference, content
from a2a_conformance.oracle.fold import Piece, Story
from a2a_conformance.oracle.parts import same, show, text_of
from a2a_conformance.oracle.slots import matches
from a2a_conformance.outcome import Ended, Kind, Outcome, Surfaced, Told
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL, State


def derive(told: Told) -> Outcome:
    """How the step ended for a caller that saw these events; the adapter has no say in it.

    Steps that hand on no events (`get`, `cancel`) are told as outcomes by every target.
    """
    if told.outcome is not None and not told.surfaced and told.ended is Ended.CLEAN:
        return told.outcome
    task = next((event.task for event in told.surfaced if event.task), None)
    context = next((event.context for event in told.surfaced if event.context), None)
    error = told.outcome.error if told.outcome is not None else None
    updates = sum(event.event in ("status", "artifact") for event in told.surfaced)
    if told.ended is Ended.ERROR:
        return Outcome(Kind.ERROR, task=task, context=context, error=error)
    if told.ended is Ended.STOPPED:
        answer = told.outcome.answer if told.outcome is not None else None
        return Outcome(Kind.STOPPED, answer, task=task, context=context, updates=updates)
    states = [state for event in told.surfaced if (state := _state(event.state)) is not None]
    settled = bool(states) and states[-1] in TERMINAL | INTERRUPTED
    words = (*told.surfaced[:1], *(() if settled else told.surfaced[-1:]))  # one midway ends nothing
    word = next((event for event in words if event.event == "message"), None)
    if word is not None:
        return Outcome(Kind.MESSAGE, text_of(word.parts), task=task, context=context)
    return Outcome(Kind(states[-1].value) if settled else Kind.INCOMPLETE, task=task, context=context)


def sequence_differences(accept: Accept, told: Told) -> tuple[Difference, ...]:
    """The first place at which what was handed on leaves what was sent."""
    slots = accept.slots
    if told.outcome is not None and not told.surfaced and told.ended is Ended.CLEAN:
        return ()
    tail_optional = accept.broken or told.ended in (Ended.ERROR, Ended.STOPPED)
    at = 0
    for index, event in enumerate(told.surfaced):
        found = _next(slots, at, event)
        if found is None:
            return (_listened(accept, _wrong(slots, at, event, told.surfaced)),)
        missed = next((slot for slot in slots[at:found] if not slot.optional), None)
        if missed is not None:
            late = any(_fits(missed, other) for other in told.surfaced[index + 1 :])
            return (_listened(accept, _late(missed, describe(event)) if late else _lost(missed)),)
        at = found + 1
    missed = next((slot for slot in slots[at:] if not slot.optional), None)
    if missed is not None and not tail_optional:
        return (_listened(accept, _lost(missed)),)
    return ()


LISTENING = {
    "an event is handed on that was never sent": "listener-stop-final",
    "events are handed on in another order": "listener-order",
}
"""What a symptom accuses when the events go to the client's own listener; any other is about every update."""


def _listened(accept: Accept, found: Difference) -> Difference:
    if not accept.listens:
        return found
    accused = (LISTENING.get(found.cause, "listener-every-update"), "listener-not-message")
    return replace(found, suspects=(*accused, *found.suspects))


def _next(slots: Sequence[Slot], start: int, event: Surfaced) -> int | None:
    for index in range(start, len(slots)):
        if _fits(slots[index], event):
            return index
    return None


def _fits(slot: Slot, event: Surfaced) -> bool:
    if any(True for _ in matches(slot, event)):
        return False
    if slot.event == "task" or (slot.event == "status" and not event.parts):
        return True
    return same(slot.parts, event.parts)


def _wrong(slots: Sequence[Slot], at: int, event: Surfaced, surfaced: Sequence[Surfaced]) -> Difference:
    told = describe(event)
    if any(_fits(slot, event) for slot in slots[:at]):
        sent = sum(_fits(slot, event) for slot in slots)
        handed = sum(event == other for other in surfaced)
        if handed > sent:
            return Difference(
                Aspect.EVENTS, "an event is handed on twice", "each event once", told,
                ("sub-client-replace", "stream-client-final-snapshot"),
            )  # fmt: skip
        return _late(next(slot for slot in slots if _fits(slot, event)), told)
    wanted = next((slot for slot in slots[at:] if not slot.optional), None)
    if wanted is None:
        return Difference(
            Aspect.EVENTS, "an event is handed on that was never sent", "no further event", told,
            ("answer-text",),
        )  # fmt: skip
    return _changed(wanted, event, told)


def _changed(slot: Slot, event: Surfaced, told: str) -> Difference:
    expected = describe(slot)
    if slot.event == event.event == "artifact":
        got = text_of(event.parts)
        if text_of(slot.parts) == got and not same(slot.parts, event.parts):
            return Difference(
                Aspect.PARTS, "files or data of an artifact are lost or changed", expected, told,
                ("art-part-kinds",), (slot.seq,),
            )  # fmt: skip
        if slot.artifact != event.artifact and event.artifact is not None:
            return Difference(
                Aspect.EVENTS,
                "a chunk is told under another artifact",
                expected,
                told,
                ("art-interleave",),
                (slot.seq,),
            )
        if event.append is not None and slot.append != event.append:
            suspect = "art-append" if slot.append else "art-append-default"
            return Difference(Aspect.EVENTS, "append is passed on wrongly", expected, told, (suspect,), (slot.seq,))
        story = Story([Piece(tuple(dict(part) for part in slot.parts), append=False)])
        cause, suspects = content(story, got)
        return Difference(Aspect.CONTENT, cause, expected, told, suspects, (slot.seq,))
    differing = "; ".join(matches(slot, event)) or "other content"
    return Difference(Aspect.EVENTS, f"an event is changed: {differing}", expected, told, (), (slot.seq,))


def _late(slot: Slot, got: str) -> Difference:
    return Difference(
        Aspect.EVENTS, "events are handed on in another order", "the order of arrival", got, ("stream-client-order",),
        (slot.seq,),
    )  # fmt: skip


def _lost(slot: Slot) -> Difference:
    return Difference(
        Aspect.EVENTS, f"a {slot.event} event is not handed on", describe(slot), "nothing", (), (slot.seq,)
    )


def describe(event: Slot | Surfaced) -> str:
    """An event in one line."""
    return " ".join(_words(event))


def _words(event: Slot | Surfaced) -> Iterator[str]:
    yield event.event
    if event.state:
        yield event.state
    if event.artifact:
        yield event.artifact
    if event.append:
        yield "(append)"
    if event.parts:
        yield show(event.parts)


def _state(name: str | None) -> State | None:
    try:
        return State(name) if name else None
    except ValueError:
        return None
