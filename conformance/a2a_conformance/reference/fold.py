"""What a client knows of a task: the events of its streams, folded in order (A2A 1.0 §3.1.2, §4.2)."""

from dataclasses import replace

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import TERMINAL, State
from a2a_simulator.protocol.tasks import Task, TaskStatus


class Fold:
    """The accumulated answer of one call. Snapshots handed out never change afterwards."""

    def __init__(self) -> None:
        self.task: Task | None = None
        """The task as it stands; None until an event spoke of one."""
        self.message: Message | None = None
        """The direct Message, if the agent answered with one."""

    @property
    def over(self) -> bool:
        """Whether the task reached a state that nothing can change any more."""
        return self.task is not None and self.task.status.state in TERMINAL

    def feed(self, event: Event) -> None:
        """Takes one event. A terminal state is final: updates that come after it change nothing."""
        match event:
            case Message() if self.task is None:
                self.message = event
            case Task():
                self.task = self.snapshot(event)
            case StatusUpdate() if not self.over:
                self.task = self.moved(self.known(event), event)
            case ArtifactUpdate() if not self.over:
                self.task = self.grown(self.known(event), event)

    def snapshot(self, task: Task) -> Task:
        """A full Task tells the whole truth: it replaces what was known (1.0 §3.1.6, §11.7)."""
        return task

    def known(self, event: StatusUpdate | ArtifactUpdate) -> Task:
        """The task that an update speaks of; some 0.3 agents send no opening Task."""
        return self.task or Task(event.task_id, event.context_id, TaskStatus(State.SUBMITTED))

    def moved(self, task: Task, update: StatusUpdate) -> Task:
        """The task with its new status."""
        return replace(task, status=update.status)

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        """The task with an artifact started, replaced or extended. Chunks belong to the artifact they name."""
        held = {artifact.artifact_id: artifact for artifact in task.artifacts or ()}
        name = self.key(update)
        before = held.get(name)
        held[name] = self.extended(before, update.artifact) if before and update.append else update.artifact
        return replace(task, artifacts=tuple(held.values()))

    def key(self, update: ArtifactUpdate) -> str:
        """Which artifact an update belongs to."""
        return update.artifact.artifact_id

    def extended(self, before: Artifact, chunk: Artifact) -> Artifact:
        """An artifact with one more chunk at its end (`append`)."""
        return replace(before, parts=before.parts + chunk.parts)
