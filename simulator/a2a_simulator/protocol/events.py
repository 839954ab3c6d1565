"""What a stream carries: exactly one of task, message, status update, artifact update (A2A 1.0 §3.2.3)."""

from dataclasses import dataclass

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Metadata
from a2a_simulator.protocol.tasks import Task, TaskStatus


@dataclass(frozen=True, slots=True)
class StatusUpdate:
    """A new status of a task. `final` exists in 0.3 only and is None elsewhere."""

    task_id: str
    context_id: str
    status: TaskStatus
    final: bool | None = None
    metadata: Metadata | None = None


@dataclass(frozen=True, slots=True)
class ArtifactUpdate:
    """An artifact, or with `append` one more chunk of it."""

    task_id: str
    context_id: str
    artifact: Artifact
    append: bool = False
    last_chunk: bool = False
    metadata: Metadata | None = None


Event = Task | Message | StatusUpdate | ArtifactUpdate
