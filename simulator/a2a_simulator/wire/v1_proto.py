"""A2A 1.0 as JSON: wrapper members, no `kind`, enums by their proto names (1.0 §4, §5.5)."""

from typing import Any, ClassVar, Final

from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.parts import Data, File, Part, Text
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire import file_bytes, state_names, v0_3_kind
from a2a_simulator.wire.json_model import JsonModel
from a2a_simulator.wire.members import Json, Notes, member, metadata, text
from a2a_simulator.wire.wire_forms import Dialect

WRAPPERS: Final = ("task", "message", "statusUpdate", "artifactUpdate")
"""The members of which an event has exactly one."""

_OF_0_3: Final = frozenset({"stream-no-kind", "state-values", "json-enum", "json-part-oneof"})
"""What is also wrong in an event that is told as 0.3 tells it: that is one fault."""

_CONTENT: Final = ("text", "raw", "url", "data")


class V1Proto(JsonModel):
    """The JSON model of 1.0, the same in JSON-RPC and REST."""

    dialect: ClassVar[Dialect] = Dialect.V1_0
    states: ClassVar = state_names.V1_STATES
    roles: ClassVar = state_names.V1_ROLES
    no_event: ClassVar = "stream-oneof"

    def encode_event(self, event: Event) -> dict[str, Any]:
        """The event under its wrapper member."""
        if isinstance(event, StatusUpdate):
            update: dict[str, Any] = {
                "taskId": event.task_id,
                "contextId": event.context_id,
                "status": self.encode_status(event.status),
            }
            if event.metadata is not None:
                update["metadata"] = event.metadata
            return {"statusUpdate": update}
        if isinstance(event, ArtifactUpdate):
            chunk: dict[str, Any] = {
                "taskId": event.task_id,
                "contextId": event.context_id,
                "artifact": self.encode_artifact(event.artifact),
            }
            if event.append:
                chunk["append"] = True
            if event.last_chunk:
                chunk["lastChunk"] = True
            if event.metadata is not None:
                chunk["metadata"] = event.metadata
            return {"artifactUpdate": chunk}
        if isinstance(event, Task):
            return {"task": self.encode_task(event)}
        return {"message": self.encode_message(event)}

    def encode_part(self, part: Part) -> dict[str, Any]:
        """One part, told by its content member."""
        if isinstance(part, Text):
            out: dict[str, Any] = {"text": part.text}
        elif isinstance(part, Data):
            out = {"data": part.value}
        else:
            out = {"url": part.url} if part.content is None else {"raw": file_bytes.encode(part.content)}
            if part.name is not None:
                out["filename"] = part.name
        if part.media_type is not None:
            out["mediaType"] = part.media_type
        if part.metadata is not None:
            out["metadata"] = part.metadata
        return out

    def _event(self, value: Json, notes: Notes) -> Event | None:
        present = [name for name in WRAPPERS if member(value, name, "", notes) is not None]
        if not present:
            return self._bare_event(value, notes)
        if len(present) > 1:
            notes.add("stream-oneof", "", f"{' and '.join(f'`{name}`' for name in present)} in one event")
        if "kind" in value:
            self._check_kind(value, "", "", notes)
        name = present[0]
        body = value[name] if name in value else member(value, name, "", Notes())
        if not isinstance(body, dict):
            notes.add("stream-oneof", f"/{name}", f"`{name}` must be an object")
            return None
        if name == "statusUpdate":
            return self._status_update(body, "/statusUpdate", notes)
        if name == "artifactUpdate":
            return self._artifact_update(body, "/artifactUpdate", notes)
        if name == "task":
            return self._task(body, "/task", notes)
        return self._agent_message(body, "/message", notes)

    def _bare_event(self, value: Json, notes: Notes) -> Event | None:
        notes.add("stream-oneof", "", "none of " + ", ".join(f"`{name}`" for name in WRAPPERS))
        return self._unwrapped(value, notes.beside(_OF_0_3) if "kind" in value else notes)

    def _unwrapped(self, value: Json, notes: Notes) -> Event | None:
        kind = v0_3_kind.kind_of(value)
        if kind == "task":
            return self._task(value, "", notes)
        if kind == "message":
            return self._agent_message(value, "", notes)
        if kind == "status-update":
            return self._status_update(value, "", notes)
        return self._artifact_update(value, "", notes) if kind == "artifact-update" else None

    def _part(self, value: Json, pointer: str, notes: Notes) -> Part | None:
        present = [name for name in _CONTENT if name in value and (value[name] is not None or name == "data")]
        if "kind" in value:
            self._check_kind(value, "", pointer, notes)
        if not present:
            notes.add("json-part-oneof", pointer, "a part has one of `text`, `raw`, `url`, `data`; this one has none")
            return v0_3_kind.file_of(value, pointer, Notes())
        if len(present) > 1:
            notes.add("json-part-oneof", pointer, f"{' and '.join(f'`{name}`' for name in present)} in one part")
        name = present[0]
        content = value[name]
        media_type = text(value, "mediaType", pointer, notes)
        extra = metadata(value, pointer, notes)
        if name == "data":
            return Data(content, extra, media_type)
        if not isinstance(content, str):
            notes.add("json-part-oneof", f"{pointer}/{name}", f"`{name}` must be a string")
            return None
        if name == "text":
            return Text(content, extra, media_type)
        filename = text(value, "filename", pointer, notes)
        if name == "url":
            return File(url=content, name=filename, media_type=media_type, metadata=extra)
        raw = file_bytes.decode(content, f"{pointer}/raw", notes)
        return File(content=raw, name=filename, media_type=media_type, metadata=extra)

    def _check_kind(self, value: Json, kind: str, pointer: str, notes: Notes) -> None:
        if "kind" in value:
            requirement = "ver-matches-interface" if notes.request else "stream-no-kind"
            notes.add(requirement, f"{pointer}/kind", "`kind` belongs to 0.3; 1.0 has no such member")

    def _check_final(self, value: Json, pointer: str, notes: Notes) -> bool | None:
        if "final" in value:
            notes.add("stream-no-kind", f"{pointer}/final", "`final` belongs to 0.3; 1.0 ends a stream by closing it")
        return None


MODEL: Final = V1Proto()

encode_event = MODEL.encode_event
encode_task = MODEL.encode_task
encode_message = MODEL.encode_message
encode_part = MODEL.encode_part
read_event = MODEL.read_event
read_task = MODEL.read_task
read_message = MODEL.read_message
