"""What the JSON models of all dialects share: tasks, messages and artifacts, written and read."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Part
from a2a_simulator.protocol.states import AnyState, State, UnknownState
from a2a_simulator.protocol.tasks import Task, TaskStatus
from a2a_simulator.wire.members import Json, Notes, flag, member, metadata, text, texts, timestamp
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.state_names import read_role, read_state, spell_state
from a2a_simulator.wire.wire_forms import Dialect


class JsonModel(ABC):
    """Objects to JSON and back in one dialect. Reading goes as far as it can and notes every defect."""

    dialect: ClassVar[Dialect]
    states: ClassVar[Mapping[State, str]]
    roles: ClassVar[Mapping[Role, str]]
    no_event: ClassVar[str]
    """The requirement that something is an event at all."""

    @abstractmethod
    def encode_event(self, event: Event) -> dict[str, Any]:
        """What stands under `result` of a stream event, or of the answer to a unary send."""

    @abstractmethod
    def encode_part(self, part: Part) -> dict[str, Any]:
        """One part."""

    @abstractmethod
    def _event(self, value: Json, notes: Notes) -> Event | None: ...

    @abstractmethod
    def _part(self, value: Json, pointer: str, notes: Notes) -> Part | None: ...

    @abstractmethod
    def _check_kind(self, value: Json, kind: str, pointer: str, notes: Notes) -> None: ...

    @abstractmethod
    def _check_final(self, value: Json, pointer: str, notes: Notes) -> bool | None: ...

    def encode_task(self, task: Task) -> dict[str, Any]:
        """A bare Task, as GetTask and CancelTask return it."""
        out = self._start("task")
        out["id"] = task.id
        if task.context_id is not None:
            out["contextId"] = task.context_id
        out["status"] = self.encode_status(task.status)
        if task.artifacts is not None:
            out["artifacts"] = [self.encode_artifact(artifact) for artifact in task.artifacts]
        if task.history is not None:
            out["history"] = [self.encode_message(message) for message in task.history]
        if task.metadata is not None:
            out["metadata"] = task.metadata
        return out

    def encode_message(self, message: Message) -> dict[str, Any]:
        """A bare Message."""
        out = self._start("message")
        out["messageId"] = message.message_id
        if message.context_id is not None:
            out["contextId"] = message.context_id
        if message.task_id is not None:
            out["taskId"] = message.task_id
        out["role"] = self.roles[message.role]
        out["parts"] = [self.encode_part(part) for part in message.parts]
        if message.metadata is not None:
            out["metadata"] = message.metadata
        if message.extensions:
            out["extensions"] = list(message.extensions)
        if message.reference_task_ids:
            out["referenceTaskIds"] = list(message.reference_task_ids)
        return out

    def encode_artifact(self, artifact: Artifact) -> dict[str, Any]:
        """An Artifact."""
        out: dict[str, Any] = {"artifactId": artifact.artifact_id}
        if artifact.name is not None:
            out["name"] = artifact.name
        if artifact.description is not None:
            out["description"] = artifact.description
        out["parts"] = [self.encode_part(part) for part in artifact.parts]
        if artifact.metadata is not None:
            out["metadata"] = artifact.metadata
        if artifact.extensions:
            out["extensions"] = list(artifact.extensions)
        return out

    def encode_status(self, status: TaskStatus) -> dict[str, Any]:
        """A TaskStatus."""
        state = status.state
        name = spell_state(state, self.dialect) if isinstance(state, UnknownState) else self.states[state]
        out: dict[str, Any] = {"state": name}
        if status.message is not None:
            out["message"] = self.encode_message(status.message)
        if status.timestamp is not None:
            out["timestamp"] = status.timestamp
        return out

    def read_event(self, value: Any) -> Reading[Event]:
        """The event of a stream, or the answer to a unary send."""
        notes = Notes()
        event = self._event(value, notes) if isinstance(value, dict) else self._no_object(self.no_event, notes)
        return Reading(event, tuple(notes.defects))

    def read_task(self, value: Any) -> Reading[Task]:
        """A bare Task."""
        notes = Notes()
        task = self._task(value, "", notes) if isinstance(value, dict) else self._no_object("json-required", notes)
        return Reading(task, tuple(notes.defects))

    def read_message(self, value: Any, sender: Role | None = Role.AGENT) -> Reading[Message]:
        """A bare Message; `sender` is who must have written it (None: either)."""
        notes = Notes(request=sender is Role.USER)
        message = self.message_of(value, "", notes, sender)
        return Reading(message, tuple(notes.defects))

    def message_of(self, value: Any, pointer: str, notes: Notes, sender: Role | None) -> Message | None:
        """A Message somewhere inside other JSON; defects go to `notes` under `pointer`."""
        if not isinstance(value, dict):
            notes.add("json-required", pointer, "a Message must be an object")
            return None
        self._check_kind(value, "message", pointer, notes)
        message_id = text(value, "messageId", pointer, notes, "msg-id-required")
        role = read_role(value.get("role"), self.roles, sender, pointer, notes)
        context_id = text(value, "contextId", pointer, notes)
        return Message(
            message_id=message_id or "",
            role=role,
            parts=self._parts(value, "msg-parts-nonempty", pointer, notes),
            context_id=context_id,
            task_id=text(value, "taskId", pointer, notes),
            metadata=metadata(value, pointer, notes),
            extensions=texts(value, "extensions", pointer, notes) if "extensions" in value else (),
            reference_task_ids=texts(value, "referenceTaskIds", pointer, notes),
        )

    def _task(self, value: Json, pointer: str, notes: Notes) -> Task | None:
        self._check_kind(value, "task", pointer, notes)
        task_id = text(value, "id", pointer, notes, "json-required")
        needs_context = None if self.dialect is Dialect.V1_0 else "json-required"
        context_id = text(value, "contextId", pointer, notes, needs_context)
        status = self._status(value, "state-status-required", pointer, notes)
        artifacts = self._list(value, "artifacts", pointer, notes)
        history = self._list(value, "history", pointer, notes)
        return Task(
            id=task_id or "",
            context_id=context_id,
            status=status or TaskStatus(State.UNSPECIFIED),
            artifacts=None if artifacts is None else self._artifacts(artifacts, pointer, notes),
            history=None if history is None else self._history(history, pointer, notes),
            metadata=metadata(value, pointer, notes),
        )

    def _status_update(self, value: Json, pointer: str, notes: Notes) -> StatusUpdate:
        self._check_kind(value, "status-update", pointer, notes)
        return StatusUpdate(
            task_id=text(value, "taskId", pointer, notes, "stream-update-ids") or "",
            context_id=text(value, "contextId", pointer, notes, "stream-update-ids") or "",
            status=self._status(value, "stream-update-ids", pointer, notes) or TaskStatus(State.UNSPECIFIED),
            final=self._check_final(value, pointer, notes),
            metadata=metadata(value, pointer, notes),
        )

    def _artifact_update(self, value: Json, pointer: str, notes: Notes) -> ArtifactUpdate:
        self._check_kind(value, "artifact-update", pointer, notes)
        if "index" in value:
            notes.add("art-no-index", f"{pointer}/index", "an artifact update has no `index`")
        task_id = text(value, "taskId", pointer, notes, "stream-update-ids")
        context_id = text(value, "contextId", pointer, notes, "stream-update-ids")
        body = value.get("artifact")
        if isinstance(body, dict):
            artifact = self._artifact(body, f"{pointer}/artifact", notes)
        else:
            notes.add("stream-update-ids", f"{pointer}/artifact", "`artifact` is missing or no object")
            artifact = Artifact("", ())
        return ArtifactUpdate(
            task_id=task_id or "",
            context_id=context_id or "",
            artifact=artifact,
            append=flag(value, "append", pointer, notes),
            last_chunk=flag(value, "lastChunk", pointer, notes),
            metadata=metadata(value, pointer, notes),
        )

    def _status(self, owner: Json, requirement: str, pointer: str, notes: Notes) -> TaskStatus | None:
        value = owner.get("status")
        pointer = f"{pointer}/status"
        if not isinstance(value, dict):
            notes.add(requirement, pointer, f"`status` is {'missing' if value is None else 'no object'}")
            return None
        state: AnyState = read_state(value.get("state"), self.dialect, f"{pointer}/state", notes)
        message = value.get("message")
        return TaskStatus(
            state=state,
            message=None if message is None else self._agent_message(message, f"{pointer}/message", notes),
            timestamp=timestamp(value, pointer, notes, utc=self.dialect is Dialect.V1_0),
        )

    def _agent_message(self, value: Any, pointer: str, notes: Notes) -> Message | None:
        message = self.message_of(value, pointer, notes, Role.AGENT)
        if message is not None and not message.context_id and self.dialect is Dialect.V1_0:
            notes.add("msg-server-contextid", f"{pointer}/contextId", "a message of the agent names its `contextId`")
        return message

    def _artifact(self, value: Json, pointer: str, notes: Notes) -> Artifact:
        return Artifact(
            artifact_id=text(value, "artifactId", pointer, notes, "art-id") or "",
            parts=self._parts(value, "art-parts-nonempty", pointer, notes),
            name=text(value, "name", pointer, notes),
            description=text(value, "description", pointer, notes),
            metadata=metadata(value, pointer, notes),
            extensions=texts(value, "extensions", pointer, notes) if "extensions" in value else (),
        )

    def _artifacts(self, values: list[Any], pointer: str, notes: Notes) -> tuple[Artifact, ...]:
        artifacts: list[Artifact] = []
        seen: set[str] = set()
        for index, value in enumerate(values):
            place = f"{pointer}/artifacts/{index}"
            if not isinstance(value, dict):
                notes.add("json-required", place, "an Artifact must be an object")
                continue
            artifact = self._artifact(value, place, notes)
            if artifact.artifact_id and artifact.artifact_id in seen:
                notes.add(
                    "art-id-unique", f"{place}/artifactId", f"`{artifact.artifact_id}` occurs twice in one task"
                )
            seen.add(artifact.artifact_id)
            artifacts.append(artifact)
        return tuple(artifacts)

    def _history(self, values: list[Any], pointer: str, notes: Notes) -> tuple[Message, ...]:
        read = (self.message_of(value, f"{pointer}/history/{i}", notes, None) for i, value in enumerate(values))
        return tuple(message for message in read if message is not None)

    def _parts(self, owner: Json, requirement: str, pointer: str, notes: Notes) -> tuple[Part, ...]:
        values = owner.get("parts")
        pointer = f"{pointer}/parts"
        if not isinstance(values, list):
            notes.add(requirement, pointer, f"`parts` is {'missing' if values is None else 'no list'}")
            return ()
        if not values:
            notes.add(requirement, pointer, "`parts` is empty")
        parts: list[Part] = []
        for index, value in enumerate(values):
            if not isinstance(value, dict):
                notes.add("json-part-oneof", f"{pointer}/{index}", "a part must be an object")
            elif (part := self._part(value, f"{pointer}/{index}", notes)) is not None:
                parts.append(part)
        return tuple(parts)

    def _list(self, owner: Json, name: str, pointer: str, notes: Notes) -> list[Any] | None:
        value = member(owner, name, pointer, notes)
        if value is None or isinstance(value, list):
            return value
        notes.add("json-required", f"{pointer}/{name}", f"`{name}` must be a list")
        return None

    def _start(self, kind: str) -> dict[str, Any]:
        return {}

    @staticmethod
    def _no_object(requirement: str, notes: Notes) -> None:
        notes.add(requirement, "", "not a JSON object")
