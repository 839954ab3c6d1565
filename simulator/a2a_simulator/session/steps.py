"""What a scripted step says: moves the store and makes the event that the streams are told."""

from collections.abc import Mapping
from dataclasses import replace

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Part, Text
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL, AnyState
from a2a_simulator.protocol.tasks import Task, TaskStatus
from a2a_simulator.scenario.play import ArtifactStep, Edit, MessageStep, Modifiers, StatusStep, TaskStep
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.exchange import PLAIN
from a2a_simulator.session.matching import Book
from a2a_simulator.session.request import Request
from a2a_simulator.session.store import KeptTask
from a2a_simulator.session.substitution import fill, fill_parts, fill_value, speaks_of_names

EventStep = TaskStep | StatusStep | ArtifactStep | MessageStep


class Writer:
    """Turns the steps of one reply into events of its task."""

    def __init__(self, agent: Agent, request: Request, use: int, book: Book) -> None:
        self.agent = agent
        self.request = request
        self.task: KeptTask | None = None
        self.finished_it = False
        self._use = use
        self._book = book
        self._context: str | None = None
        self._history = "auto"
        self._names: dict[str, str] | None = None

    @property
    def names(self) -> Mapping[str, str]:
        """What the placeholders stand for."""
        if self._names is None:
            address, request = self.agent.address, self.request
            self._names = {
                "message.id": request.message.message_id if request.message else "",
                "request.id": "" if request.read.request_id is None else str(request.read.request_id),
                "request.text": request.text or "",
                "base_url": address.base_url,
                "card_url": address.card_url,
                "other_url": address.other_url,
                "webhook_url": "",
                "agent": self.agent.name,
                "use": str(self._use),
                "task.id": request.task_id or "",
                "context.id": request.context_id or "",
            }
        if self.task is not None:
            self._names["task.id"] = self.task.id
            self._names["context.id"] = self.task.context_id
        return self._names

    def fill(self, text: str) -> str:
        """A scripted text with its placeholders filled in."""
        return fill(text, self.names) if "$" in text else text

    def fill_bytes(self, data: bytes) -> bytes:
        """The same for bytes that are UTF-8; others stay as they are."""
        if b"$" not in data:
            return data
        try:
            return self.fill(data.decode()).encode()
        except UnicodeDecodeError:
            return data

    def mods(self, mods: Modifiers) -> Modifiers:
        """Modifiers with the placeholders of their edits filled in."""
        if mods is PLAIN or (mods.edit is None and mods.envelope is None):
            return mods
        return replace(mods, edit=self._edit(mods.edit), envelope=self._edit(mods.envelope))

    def event(self, step: EventStep, last: bool) -> Event:
        """Plays one step; `last`: no event follows in this reply."""
        match step:
            case MessageStep():
                return self._message_event(step)
            case TaskStep():
                return self._task_event(step)
            case StatusStep():
                return self._status_event(step, last)
            case ArtifactStep():
                return self._artifact_event(step)

    def folded(self) -> Task:
        """The task as a unary answer shows it."""
        assert self.task is not None
        return self._snapshot(self.task)

    def _message_event(self, step: MessageStep) -> Message:
        context = self.fill(step.context) if step.context else None
        if context is None:
            context = self.task.context_id if self.task else self._own_context()
        self.agent.store.saw_context(context)
        parts = self._parts(step.parts)
        return Message(self.agent.values.message_id(), Role.AGENT, parts, context, metadata=self._json(step.metadata))

    def _task_event(self, step: TaskStep) -> Task:
        task = self._bind(step.id, step.context)
        if step.id is not None and (named := self.fill(step.id)) != task.id:
            task = self.agent.store.open(named, self.fill(step.context) if step.context else task.context_id)
        self._history = step.history
        status = task.status
        if step.state is not None:
            status = self._status(task, step.state, step.parts, None)
        for artifact_id, text in step.artifacts.items():
            task.update(Artifact(self.fill(artifact_id), (Text(self.fill(text)),)), append=False)
        if step.metadata is not None and not task.finished:
            task.metadata = self._json(step.metadata)
        if step.state is not None:
            self._move(task, status)
        shown = self._snapshot(task)
        context = self.fill(step.context) if step.context else shown.context_id
        return replace(shown, status=status, context_id=context)

    def _status_event(self, step: StatusStep, last: bool) -> StatusUpdate:
        task = self._bind()
        status = self._status(task, step.state, step.parts, step.timestamp)
        self._move(task, status)
        final = step.final
        if final is None:
            final = step.state in TERMINAL or (last and step.state in INTERRUPTED)
        return StatusUpdate(task.id, task.context_id, status, final, self._json(step.metadata))

    def _artifact_event(self, step: ArtifactStep) -> ArtifactUpdate:
        task = self._bind()
        artifact = Artifact(
            artifact_id=self.fill(step.id),
            parts=self._parts(step.parts),
            name=None if step.name is None else self.fill(step.name),
            description=None if step.description is None else self.fill(step.description),
        )
        metadata = self._json(step.metadata)
        update = ArtifactUpdate(task.id, task.context_id, artifact, step.append, step.last, metadata)
        task.update(artifact, step.append)
        return update

    def _bind(self, step_id: str | None = None, context: str | None = None) -> KeptTask:
        """The task of this reply: the open one that the call names, or a new one."""
        if self.task is not None:
            return self.task
        store, request = self.agent.store, self.request
        named = store.get(request.task_id)
        if step_id is not None:
            named = store.get(self.fill(step_id))
        if named is not None and (not request.sends or not named.finished):
            task = named
        else:
            task_id = self.fill(step_id) if step_id else None
            if task_id is None and not request.sends:
                task_id = request.task_id
            own = self.fill(context) if context else None
            old = named.context_id if named is not None else None
            task = store.open(task_id or self.agent.values.task_id(), own or old or self._own_context())
        self.task = task
        self.agent.books.opened(task.id, self._book)
        if request.sends and request.message is not None:
            task.heard(request.message)
        return task

    def _own_context(self) -> str:
        if self._context is None:
            self._context = self.request.context_id or self.agent.values.context_id()
        return self._context

    def _status(self, task: KeptTask, state: AnyState, parts: tuple[Part, ...], timestamp: str | None) -> TaskStatus:
        message = None
        if parts:
            message_id = self.agent.values.message_id()
            message = Message(message_id, Role.AGENT, self._parts(parts), task.context_id, task.id)
        return TaskStatus(state, message, timestamp or self.agent.timestamps.next())

    def _move(self, task: KeptTask, status: TaskStatus) -> None:
        if task.set_status(status) and task.finished:
            self.finished_it = True

    def _snapshot(self, task: KeptTask) -> Task:
        length = {"none": 0, "all": None}.get(self._history, self.request.history)
        return task.snapshot(length)

    def _parts(self, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        return fill_parts(parts, self.names) if any(map(speaks_of_names, parts)) else parts

    def _json(self, metadata: Mapping[str, object] | None) -> Mapping[str, object] | None:
        return None if metadata is None else fill_value(metadata, self.names)

    def _edit(self, edit: Edit | None) -> Edit | None:
        return None if edit is None else Edit(fill_value(edit.set, self.names), edit.drop)
