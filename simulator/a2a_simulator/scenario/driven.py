"""What the client is asked to do, lowered to one cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from a2a_simulator.protocol.parts import Metadata, Part
from a2a_simulator.protocol.states import State
from a2a_simulator.scenario.expected import Expect
from a2a_simulator.scenario.places import Place


class Mode(StrEnum):
    """How the client sends."""

    AUTO = "auto"
    STREAM = "stream"
    UNARY = "unary"


class Verb(StrEnum):
    """What the client is asked to do."""

    SEND = "send"
    ANSWER = "answer"
    RESUBSCRIBE = "resubscribe"
    GET = "get"
    CANCEL = "cancel"
    ABORT = "abort"
    FETCH_CARD = "fetch_card"
    PARALLEL = "parallel"
    LIST = "list"
    SET_PUSH = "set_push"
    GET_PUSH = "get_push"
    LIST_PUSH = "list_push"
    DELETE_PUSH = "delete_push"
    AWAIT_PUSH = "await_push"


class StopAt(StrEnum):
    """What a listener counts."""

    UPDATE = "update"
    STATUS = "status"
    ARTIFACTS = "artifacts"
    CHUNK = "chunk"


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener of the client; without `stop_at` it never stops. `response` None, not `artifacts`: empty text."""

    stop_at: StopAt | None = None
    at: int | State | None = None
    artifacts: bool = False
    response: str | None = None


@dataclass(frozen=True, slots=True)
class DriveStep:
    """One thing the client is asked. `id` is `0`, `1`, … ; `0.meanwhile.0` and `0.parallel.3.0` below a step."""

    id: str
    place: Place
    verb: Verb
    parts: tuple[Part, ...] = ()
    metadata: Metadata | None = None
    task: str = "current"
    mode: Mode = Mode.AUTO
    blocking: bool = True
    context: str = "auto"
    name: str | None = None
    to: str | None = None
    accept: tuple[str, ...] = ()
    history: int | None = None
    refers: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    extensions: tuple[str, ...] = ()
    push: Mapping[str, Any] | None = None
    listener: Listener | None = None
    after: tuple[str, ...] = ()
    meanwhile: "tuple[DriveStep, ...]" = ()
    parallel: "tuple[tuple[DriveStep, ...], ...]" = ()
    expect: "tuple[Expect, ...]" = ()
    extended: bool = False
