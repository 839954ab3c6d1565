"""The journal: all that crossed the wire in one run, as numbered records, and its JSON Lines form (version 1)."""

import base64
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import IO, Any, Final

VERSION: Final = 1


class Kind(StrEnum):
    """What a record tells."""

    OPENED = "opened"
    """A connection was opened. payload: peer."""
    ASKED = "asked"
    """The target was asked for a drive step. payload: step (its id), verb."""
    CALLED = "called"
    """A request arrived whole. payload: see `CallPayload` in ARCHITECTURE.md."""
    HEAD = "head"
    """A response head left. payload: status, headers."""
    EVENT = "event"
    """An SSE event, or the body of a unary answer, was written. payload: json, step, deliberate, entry."""
    COMMENT = "comment"
    """Bytes that are no event (heartbeats, raw) were written. payload: text."""
    HELD = "held"
    """A hold ended. payload: until, by (`event` or `timeout`), step."""
    CLOSED = "closed"
    """We ended the response. payload: clean (bool)."""
    LEFT = "left"
    """The peer closed the connection before the response was over. payload: {}."""
    FAULT = "fault"
    """We broke the connection. payload: fault, step."""
    SURFACED = "surfaced"
    """The target told its caller of an event. payload: the normal form."""
    REPORTED = "reported"
    """The target told how a drive step ended. payload: step, outcome (normal form)."""


@dataclass(frozen=True, slots=True)
class Wire:
    """The bytes behind a record: where in the response body they start, and what they are."""

    offset: int
    data: bytes

    @property
    def length(self) -> int:
        """Bytes."""
        return len(self.data)


@dataclass(frozen=True, slots=True)
class Record:
    """One record. `t` is in seconds since the run began, monotonic; `call` numbers the request of its agent."""

    seq: int
    t: float
    kind: Kind
    payload: Mapping[str, Any] = field(default_factory=dict)
    run: str = ""
    side: str = "back"
    agent: str = "agent"
    conn: int | None = None
    call: int | None = None
    wire: Wire | None = None


@dataclass(frozen=True, slots=True)
class Journal:
    """A finished journal."""

    records: tuple[Record, ...]

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)

    def of(self, *kinds: Kind) -> tuple[Record, ...]:
        """The records of these kinds, in order."""
        return tuple(record for record in self.records if record.kind in kinds)


class UnreadableJournal(ValueError):
    """A line is no journal record; carries the line number (from 1) and what to do."""

    def __init__(self, line: int, what: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {what}")


def to_json(record: Record) -> dict[str, Any]:
    """A record as one JSON object; bytes that are not UTF-8 are told as base64."""
    out: dict[str, Any] = {"seq": record.seq, "t": round(record.t, 6), "kind": record.kind.value}
    for name in ("run", "side", "agent", "conn", "call"):
        value = getattr(record, name)
        if value is not None:
            out[name] = value
    out["payload"] = dict(record.payload)
    if record.wire is not None:
        out["wire"] = {"offset": record.wire.offset, "length": record.wire.length, **_bytes(record.wire.data)}
    return out


def from_json(value: Mapping[str, Any], line: int = 1) -> Record:
    """The record behind one JSON object. Raises UnreadableJournal."""
    try:
        wire = value.get("wire")
        return Record(
            seq=_typed(value, "seq", int),
            t=_typed(value, "t", int, float),
            kind=Kind(value["kind"]),
            payload=_typed(value, "payload", dict, default={}),
            run=_typed(value, "run", str, default=""),
            side=_typed(value, "side", str, default="back"),
            agent=_typed(value, "agent", str, default="agent"),
            conn=_typed(value, "conn", int, type(None), default=None),
            call=_typed(value, "call", int, type(None), default=None),
            wire=None if wire is None else Wire(_typed(wire, "offset", int), _data(wire)),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise UnreadableJournal(line, f"no journal record ({problem})") from problem


def _typed(value: Mapping[str, Any], name: str, *kinds: type, default: Any = ...) -> Any:
    """A member of a record. Raises KeyError if it is missing and has no default, TypeError if its type is another."""
    found = value[name] if default is ... else value.get(name, default)
    if not isinstance(found, kinds) or isinstance(found, bool):
        raise TypeError(f"`{name}` is {found!r}"[:80])
    return found


def write(records: Iterable[Record], out: IO[str]) -> None:
    """Writes the version line and one line a record."""
    out.write(json.dumps({"journal": VERSION}) + "\n")
    for record in records:
        out.write(json.dumps(to_json(record), ensure_ascii=False) + "\n")


def read(lines: Iterable[str]) -> Journal:
    """The journal of a file. Raises UnreadableJournal with the line that is wrong."""
    records: list[Record] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as problem:
            raise UnreadableJournal(number, f"no JSON ({problem})") from problem
        except RecursionError:
            raise UnreadableJournal(number, "nested too deep to be read") from None
        if number == 1 and isinstance(value, dict) and "journal" in value:
            if value["journal"] != VERSION:
                raise UnreadableJournal(1, f"journal version {value['journal']}, this program reads {VERSION}")
            continue
        if not isinstance(value, dict):
            raise UnreadableJournal(number, "no JSON object")
        records.append(from_json(value, number))
    return Journal(tuple(records))


def _bytes(data: bytes) -> dict[str, str]:
    try:
        return {"text": data.decode("utf-8")}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode("ascii")}


def _data(wire: Mapping[str, Any]) -> bytes:
    if "base64" in wire:
        return base64.b64decode(wire["base64"])
    return str(wire["text"]).encode("utf-8")
