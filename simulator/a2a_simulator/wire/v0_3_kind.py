"""A2A 0.3 as JSON-RPC spells it: bare objects told apart by `kind`, lowercase enums, `final` (0.3 §6, §7)."""

from typing import Any, ClassVar, Final

from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.parts import Data, File, Part, Text
from a2a_simulator.protocol.states import TERMINAL
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire import file_bytes, state_names
from a2a_simulator.wire.json_model import JsonModel
from a2a_simulator.wire.members import Json, Notes, metadata, text
from a2a_simulator.wire.wire_forms import Dialect

KINDS: Final = ("task", "message", "status-update", "artifact-update")
"""The values of `kind` that an event may have."""

_OF_1_0: Final = frozenset({"v03-kind", "v03-final", "state-values", "json-enum", "json-part-oneof"})
"""What is also wrong in an event that is told as 1.0 tells it: that is one fault."""

_WRAPPERS: Final = {
    "task": "task",
    "message": "message",
    "statusUpdate": "status-update",
    "artifactUpdate": "artifact-update",
}


def kind_of(value: Json) -> str | None:
    """What a bare object is: its `kind` if that is one of KINDS, else told by its members; None if by neither."""
    kind = value.get("kind")
    if kind in KINDS:
        return str(kind)
    if "artifact" in value:
        return "artifact-update"
    if "status" in value:
        return "status-update" if "taskId" in value and "id" not in value else "task"
    return "message" if "parts" in value and ("role" in value or "messageId" in value) else None


def file_of(value: Json, pointer: str, notes: Notes) -> File | None:
    """The file of a part with a `file` member; None if it has none."""
    body = value.get("file")
    if not isinstance(body, dict):
        return None
    raw, url = body.get("bytes", body.get("fileWithBytes")), body.get("uri", body.get("fileWithUri"))
    if (raw is None) == (url is None):
        notes.add("json-part-oneof", f"{pointer}/file", "a file has exactly one of `bytes`, `uri`")
    for name, right in (("fileWithBytes", "bytes"), ("fileWithUri", "uri")):
        if name in body:
            notes.add("json-part-oneof", f"{pointer}/file/{name}", f"`{name}` must be spelled `{right}`")
    filename = text(body, "name", f"{pointer}/file", notes)
    media_type = text(body, "mimeType", f"{pointer}/file", notes)
    extra = metadata(value, pointer, notes)
    if raw is None:
        return File(url=url if isinstance(url, str) else "", name=filename, media_type=media_type, metadata=extra)
    content = file_bytes.decode(raw, f"{pointer}/file/bytes", notes)
    return File(content=content, name=filename, media_type=media_type, metadata=extra)


