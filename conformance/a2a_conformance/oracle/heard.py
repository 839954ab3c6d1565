"""What a client was told on each of its calls, read back from the journal and from nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.errors import BY_CODE, BY_HTTP_ONLY
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.operations import OUTSIDE_THE_BINDING, SENDS, Operation
from a2a_simulator.wire import json_text
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.sse import SseEvent, SseParser
from a2a_simulator.wire.wire_forms import Dialect


class End(StrEnum):
    """How a response ended."""

    CLEAN = "clean"
    BROKEN = "broken"
    """We broke the connection, or fell silent on purpose."""
    LEFT = "left"
    """The client closed the connection first."""
    OPEN = "open"
    """Nothing ended it while the journal ran."""


@dataclass(frozen=True, slots=True)
class WireError:
    """An error as it was told to the client; `code` is JSON-RPC's, `http` the status when it is 400 or more."""

    code: int | None = None
    http: int | None = None
    reason: str | None = None
    message: str = ""
    retry_after: float | None = None

    @property
    def name(self) -> str | None:
        """Its name in A2A, when it has one."""
        if self.code in BY_CODE:
            return BY_CODE[self.code].name
        return BY_HTTP_ONLY[self.http].name if self.http in BY_HTTP_ONLY else None

    @property
    def title(self) -> str:
        """How people call it."""
        return self.name or (f"HTTP {self.http}" if self.http else f"code {self.code}" if self.code else "unnamed")

    def __str__(self) -> str:
        told = f"{self.title} ({self.code})" if self.name and self.code is not None else self.title
        return f"{told}: {self.message}" if self.message else told


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that was written to the client: an event, an error, both, or what no reader understands."""

    seq: int
    t: float
    call: int
    json: Any
    event: Event | None = None
    error: WireError | None = None
    whole: bool = True
    """False: the connection broke inside it, so the client never had it."""
    deliberate: tuple[str, ...] = ()
    step: str = ""
    unsent: bool = False
    """Not whole, and all that is missing is the blank line that sends it: a hasty client has it all the same."""


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the client and all that it was answered."""

    seq: int
    t: float
    number: int
    agent: str
    operation: Operation | None
    payload: Mapping[str, Any]
    heard: tuple[Heard, ...] = ()
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = ""
    end: End = End.OPEN
    fault: str | None = None
    end_seq: int = 0
    end_t: float = 0.0
    comments: int = 0

    @property
    def params(self) -> Mapping[str, Any]:
        """The parameters in 1.0 form."""
        params = self.payload.get("params")
        return params if isinstance(params, dict) else {}

    @property
    def message(self) -> Mapping[str, Any]:
        """The message of a send, in 1.0 form; empty for other calls."""
        message = self.params.get("message")
        return message if isinstance(message, dict) else {}

    @property
    def task_id(self) -> str | None:
        """The task that the call names."""
        value = self.message.get("taskId") if self.operation in SENDS else self.params.get("id")
        value = value or self.params.get("taskId")
        return value if isinstance(value, str) and value else None

    @property
    def context_id(self) -> str | None:
        """The context that the call names."""
        value = self.message.get("contextId") or self.params.get("contextId")
        return value if isinstance(value, str) and value else None

    @property
    def text(self) -> str:
        """The text of the message, pieces joined."""
        parts = self.message.get("parts")
        texts = [part.get("text") for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []
        return "".join(text for text in texts if isinstance(text, str))

    @property
    def dialect(self) -> str:
        """The dialect in which the client spoke; empty when it could not be told."""
        return str(self.payload.get("dialect") or "")

    @property
    def late(self) -> bool:
        """Whether it came after the run was over."""
        return bool(self.payload.get("late"))

    @property
    def streamed(self) -> bool:
        """Whether it was answered by an event stream."""
        return self.content_type.lower().startswith("text/event-stream")

    @property
    def error(self) -> WireError | None:
        """The error that answered it: the last one heard, or the HTTP status alone."""
        for heard in reversed(self.heard):
            if heard.error is not None and heard.whole:
                return heard.error
        if self.status is not None and self.status >= 400:
            return WireError(http=self.status, retry_after=_seconds(self.headers.get("retry-after")))
        return None

    def header(self, name: str) -> str | None:
        """A header of the request, by its name in any case."""
        headers = self.payload.get("headers")
        pairs = headers.items() if isinstance(headers, dict) else headers or ()
        for key, value in pairs:
            if str(key).lower() == name.lower():
                return str(value)
        return None


def calls(journal: Journal) -> tuple[Call, ...]:
    """Every request of a run in order of arrival, with all that it was answered."""
    grouped: dict[tuple[str, int], list[Record]] = {}
    for record in journal:
        if record.call is not None:
            grouped.setdefault((record.agent, record.call), []).append(record)
    read = [_call(records) for records in grouped.values()]
    return tuple(sorted((call for call in read if call is not None), key=lambda call: call.seq))


def answers(all_calls: tuple[Call, ...]) -> Iterator[Heard]:
    """All that the client heard on these calls, in order of time; what was cut is left out."""
    heard = [item for call in all_calls for item in call.heard if item.whole]
    return iter(sorted(heard, key=lambda item: item.seq))


def _call(records: list[Record]) -> Call | None:
    start = next((record for record in records if record.kind is Kind.CALLED), None)
    if start is None or start.call is None:
        return None
    operation = _operation(start.payload.get("operation"))
    dialect = _dialect(start.payload.get("dialect"))
    status: int | None = None
    headers: Mapping[str, str] = {}
    end, fault, end_seq, end_t = End.OPEN, None, start.seq, start.t
    comments = 0
    heard: list[Heard] = []
    for record in records:
        match record.kind:
            case Kind.HEAD:
                status = record.payload.get("status")
                headers = _headers(record.payload.get("headers"))
            case Kind.EVENT:
                heard.append(_heard(record, operation, dialect, status, headers))
            case Kind.COMMENT:
                comments += 1
                heard += _in_bytes(record, operation, dialect, status, headers)
            case Kind.CLOSED | Kind.LEFT | Kind.FAULT:
                end, fault = _end(record, end, fault)
                end_seq, end_t = record.seq, record.t
            case _:
                pass
    return Call(
        start.seq, start.t, start.call, start.agent, operation, start.payload, tuple(heard), status, headers,
        headers.get("content-type", "").lower(), end, fault, end_seq, end_t, comments,
    )  # fmt: skip


def _heard(
    record: Record, operation: Operation | None, dialect: Dialect, status: int | None, headers: Mapping[str, str]
) -> Heard:
    value = record.payload.get("json")
    event, error = None, None
    if operation not in OUTSIDE_THE_BINDING and isinstance(value, dict):
        if value.get("error") is not None:
            error = _error(value["error"], status, headers)
        if value.get("result") is not None:
            model = model_of(dialect)
            bare = operation in (Operation.GET_TASK, Operation.CANCEL_TASK)
            event = model.read_task(value["result"]).value if bare else model.read_event(value["result"]).value
    return Heard(
        record.seq, record.t, record.call or 0, value, event, error, not record.payload.get("cut"),
        tuple(record.payload.get("deliberate") or ()), str(record.payload.get("step") or ""), _unsent(record),
    )  # fmt: skip


def _in_bytes(
    record: Record, operation: Operation | None, dialect: Dialect, status: int | None, headers: Mapping[str, str]
) -> Iterator[Heard]:
    """The events in bytes that a script wrote as they are."""
    if record.wire is None or b"data" not in record.wire.data:
        return
    for frame in SseParser().feed(record.wire.data):
        if isinstance(frame, SseEvent) and frame.dispatched:
            payload = {**record.payload, "json": json_text.loads(frame.data).value}
            yield _heard(replace(record, payload=payload), operation, dialect, status, headers)


def _unsent(record: Record) -> bool:
    return bool(record.payload.get("cut")) and record.wire is not None and record.wire.data[-1:] in (b"\r", b"\n")


def _error(value: Any, status: int | None, headers: Mapping[str, str]) -> WireError:
    if not isinstance(value, dict):
        return WireError(message=str(value))
    code, data = value.get("code"), value.get("data")
    infos = [entry for entry in data if isinstance(entry, dict)] if isinstance(data, list) else []
    reason = next((entry["reason"] for entry in infos if isinstance(entry.get("reason"), str)), None)
    http = status if status is not None and status >= 400 else None
    rpc = code if isinstance(code, int) and code < 0 else None
    if reason is None and rpc in BY_CODE:
        reason = BY_CODE[rpc].reason
    return WireError(rpc, http, reason, str(value.get("message") or ""), _seconds(headers.get("retry-after")))


def _end(record: Record, end: End, fault: str | None) -> tuple[End, str | None]:
    if record.kind is Kind.FAULT:
        kind = str(record.payload.get("fault") or "reset")
        return (End.CLEAN if kind == "close" else End.BROKEN), kind
    if record.kind is Kind.LEFT:
        return (End.LEFT if end is End.OPEN else end), fault
    if fault is not None:
        return end, fault
    return (End.CLEAN if record.payload.get("clean", True) else End.BROKEN), fault


def _operation(name: Any) -> Operation | None:
    try:
        return Operation(name)
    except ValueError:
        return None


def _dialect(name: Any) -> Dialect:
    try:
        return Dialect(name)
    except ValueError:
        return Dialect.V1_0


def _headers(value: Any) -> dict[str, str]:
    pairs = value.items() if isinstance(value, dict) else value or ()
    return {str(key).lower(): str(text) for key, text in pairs}


def _seconds(text: str | None) -> float | None:
    try:
        return None if text is None else float(text)
    except ValueError:
        return None
