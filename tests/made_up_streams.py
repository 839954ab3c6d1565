"""Streams made up from events, for tests of what judges them."""

import copy
from typing import Any

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Part, Text
from a2a_simulator.protocol.states import AnyState, State
from a2a_simulator.protocol.tasks import Task, TaskStatus
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect

V1, V03 = Dialect.V1_0, Dialect.V0_3
DROP = object()


def say(text: str, id: str = "msg-1") -> Message:
    return Message(id, Role.AGENT, (Text(text),), context_id="ctx-1")


def message(text: str = "Hello") -> Message:
    return say(text)


def task(
    state: AnyState = State.WORKING,
    *artifacts: str,
    id: str = "task-a",
    text: str | None = None,
    context: str | None = "ctx-1",
) -> Task:
    made = tuple(Artifact(name, (Text(name),)) for name in artifacts)
    return Task(id, context, TaskStatus(state, say(text) if text else None), made or None)


def status(
    state: AnyState = State.WORKING,
    text: str | None = None,
    *,
    final: bool | None = None,
    task: str = "task-a",
    context: str = "ctx-1",
    timestamp: str | None = None,
) -> StatusUpdate:
    return StatusUpdate(task, context, TaskStatus(state, say(text) if text else None, timestamp), final)


def chunk(
    id: str = "report",
    text: str = "one",
    *,
    append: bool = False,
    last: bool = False,
    task: str = "task-a",
    context: str = "ctx-1",
    parts: tuple[Part, ...] | None = None,
) -> ArtifactUpdate:
    return ArtifactUpdate(task, context, Artifact(id, parts or (Text(text),)), append, last)


def encoded(event: Event, dialect: Dialect) -> dict[str, Any]:
    return model_of(dialect).encode_event(event)


def answer(result: Any, id: Any = 1) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": result}


def error(code: Any = -32603, message: Any = "broken", id: Any = 1, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, **more}}


def edited(value: Any, **edits: Any) -> Any:
    """A copy with members changed; `a__b=1` sets /a/b, `a__0__b=DROP` drops it."""
    value = copy.deepcopy(value)
    for path, new in edits.items():
        *way, name = path.split("__")
        place = value
        for step in way:
            place = place[int(step)] if step.isdigit() else place[step]
        key: Any = int(name) if name.isdigit() else name
        if new is DROP:
            del place[key]
        else:
            place[key] = new
    return value
