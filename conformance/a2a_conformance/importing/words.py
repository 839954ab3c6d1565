"""Events in the words of scenarios."""

import base64
from collections.abc import Sequence
from typing import Any

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Data, File, Part, Text
from a2a_simulator.protocol.states import AnyState, State
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.wire_forms import Dialect

Words = tuple[str, Any]
"""Verb and value."""


def words_of(event: Event, dialect: Dialect) -> Words | None:
    """How a scenario says this event; None if it cannot. What the words leave out is for `edit` to say."""
    if isinstance(event, Task | StatusUpdate) and event.status.state is State.UNSPECIFIED:
        return None
    if dialect is Dialect.V0_3 and any(
        isinstance(part, Data) and not isinstance(part.value, dict) for part in _parts(event)
    ):
        return None
    match event:
        case Task():
            return _task(event)
        case StatusUpdate():
            return "status", _short("state", _state(event.status.state) | _said(event.status.message))
        case ArtifactUpdate():
            value = {"id": event.artifact.artifact_id} | _artifact(event.artifact)
            value |= {"append": True} if event.append else {}
            return "artifact", value | ({"last": True} if event.last_chunk else {})
        case Message():
            value = _content(event.parts) or {"text": ""}
            return "message", _short("text", value)


def _parts(event: Event) -> Sequence[Part]:
    match event:
        case ArtifactUpdate():
            return event.artifact.parts
        case Message():
            return event.parts
        case _:
            return event.status.message.parts if event.status.message is not None else ()


def _task(task: Task) -> Words | None:
    if not isinstance(task.status.state, State):
        return None
    value = _state(task.status.state) | _said(task.status.message)
    plain = {item.artifact_id: _plain(item.parts) for item in task.artifacts or ()}
    texts = {name: text for name, text in plain.items() if text is not None}
    if texts and len(texts) == len(task.artifacts or ()):
        value["artifacts"] = {escaped(name): escaped(text) for name, text in texts.items()}
    return "task", _short("state", value)


def _state(state: AnyState) -> dict[str, Any]:
    return {"state": state.name.lower()} if isinstance(state, State) else {"unknown_state": str(state)}


def _said(message: Message | None) -> dict[str, Any]:
    return {} if message is None else _content(message.parts)


def _artifact(artifact: Artifact) -> dict[str, Any]:
    value = _content(artifact.parts) or {"text": ""}
    for name in ("name", "description"):
        if getattr(artifact, name):
            value[name] = escaped(getattr(artifact, name))
    return value


def _content(parts: Sequence[Part]) -> dict[str, Any]:
    text = _plain(parts)
    if text is not None:
        return {"text": escaped(text)}
    return {"parts": [part_words(part) for part in parts]} if parts else {}


def _plain(parts: Sequence[Part]) -> str | None:
    if len(parts) == 1 and isinstance(parts[0], Text) and not parts[0].metadata and not parts[0].media_type:
        return parts[0].text
    return None


def part_words(part: Part) -> dict[str, Any]:
    """A part as scenarios write it."""
    value: dict[str, Any]
    match part:
        case Text():
            value = {"text": escaped(part.text)}
        case Data():
            value = {"data": _whole(escaped(part.value))}
        case File():
            value = {"file": _file(part)}
    if part.metadata:
        value["metadata"] = escaped(part.metadata)
    if part.media_type and not isinstance(part, File):
        value["media_type"] = part.media_type
    return value


def _whole(value: Any) -> Any:
    """JSON knows one kind of number: 310.0 is written 310."""
    match value:
        case float():
            return int(value) if value.is_integer() and abs(value) < 2**53 else value
        case list():
            return [_whole(item) for item in value]
        case dict():
            return {name: _whole(item) for name, item in value.items()}
        case _:
            return value


def _file(part: File) -> dict[str, Any]:
    value: dict[str, Any] = {}
    if part.name:
        value["name"] = escaped(part.name)
    if part.media_type:
        value["type"] = part.media_type
    if part.url is not None:
        return value | {"url": escaped(part.url)}
    return value | {"base64": base64.b64encode(part.content or b"").decode()}


def _short(key: str, value: dict[str, Any]) -> Any:
    return value[key] if value.keys() == {key} else value


def escaped(value: Any) -> Any:
    """The value with `${` written as a scenario wants it, wherever text stands."""
    match value:
        case str():
            return value.replace("${", "$${")
        case list() | tuple():
            return [escaped(item) for item in value]
        case dict():
            return {key: escaped(item) for key, item in value.items()}
        case _:
            return value
