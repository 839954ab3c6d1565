"""The short words of the example files, as events: `task: working`, `artifact: {id: a, text: one, append: true}`."""

import base64
from collections.abc import Callable, Mapping
from typing import Any, Final

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Data, File, Part, Text
from a2a_simulator.protocol.states import AnyState, State, UnknownState
from a2a_simulator.protocol.tasks import Task, TaskStatus

TASK, CONTEXT, MESSAGE, ARTIFACT, TEXT = "task-a", "ctx-1", "msg-1", "report", "one"
"""What an event has that does not say otherwise."""

_KEYS: Final[Mapping[str, frozenset[str]]] = {
    "task": frozenset({"state", "text", "timestamp", "artifacts", "history", "id", "context", "metadata"}),
    "status": frozenset({"state", "text", "timestamp", "final", "task", "context", "metadata"}),
    "artifact": frozenset({"id", "text", "parts", "append", "last", "name", "task", "context", "metadata"}),
    "message": frozenset({"text", "parts", "id", "role", "task", "context", "metadata"}),
}
_SHORT: Final = {"task": "state", "status": "state", "artifact": "text", "message": "text"}
"""What a bare value stands for."""


def event_of(verb: str, value: Any) -> Event:
    """The event behind a verb and its value. Raises ValueError with what is wrong."""
    given = value if isinstance(value, Mapping) else {} if value is None else {_SHORT[verb]: value}
    foreign = given.keys() - _KEYS[verb]
    if foreign:
        raise ValueError(f"`{verb}` has no {', '.join(sorted(foreign))}; it has {', '.join(sorted(_KEYS[verb]))}")
    return _MAKERS[verb](given)


def _task(given: Mapping[str, Any]) -> Task:
    held, told = given.get("artifacts"), given.get("history")
    artifacts = None if held is None else tuple(Artifact(name, _parts(held[name])) for name in held)
    history = None if told is None else tuple(
        Message(f"msg-{number}", Role.USER if number % 2 else Role.AGENT, (Text(text),), CONTEXT)
        for number, text in enumerate(told, 1)
    )  # fmt: skip
    return Task(
        str(given.get("id", TASK)),
        given.get("context", CONTEXT),
        _status(given),
        artifacts,
        history,
        given.get("metadata"),
    )


def _update(given: Mapping[str, Any]) -> StatusUpdate:
    return StatusUpdate(
        str(given.get("task", TASK)),
        str(given.get("context", CONTEXT)),
        _status(given),
        given.get("final"),
        given.get("metadata"),
    )


def _chunk(given: Mapping[str, Any]) -> ArtifactUpdate:
    content = given["parts"] if "parts" in given else given.get("text", TEXT)
    artifact = Artifact(str(given.get("id", ARTIFACT)), _parts(content), given.get("name"))
    return ArtifactUpdate(
        str(given.get("task", TASK)),
        str(given.get("context", CONTEXT)),
        artifact,
        given.get("append", False),
        given.get("last", False),
        given.get("metadata"),
    )


def _message(given: Mapping[str, Any]) -> Message:
    content = given["parts"] if "parts" in given else given.get("text", TEXT)
    return Message(
        str(given.get("id", MESSAGE)),
        Role(given.get("role", Role.AGENT)),
        _parts(content),
        given.get("context", CONTEXT),
        given.get("task"),
        given.get("metadata"),
    )


_MAKERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Event]]] = {
    "task": _task, "status": _update, "artifact": _chunk, "message": _message,
}  # fmt: skip


def _status(given: Mapping[str, Any]) -> TaskStatus:
    text = given.get("text")
    said = None if text is None else Message(MESSAGE, Role.AGENT, (Text(text),), CONTEXT)
    return TaskStatus(_state(given.get("state", "working")), said, given.get("timestamp"))


def _state(word: str) -> AnyState:
    """A state in snake_case; in capitals one that A2A does not know."""
    return UnknownState(word) if word.isupper() else State(word)


def _parts(content: Any) -> tuple[Part, ...]:
    return (Text(content),) if isinstance(content, str) else tuple(_part(one) for one in content)


def _part(given: Any) -> Part:
    if isinstance(given, str):
        return Text(given)
    if "data" in given:
        return Data(given["data"])
    if "file" in given:
        file = given["file"]
        content = base64.b64decode(file["base64"]) if "base64" in file else None
        return File(content, file.get("url"), file.get("name"), file.get("type"))
    raise ValueError("a part is a text, `data` or `file`")
