"""Where a listener stops, and what the call then results in."""

from collections.abc import Sequence

from a2a_conformance.oracle.accept import Wanted
from a2a_conformance.oracle.fold import Knowledge
from a2a_conformance.oracle.heard import Heard
from a2a_conformance.oracle.parts import text_of
from a2a_conformance.outcome import Kind
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.parts import text_of as _text
from a2a_simulator.scenario.play import Listener, StopAt


def stop_point(listener: Listener, heard: Sequence[Heard]) -> int | None:
    """The record of the update at which the listener says stop; None when it never does."""
    updates = chunks = 0
    known = Knowledge()
    for item in heard:
        if item.event is None:
            continue
        known.apply(item.event)
        if not isinstance(item.event, StatusUpdate | ArtifactUpdate):
            continue
        updates += 1
        chunks += isinstance(item.event, ArtifactUpdate)
        match listener.stop_at:
            case StopAt.UPDATE:
                hit = updates == listener.at
            case StopAt.CHUNK:
                hit = isinstance(item.event, ArtifactUpdate) and chunks == listener.at
            case StopAt.STATUS:
                hit = isinstance(item.event, StatusUpdate) and item.event.status.state == listener.at
            case StopAt.ARTIFACTS:
                hit = isinstance(listener.at, int) and len(known.artifacts) >= listener.at
            case _:
                hit = False
        if hit:
            return item.seq
    return None


def stopped(listener: Listener, heard: Sequence[Heard], start: Knowledge) -> Wanted | None:
    """The end at the listener's stop; None when it never says stop."""
    at = stop_point(listener, heard)
    if at is None:
        return None
    known, updates = start.copy(), 0
    brought = ""
    for item in heard:
        if item.seq == at and isinstance(item.event, ArtifactUpdate):
            brought = _text(item.event.artifact.parts).strip()
        if item.seq <= at and item.event is not None:
            known.apply(item.event, item.seq)
            updates += isinstance(item.event, StatusUpdate | ArtifactUpdate)
    known.seq = at
    answer = listener.response or ""
    if listener.artifacts:
        answer = "".join(text_of(parts) for parts in known.contents().values())
    return Wanted(
        Kind.STOPPED,
        "the listener said stop",
        known,
        artifacts=known.contents() if listener.artifacts else None,
        answer=None if listener.artifacts and answer else answer,
        updates=updates,
        brought=brought or None,
    )
