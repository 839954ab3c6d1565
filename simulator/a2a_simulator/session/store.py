"""The tasks of one agent: what GetTask and SubscribeToTask are answered from (scenario format §6.1)."""

from dataclasses import dataclass, field, replace

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Metadata, Part
from a2a_simulator.protocol.states import TERMINAL, State
from a2a_simulator.protocol.tasks import Task, TaskStatus

UNSET = TaskStatus(State.UNSPECIFIED)


@dataclass(slots=True)
class Draft:
    """An artifact as it grows; parts are appended in place."""

    head: Artifact
    parts: list[Part]

    def whole(self) -> Artifact:
        """The artifact so far."""
        return replace(self.head, parts=tuple(self.parts))


@dataclass(slots=True)
class KeptTask:
    """One task. It takes nothing after a terminal state, whatever the stream says."""

    id: str
    context_id: str
    status: TaskStatus = UNSET
    drafts: dict[str, Draft] = field(default_factory=dict)
    history: list[Message] = field(default_factory=list)
    metadata: Metadata | None = None
    _filed: bool = False

    @property
    def finished(self) -> bool:
        """Whether its state is terminal."""
        return self.status.state in TERMINAL

    def heard(self, message: Message) -> None:
        """Puts a message of the caller into the history under this task's ids, behind the agent's that it answers."""
        self._file_status_message()
        self.history.append(replace(message, task_id=self.id, context_id=self.context_id))

    def set_status(self, status: TaskStatus) -> bool:
        """Moves to a status; the message of the one before goes to the history. False: too late."""
        if self.finished:
            return False
        self._file_status_message()
        self.status = status
        self._filed = False
        return True

    def _file_status_message(self) -> None:
        """Puts the message of the status into the history, once; the status keeps it until it is replaced."""
        if self.status.message is not None and not self._filed:
            self.history.append(self.status.message)
            self._filed = True

    def update(self, artifact: Artifact, append: bool) -> bool:
        """Starts, replaces or extends an artifact. False: too late."""
        if self.finished:
            return False
        draft = self.drafts.get(artifact.artifact_id)
        if draft is None or not append:
            self.drafts[artifact.artifact_id] = Draft(artifact, list(artifact.parts))
        else:
            draft.parts.extend(artifact.parts)
        return True

    def snapshot(self, history: int | None = None) -> Task:
        """The task as it stands, with at most that many messages of its history (None: all, 0: none)."""
        messages = self.history if history is None else self.history[-history:] if history > 0 else []
        return Task(
            id=self.id,
            context_id=self.context_id,
            status=self.status,
            artifacts=tuple(draft.whole() for draft in self.drafts.values()) or None,
            history=tuple(messages) or None,
            metadata=self.metadata,
        )


class Store:
    """All tasks of one agent, in the order in which they were opened."""

    def __init__(self) -> None:
        self._tasks: dict[str, KeptTask] = {}
        self._contexts: dict[str, None] = {}

    def open(self, task_id: str, context_id: str) -> KeptTask:
        """A new task (or the one that has this id already)."""
        self._contexts[context_id] = None
        return self._tasks.setdefault(task_id, KeptTask(task_id, context_id))

    def get(self, task_id: str | None) -> KeptTask | None:
        """The task of that id."""
        return None if task_id is None else self._tasks.get(task_id)

    def knows_context(self, context_id: str) -> bool:
        """Whether a task or a message had this context."""
        return context_id in self._contexts

    def saw_context(self, context_id: str) -> None:
        """Remembers the context of a reply that opened no task."""
        self._contexts[context_id] = None

    @property
    def tasks(self) -> tuple[KeptTask, ...]:
        """All tasks, oldest first."""
        return tuple(self._tasks.values())

    @property
    def current(self) -> KeptTask | None:
        """The task opened last."""
        return next(reversed(self._tasks.values()), None)

    def forget_oldest(self, keep: int) -> None:
        """Drops finished tasks, oldest first, until at most `keep` tasks are left; and the oldest contexts."""
        while len(self._contexts) > keep * 10:
            del self._contexts[next(iter(self._contexts))]
        if len(self._tasks) <= keep + keep // 10:
            return
        for task in [task for task in self._tasks.values() if task.finished][: len(self._tasks) - keep]:
            del self._tasks[task.id]
            self._contexts.pop(task.context_id, None)
