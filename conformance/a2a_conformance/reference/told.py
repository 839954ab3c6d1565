"""What the reference client tells, in the normal form of outcomes (design §6)."""

import base64

from a2a_conformance.outcome import Kind, NormalPart, Outcome, Surfaced
from a2a_conformance.reference.errors import ClientError, Incomplete
from a2a_conformance.reference.results import Result
from a2a_simulator.protocol.events import ArtifactUpdate, Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Data, Part, Text
from a2a_simulator.protocol.states import AnyState, UnknownState
from a2a_simulator.protocol.tasks import Task


def told_event(event: Event) -> Surfaced:
    """An event as it is handed to the caller."""
    match event:
        case Message():
            return Surfaced("message", event.task_id, event.context_id, parts=told_parts(event.parts))
        case Task():
            return Surfaced("task", event.id, event.context_id, told_state(event.status.state))
        case ArtifactUpdate():
            return Surfaced(
                "artifact",
                event.task_id,
                event.context_id,
                artifact=event.artifact.artifact_id,
                append=event.append,
                last=event.last_chunk,
                parts=told_parts(event.artifact.parts),
            )
        case _:
            said = event.status.message
            parts = told_parts(said.parts) if said else ()
            return Surfaced("status", event.task_id, event.context_id, told_state(event.status.state), parts=parts)


def told_outcome(result: Result) -> Outcome:
    """What a call came to."""
    task = result.task
    message = result.message
    return Outcome(
        result.kind,
        answer=result.answer,
        artifacts=told_artifacts(task),
        task=task.id if task else message.task_id if message else None,
        context=task.context_id if task else message.context_id if message else None,
        question=result.reason,
        updates=result.updates,
    )


def told_error(error: ClientError) -> Outcome:
    """What a call came to that raised."""
    task = error.task
    kind = Kind.INCOMPLETE if isinstance(error, Incomplete) else Kind.ERROR
    return Outcome(
        kind,
        artifacts=told_artifacts(task),
        task=task.id if task else None,
        context=task.context_id if task else None,
        error=error.told(),
    )


def told_artifacts(task: Task | None) -> dict[str, tuple[NormalPart, ...]] | None:
    """Artifacts by id."""
    if task is None:
        return None
    return {artifact.artifact_id: told_parts(artifact.parts) for artifact in task.artifacts or ()}


def told_parts(parts: tuple[Part, ...]) -> tuple[NormalPart, ...]:
    """Parts in the normal form."""
    return tuple(_part(part) for part in parts)


def told_state(state: AnyState) -> str:
    """A state in its one spelling; an unknown one as it stood on the wire."""
    return state.name if isinstance(state, UnknownState) else state.value


def _part(part: Part) -> NormalPart:
    if isinstance(part, Text):
        return {"text": part.text}
    if isinstance(part, Data):
        return {"data": part.value}
    told = {"name": part.name, "type": part.media_type, "url": part.url}
    if part.content is not None:
        told["base64"] = base64.b64encode(part.content).decode("ascii")
    return {"file": {name: value for name, value in told.items() if value is not None}}
