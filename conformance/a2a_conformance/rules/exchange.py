"""One call of a conversation and what it was answered so far."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from a2a_conformance import catalog
from a2a_conformance.rules.contents import Contents
from a2a_conformance.rules.findings import Finding
from a2a_conformance.verdict import Level
from a2a_simulator.journal import Kind, Record
from a2a_simulator.protocol.errors import BY_CODE
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.operations import SENDS, STREAMS, Operation
from a2a_simulator.protocol.states import TERMINAL, AnyState
from a2a_simulator.wire.wire_forms import Dialect


class End(StrEnum):
    """How an answer ended."""

    CLOSED = "closed"
    """The agent ended it properly."""
    LEFT = "left"
    """The caller hung up."""
    BROKEN = "broken"
    """The connection broke."""


ENDS: Final = {Kind.CLOSED: End.CLOSED, Kind.LEFT: End.LEFT, Kind.FAULT: End.BROKEN}


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that was answered: an event of a stream, or a body."""

    frame: int
    t: float
    raw: Any
    event: Event | None
    error: Mapping[str, Any] | None
    deliberate: bool = False
    """Whether the script meant to break something here."""

    @property
    def code(self) -> int | None:
        """The code of its error."""
        code = self.error.get("code") if self.error is not None else None
        return code if isinstance(code, int) and not isinstance(code, bool) else None

    @property
    def error_name(self) -> str:
        """Its error for people: name and code."""
        row = BY_CODE.get(self.code) if self.code is not None else None
        return f"{row.name} ({self.code})" if row else f"code {self.code}"


@dataclass(slots=True, eq=False)
class Exchange:
    """One call and its answer. Frames are `seq` of the records, times seconds since the run began."""

    frame: int
    t: float
    side: str
    operation: Operation | None
    dialect: Dialect | None
    request: Mapping[str, Any]
    """The payload of the record `called`."""
    params: Mapping[str, Any] = field(default_factory=dict)
    status: int | None = None
    streams: bool = False
    """Whether the answer is an event stream."""
    card_streams: bool | None = None
    """What the card said about streaming when the call was made; None: no card was seen."""
    first: Item | None = None
    last_frame: int = 0
    last_t: float = 0.0
    state: AnyState | None = None
    done_frame: int = 0
    """The frame after which nothing can follow: a terminal state, or a lone Message. 0: not yet."""
    done_t: float = 0.0
    end: End | None = None
    end_frame: int = 0
    end_t: float = 0.0
    known_state: AnyState | None = None
    """The state of the named task when the call was made."""
    known_frame: int = 0
    """The frame that had shown it."""
    known_stamp: str = ""
    """The newest timestamp of the named task when the call was made."""
    known_artifacts: tuple[str, ...] = ()
    """Its artifacts that were told of when the call was made."""
    task_id: str = ""
    """The task that the answer is about."""
    contents: Contents = field(default_factory=dict)
    whole: bool = False
    """Whether `contents` is all that the task has, not only what was added in this stream."""
    log: list[tuple[int, int]] | None = None
    """(digest, frame) of the updates, while another stream of the task is open."""

    @property
    def named_task(self) -> str:
        """The task that the call names, empty if none."""
        value = self.message.get("taskId") if self.operation in SENDS else self.params.get("id")
        return value if isinstance(value, str) else ""

    @property
    def named_context(self) -> str:
        """The context that a send names, empty if none."""
        value = self.message.get("contextId")
        return value if isinstance(value, str) else ""

    @property
    def message(self) -> Mapping[str, Any]:
        """The message of a send, in 1.0 form."""
        message = self.params.get("message")
        return message if isinstance(message, Mapping) else {}

    @property
    def configuration(self) -> Mapping[str, Any]:
        """The configuration of a send, in 1.0 form."""
        value = self.params.get("configuration")
        return value if isinstance(value, Mapping) else {}

    @property
    def opens_stream(self) -> bool:
        """Whether the call asks for a stream."""
        return self.operation in STREAMS

    @property
    def subscribes(self) -> bool:
        """Whether it is SubscribeToTask."""
        return self.operation is Operation.SUBSCRIBE_TO_TASK

    @property
    def to_finished(self) -> bool:
        """Whether the named task was known to be finished."""
        return self.known_state in TERMINAL

    @property
    def is_v1(self) -> bool:
        """Whether it speaks 1.0."""
        return self.dialect is Dialect.V1_0

    @property
    def open(self) -> bool:
        """Whether nothing has ended the answer yet."""
        return self.end is None

    def says(
        self,
        requirement: str,
        frame: int,
        text: str,
        *,
        expected: str = "",
        got: str = "",
        note: bool = False,
        level: Level | None = None,
    ) -> Iterator[Finding]:
        """A finding at the level that holds in the dialect of the call; none where the dialect has no such row."""
        dialect = Dialect.V1_0 if self.is_v1 else Dialect.V0_3
        row = catalog.get(requirement)
        if row.exists_in(dialect):
            level = level or (Level.INFO if note else row.level_in(dialect))
            yield Finding(requirement, frame, text, expected, got, level, note)


def exchange_of(record: Record) -> Exchange:
    """The call behind a record `called`."""
    payload = record.payload
    params = payload.get("params")
    operation, dialect = _member(Operation, payload.get("operation")), _member(Dialect, payload.get("dialect"))
    return Exchange(
        record.seq, record.t, record.side, operation, dialect, payload,
        params if isinstance(params, Mapping) else {}, streams=operation in STREAMS,
    )  # fmt: skip


def _member(kind: Any, name: Any) -> Any:
    try:
        return kind(name)
    except ValueError:
        return None
