"""What was called and answered in a recording, whatever form it was saved in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from a2a_conformance.recordings import Captured, NothingUnderstood, Recording, Shape
from a2a_conformance.rules.journals import dispatched
from a2a_conformance.rules.observed import reading_of
from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.wire.wire_forms import Dialect

SAYABLE: Final = SENDS | {Operation.GET_TASK, Operation.CANCEL_TASK, Operation.SUBSCRIBE_TO_TASK}
"""The operations that a script and a drive can repeat."""


class End(Enum):
    """How an answer ended."""

    CLEAN = "clean"
    BROKEN = "broken"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Heard:
    """One event, or the body of an answer. `frame` is the number by which findings name it."""

    frame: int
    json: Any
    name: str = ""
    """The SSE event name."""
    raw: bytes = b""
    """The bytes of the SSE block, where they are known."""
    t: float | None = None
    """Seconds since the recording began, where it tells."""
    odd: bool = False
    """Nothing but its bytes can say it: broken JSON, names twice, no UTF-8, no JSON object."""


@dataclass(slots=True)
class Told:
    """One call and its answer."""

    operation: Operation
    dialect: Dialect
    params: Mapping[str, Any] = field(default_factory=dict)
    """In 1.0 form; empty where nobody recorded the request."""
    events: list[Heard] = field(default_factory=list)
    streamed: bool = True
    status: int = 200
    end: End = End.CLEAN
    t: float | None = None
    inside: "Told | None" = None
    """The call whose stream was open when this one was made."""
    after: int = 0
    """How many events of that stream had come by then."""

    @property
    def message(self) -> Mapping[str, Any]:
        """The message of a send, in 1.0 form."""
        message = self.params.get("message")
        return message if isinstance(message, Mapping) else {}


@dataclass(frozen=True, slots=True)
class Talk:
    """All calls of a recording, in order. `left_out` tells people of those that cannot be repeated."""

    calls: tuple[Told, ...]
    left_out: tuple[str, ...] = ()

    @property
    def dialect(self) -> Dialect:
        """The dialect of the first call: a scenario narrows itself to one."""
        return self.calls[0].dialect


def talk_of(recording: Recording | Journal | Captured, dialect: Dialect | None) -> Talk:
    """The calls of a recording. Raises NothingUnderstood if there are none."""
    if isinstance(recording, Recording):
        return Talk((_told(recording, dialect or Dialect.V1_0),))
    journals = (recording,) if isinstance(recording, Journal) else recording.journals
    reader = _Reader(timed=isinstance(recording, Journal))
    for journal in journals:
        reader.read(journal)
    calls = tuple(call for call in reader.calls if call.events and (dialect is None or call.dialect is dialect))
    if not calls:
        raise NothingUnderstood("", "it holds no answer to a call of A2A that a scenario could give again")
    spoken = calls[0].dialect
    foreign = [f"a call in {call.dialect}" for call in calls if call.dialect is not spoken]
    return Talk(tuple(call for call in calls if call.dialect is spoken), (*reader.left_out, *foreign))


def _told(recording: Recording, dialect: Dialect) -> Told:
    one = recording.shape is Shape.ONE
    told = Told(Operation.SEND_MESSAGE if one else Operation.SEND_STREAMING_MESSAGE, dialect, streamed=not one)
    told.events = [
        Heard(number, item.json, item.name, item.raw, odd=bool(item.data.defects) or not isinstance(item.json, dict))
        for number, item in enumerate(recording, 1)
    ]
    told.end = End.CLEAN if recording.whole else End.BROKEN
    return told


class _Reader:
    """Reads records in order. `timed`: their times are those of the events; a HAR file knows only ends of calls."""

    def __init__(self, timed: bool) -> None:
        self._timed = timed
        self.calls: list[Told] = []
        self.left_out: list[str] = []
        self._open: dict[tuple[str, int | None], Told] = {}
        self._agent: str | None = None

    def read(self, records: Iterable[Record]) -> None:
        for record in records:
            if record.side == "back" and record.call is not None:
                self._take(record)

    def _take(self, record: Record) -> None:
        key = (record.agent, record.call)
        if record.kind is Kind.CALLED:
            self._called(record, key)
            return
        told = self._open.get(key)
        if told is None:
            return
        if record.kind is Kind.HEAD:
            headers = record.payload.get("headers")
            types = [str(value) for name, value in dict(headers or {}).items() if name.lower() == "content-type"]
            told.streamed = any(value.lower().startswith("text/event-stream") for value in types)
            told.status = int(record.payload.get("status") or 200)
        elif record.kind is Kind.EVENT and not record.payload.get("cut"):
            raw = record.wire.data if record.wire is not None else b""
            name = next((frame.event for frame in dispatched(record) if frame.event), "") if b"event" in raw else ""
            value = record.payload.get("json")
            told.events.append(Heard(record.seq, value, name, raw, self._time(record), not isinstance(value, dict)))
        elif record.kind is Kind.COMMENT:
            for frame in dispatched(record):
                reading = reading_of(frame)
                odd = bool(reading.defects) or not isinstance(reading.value, dict)
                told.events.append(
                    Heard(record.seq, reading.value, frame.event or "", frame.raw, self._time(record), odd)
                )
        elif record.kind in (Kind.CLOSED, Kind.LEFT, Kind.FAULT):
            self._open.pop(key)
            clean = record.kind is Kind.CLOSED and record.payload.get("clean", True)
            told.end = End.CLEAN if clean else End.LEFT if record.kind is Kind.LEFT else End.BROKEN

    def _time(self, record: Record) -> float | None:
        return record.t if self._timed else None

    def _called(self, record: Record, key: tuple[str, int | None]) -> None:
        operation = _operation(record.payload.get("operation"))
        if operation is Operation.FETCH_CARD or record.payload.get("late"):
            return
        if operation not in SAYABLE or record.payload.get("dialect") not in (Dialect.V1_0, Dialect.V0_3):
            named = operation.value if operation else f"{record.payload.get('http')} {record.payload.get('path')}"
            self.left_out.append(f"a call ({named})")
            return
        self._agent = self._agent or record.agent
        if record.agent != self._agent:
            self.left_out.append(f"a call to {record.agent}")
            return
        streams = [told for told in self._open.values() if told.streamed and told.events]
        params = record.payload.get("params")
        told = Told(operation, Dialect(record.payload["dialect"]), params if isinstance(params, dict) else {})
        told.t = self._time(record)
        if streams and operation not in SENDS:
            told.inside, told.after = streams[0], len(streams[0].events)
        self._open[key] = told
        self.calls.append(told)


def _operation(name: Any) -> Operation | None:
    return Operation(name) if name in set(Operation) else None
