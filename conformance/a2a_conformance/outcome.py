"""What a client told its caller, in one normal form for every kind of adapter."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any


class Observes(IntEnum):
    """What a target can show, from least to most; it is judged at that level and below (design §6)."""

    WIRE = 0
    ENDED = 1
    ANSWER = 2
    AGGREGATE = 3
    EVENTS = 4


class Kind(StrEnum):
    """How a drive step ended for the caller."""

    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"
    REJECTED = "rejected"
    INPUT_REQUIRED = "input_required"
    AUTH_REQUIRED = "auth_required"
    STOPPED = "stopped"
    MESSAGE = "message"
    INCOMPLETE = "incomplete"
    ERROR = "error"
    UNKNOWN = "unknown"


class ErrorKind(StrEnum):
    """Which layer an error came from."""

    PROTOCOL = "protocol"
    HTTP = "http"
    TRANSPORT = "transport"
    TIMEOUT = "timeout"
    AUTH = "auth"
    REFUSED = "refused"
    """The client refused by itself, before any call (no usable interface)."""


@dataclass(frozen=True, slots=True)
class ToldError:
    """An error as the client told it. `kind` None: the target does not tell the layer."""

    kind: ErrorKind | None
    code: int | None = None
    http_status: int | None = None
    reason: str | None = None
    message: str | None = None


NormalPart = Mapping[str, Any]
"""`{text}`, `{data}` or `{file: {name, type, base64 | url}}`."""


@dataclass(frozen=True, slots=True)
class Surfaced:
    """One event that the client handed to its caller. `event`: task, status, artifact or message."""

    event: str
    task: str | None = None
    context: str | None = None
    state: str | None = None
    artifact: str | None = None
    append: bool | None = None
    last: bool | None = None
    parts: tuple[NormalPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a drive step ended; None is what the target does not show. `updates`: what its listener was given."""

    outcome: Kind
    answer: str | None = None
    artifacts: Mapping[str, tuple[NormalPart, ...]] | None = None
    task: str | None = None
    context: str | None = None
    question: str | None = None
    error: ToldError | None = None
    updates: int | None = None


class Ended(StrEnum):
    """How the run of one drive step ended, as the harness saw it."""

    CLEAN = "clean"
    """The iteration or call returned."""
    ERROR = "error"
    """It raised; the outcome carries the error."""
    STOPPED = "stopped"
    """The caller (or the listener) stopped it."""
    LEFT = "left"
    """The caller had its answer and left a stream that the agent kept open (level events)."""
    HANG = "hang"
    """No end by the deadline, after the first request had reached us."""
    CRASH = "crash"
    """The target died, after the first request had reached us."""
    SKIPPED = "skipped"
    """Not asked: its `after` did not hold, or the step before never ended."""


@dataclass(frozen=True, slots=True)
class Told:
    """All that the target told of one drive step."""

    step: str
    ended: Ended
    outcome: Outcome | None = None
    surfaced: tuple[Surfaced, ...] = ()
    seconds: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """How a target makes one text of artifacts, as declared. None in `artifacts`: undeclared."""

    artifacts: str | None = None
    join: str = ""
    status_message: bool = False
    data: bool = False


@dataclass(frozen=True, slots=True)
class Hello:
    """What a target declares. `features`: listener cancel resubscribe get abort parallel … (words of `needs`)."""

    name: str
    version: str = ""
    observes: Observes = Observes.WIRE
    dialects: tuple[str, ...] = ("1.0",)
    bindings: tuple[str, ...] = ("jsonrpc",)
    features: frozenset[str] = frozenset()
    answer: AnswerForm = AnswerForm()
    demo: bool = False
    """Set by kits until the author replaced the demo client: such a run earns no badge."""
    settings: Mapping[str, Any] = field(default_factory=dict)