class V03Kind(JsonModel):
    """The JSON model of 0.3 in JSON-RPC; 0.2 has the same."""

    dialect: ClassVar[Dialect] = Dialect.V0_3
    states: ClassVar = state_names.V0_3_STATES
    roles: ClassVar = state_names.V0_3_ROLES
    no_event: ClassVar = "v03-kind"

    def encode_event(self, event: Event) -> dict[str, Any]:
        """The bare object with its `kind`. A `final` of None is true on a terminal state."""
        if isinstance(event, StatusUpdate):
            final = event.status.state in TERMINAL if event.final is None else event.final
            update: dict[str, Any] = {
                "kind": "status-update",
                "taskId": event.task_id,
                "contextId": event.context_id,
                "status": self.encode_status(event.status),
                "final": final,
            }
            if event.metadata is not None:
                update["metadata"] = event.metadata
            return update
        if isinstance(event, ArtifactUpdate):
            chunk: dict[str, Any] = {
                "kind": "artifact-update",
                "taskId": event.task_id,
                "contextId": event.context_id,
                "artifact": self.encode_artifact(event.artifact),
                "append": event.append,
                "lastChunk": event.last_chunk,
            }
            if event.metadata is not None:
                chunk["metadata"] = event.metadata
            return chunk
        return self.encode_task(event) if isinstance(event, Task) else self.encode_message(event)

    def encode_part(self, part: Part) -> dict[str, Any]:
        """One part with its `kind`; a media type exists on files only."""
        if isinstance(part, Text):
            out: dict[str, Any] = {"kind": "text", "text": part.text}
        elif isinstance(part, Data):
            out = {"kind": "data", "data": part.value}
        else:
            file = {"uri": part.url} if part.content is None else {"bytes": file_bytes.encode(part.content)}
            if part.name is not None:
                file["name"] = part.name
            if part.media_type is not None:
                file["mimeType"] = part.media_type
            out = {"kind": "file", "file": file}
        if part.metadata is not None:
            out["metadata"] = part.metadata
        return out

    def _event(self, value: Json, notes: Notes) -> Event | None:
        for name, kind in _WRAPPERS.items():
            body = value.get(name)
            if isinstance(body, dict) and "kind" not in value and "id" not in value:
                notes.add("v03-kind", f"/{name}", f"a bare {kind} is expected; the member `{name}` belongs to 1.0")
                return self._of_kind(kind, body, f"/{name}", notes.beside(_OF_1_0))
        found = kind_of(value)
        if found is None:
            notes.add("v03-kind", "/kind", f"`kind` is none of {', '.join(KINDS)}")
            return None
        return self._of_kind(found, value, "", notes)

    def _of_kind(self, kind: str, value: Json, pointer: str, notes: Notes) -> Event | None:
        if kind == "status-update":
            return self._status_update(value, pointer, notes)
        if kind == "artifact-update":
            return self._artifact_update(value, pointer, notes)
        return self._task(value, pointer, notes) if kind == "task" else self._agent_message(value, pointer, notes)

    def _part(self, value: Json, pointer: str, notes: Notes) -> Part | None:
        kind = value.get("kind")
        found = [name for name in ("text", "file", "data") if value.get(name) is not None]
        if len(found) > 1:
            notes.add("json-part-oneof", pointer, f"{' and '.join(f'`{name}`' for name in found)} in one part")
        if kind not in ("text", "file", "data") and (kind is not None or found):
            notes.add("v03-kind", f"{pointer}/kind", "`kind` of a part is one of text, file, data")
        if kind not in ("text", "file", "data"):
            kind = found[0] if found else None
        if kind == "text" and isinstance(value.get("text"), str):
            return Text(value["text"], metadata(value, pointer, notes))
        if kind == "data" and "data" in value:
            if not isinstance(value["data"], dict):
                notes.add("json-part-oneof", f"{pointer}/data", "`data` must be an object in 0.3")
            return Data(value["data"], metadata(value, pointer, notes))
        if kind == "file" and (file := file_of(value, pointer, notes)) is not None:
            return file
        return self._foreign_part(value, pointer, notes)

    def _foreign_part(self, value: Json, pointer: str, notes: Notes) -> Part | None:
        """A part whose content member is missing, or stands as in 1.0."""
        notes.add("json-part-oneof", pointer, "the part lacks the member that its `kind` names")
        name = text(value, "filename", pointer, Notes())
        media_type = text(value, "mediaType", pointer, Notes())
        if isinstance(value.get("url"), str):
            return File(url=value["url"], name=name, media_type=media_type)
        if "raw" in value:
            return File(
                content=file_bytes.decode(value["raw"], f"{pointer}/raw", notes), name=name, media_type=media_type
            )
        return None

    def _check_kind(self, value: Json, kind: str, pointer: str, notes: Notes) -> None:
        found = value.get("kind")
        if found != kind:
            wrong = "is missing" if found is None else "is wrong"
            notes.add("v03-kind", f"{pointer}/kind", f"`kind` {wrong}: must be `{kind}`")

    def _check_final(self, value: Json, pointer: str, notes: Notes) -> bool | None:
        final = value.get("final")
        if isinstance(final, bool):
            return final
        notes.add(
            "v03-final", f"{pointer}/final", f"`final` is {'missing' if final is None else 'not true or false'}"
        )
        return None

    def _start(self, kind: str) -> dict[str, Any]:
        return {"kind": kind}


MODEL: Final = V03Kind()

encode_event = MODEL.encode_event
encode_task = MODEL.encode_task
encode_message = MODEL.encode_message
encode_part = MODEL.encode_part
read_event = MODEL.read_event
read_task = MODEL.read_task
read_message = MODEL.read_message
