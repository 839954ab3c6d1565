"""The events of a step in order, as a client that shows each event must hand them on."""

from collections.abc import Iterator, Sequence

from a2a_conformance.oracle.accept import Slot
from a2a_conformance.oracle.ends import Reading
from a2a_conformance.oracle.fold import Knowledge
from a2a_conformance.oracle.heard import Call, Heard
from a2a_conformance.oracle.listening import stop_point
from a2a_conformance.oracle.parts import normal
from a2a_conformance.outcome import Surfaced
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.protocol.states import SETTLED, TERMINAL, AnyState, State
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import DriveStep


def slots_of(calls: Sequence[Call], reading: Reading, step: DriveStep, start: Knowledge) -> tuple[Slot, ...]:
    """One slot for each event heard. Optional are those that a client may rightly keep to itself."""
    items = sorted(
        ((item, call) for call in calls for item in call.heard if item.whole), key=lambda pair: pair[0].seq
    )
    stop = stop_point(step.listener, [item for item, _ in items]) if step.listener is not None else None
    out: list[Slot] = []
    over = paused = False
    seen = 0
    for item, call in items:
        if item.event is None or (stop is not None and item.seq > stop):
            continue
        snapshot = isinstance(item.event, Task) and (seen > 0 or call.operation not in SENDS)
        optional = bool(item.deliberate) or over or paused or (snapshot and call.operation not in SENDS and seen > 0)
        out.append(_slot(item, item.event, optional))
        seen += 1
        state = _state(item.event)
        over = over or state in TERMINAL or isinstance(item.event, Message)
        paused = paused or state in SETTLED
    return tuple(out)


def matches(slot: Slot, told: Surfaced) -> Iterator[str]:
    """What differs between an event and what was handed on; what the target leaves out is not compared."""
    if told.event != slot.event:
        yield f"a {told.event} instead of a {slot.event}"
        return
    pairs = (
        ("task", slot.task, told.task),
        ("context", slot.context, told.context),
        ("state", slot.state, told.state),
        ("artifact", slot.artifact, told.artifact),
        ("append", slot.append, told.append),
        ("last", slot.last, told.last),
    )
    for name, wanted, got in pairs:
        if wanted is not None and got is not None and wanted != got:
            yield f"{name} {got} instead of {wanted}"


def _slot(item: Heard, event: Event, optional: bool) -> Slot:
    match event:
        case Task():
            return Slot(
                item.seq, "task", event.id or None, event.context_id or None, _name(event.status.state),
                optional=optional,
            )  # fmt: skip
        case StatusUpdate():
            message = event.status.message
            parts = tuple(normal(part) for part in message.parts) if message else ()
            return Slot(
                item.seq, "status", event.task_id or None, event.context_id or None, _name(event.status.state),
                parts=parts, optional=optional,
            )  # fmt: skip
        case ArtifactUpdate():
            parts = tuple(normal(part) for part in event.artifact.parts)
            return Slot(
                item.seq, "artifact", event.task_id or None, event.context_id or None, None,
                event.artifact.artifact_id, event.append, event.last_chunk, parts, optional,
            )  # fmt: skip
        case Message():
            parts = tuple(normal(part) for part in event.parts)
            return Slot(item.seq, "message", event.task_id, event.context_id, parts=parts, optional=optional)


def _state(event: Event) -> AnyState | None:
    return event.status.state if isinstance(event, Task | StatusUpdate) else None


def _name(state: AnyState) -> str | None:
    return state.value if isinstance(state, State) and state is not State.UNSPECIFIED else None
