"""Tasks and their status (A2A 1.0 §4.1.1, §4.1.2)."""

from dataclasses import dataclass

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Metadata
from a2a_simulator.protocol.states import AnyState


@dataclass(frozen=True, slots=True)
class TaskStatus:
    """Where a task stands; `timestamp` is the text of the wire."""

    state: AnyState
    message: Message | None = None
    timestamp: str | None = None


@dataclass(frozen=True, slots=True)
class Task:
    """A task as a whole. `artifacts` and `history` are None when the member is absent."""

    id: str
    context_id: str | None
    status: TaskStatus
    artifacts: tuple[Artifact, ...] | None = None
    history: tuple[Message, ...] | None = None
    metadata: Metadata | None = None
