"""HAR files, as browsers and proxies export them: their calls of A2A as records of a journal."""

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from a2a_conformance.recordings.items import NothingUnderstood
from a2a_conformance.rules.observed import reading_of
from a2a_simulator.journal import Journal, Kind, Record, Wire
from a2a_simulator.protocol.operations import STREAMS
from a2a_simulator.wire import json_text
from a2a_simulator.wire.calls import read_call
from a2a_simulator.wire.sse import SseEvent, SseParser


@dataclass(frozen=True, slots=True)
class Captured:
    """The calls of a HAR file. Calls that overlapped stand in journals of their own: a HAR has no times of events."""

    journals: tuple[Journal, ...]
    places: Mapping[int, str]
    """`seq` of a record → which entry and event it is, for people."""
    notes: tuple[str, ...] = ()


def read_har(value: Any) -> Captured:
    """The calls of A2A in a HAR file. Raises NothingUnderstood if there are none, or none with its content."""
    entries = _object(value, "log").get("entries") if isinstance(value, dict) else None
    if not isinstance(entries, list) or not entries:
        raise NothingUnderstood("", "this is a HAR file without entries: record while the call is made")
    reader = _Reader()
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, dict):
            reader.take(number, entry)
    if not reader.calls:
        more = f": {reader.notes[0]}" if reader.notes else ""
        raise NothingUnderstood("", f"this is a HAR file with {len(entries)} entries, none a call of A2A{more}")
    if not any(call.events for call in reader.calls):
        raise NothingUnderstood(
            "", "this is a HAR file without the contents of the answers: export it with content, "
            "or save the body with `curl -N`"
        )  # fmt: skip
    return Captured(tuple(_grouped(reader.calls)), reader.places, tuple(reader.notes))


@dataclass(slots=True)
class _Call:
    start: float
    end: float
    records: list[Record]
    events: int = 0


class _Reader:
    """Makes records of entries. An event that is no sound JSON stays bytes, so that its defects are judged."""

    def __init__(self) -> None:
        self.calls: list[_Call] = []
        self.places: dict[int, str] = {}
        self.notes: list[str] = []
        self._seq = 2
        """Not 1: nobody knows what was called before the recording began."""
        self._zero: float | None = None

    def take(self, number: int, entry: Mapping[str, Any]) -> None:
        """One entry. Calls of anything but A2A are passed over."""
        request, response = _object(entry, "request"), _object(entry, "response")
        url = str(request.get("url", ""))
        path, shown = _split(url)
        body = str(_object(request, "postData").get("text", ""))
        call = read_call(str(request.get("method", "GET")), path, _headers(request), body.encode())
        if call.operation is None or request.get("method") != "POST":
            return
        start = _seconds(entry.get("startedDateTime"))
        if self._zero is None:
            self._zero = start
        begin = max(start - self._zero, 0.0)
        took = float(entry["time"]) / 1000 if isinstance(entry.get("time"), int | float) else 0.0
        taken = _Call(begin, begin + max(took, 0.0), [])
        self.calls.append(taken)
        where = f"entry {number} ({call.method} {shown})"
        asked = {
            "http": call.http, "path": call.path, "headers": dict(call.headers), "body": body, "json": call.json,
            "operation": call.operation.value, "dialect": None if call.dialect is None else call.dialect.value,
            "params": dict(call.params), "request_id": call.request_id, "defects": [], "entry": "", "late": False,
        }  # fmt: skip
        self._add(taken, begin, number, Kind.CALLED, asked, where)
        headers = _headers(response)
        content = _object(response, "content")
        headers.setdefault("content-type", str(content.get("mimeType", "")))
        self._add(taken, begin, number, Kind.HEAD, {"status": response.get("status"), "headers": headers}, where)
        data = _data(content, self.notes, number)
        if not data:
            self.notes.append(f"entry {number}: the HAR file does not hold what was answered")
            return
        streams = headers["content-type"].lower().startswith("text/event-stream")
        if streams or (call.operation in STREAMS and b"data:" in data and json_text.loads(data).value is None):
            whole = self._events(taken, number, data, where)
        else:
            self._add(taken, taken.end, number, Kind.EVENT, {"json": json_text.loads(data).value}, where)
            taken.events, whole = 1, True
        self._add(taken, taken.end, number, Kind.CLOSED, {"clean": whole}, f"{where}, the end")

    def _events(self, taken: _Call, number: int, data: bytes, where: str) -> bool:
        parser = SseParser()
        for frame in parser.feed(data):
            if isinstance(frame, SseEvent) and frame.dispatched:
                taken.events += 1
                place = f"{where}, event {taken.events} at byte {frame.offset}"
                reading = reading_of(frame)
                wire = Wire(frame.offset, frame.raw)
                if reading.defects:
                    told = {"text": frame.raw.decode("utf-8", "replace")}
                    self._add(taken, taken.end, number, Kind.COMMENT, told, place, wire)
                else:
                    self._add(taken, taken.end, number, Kind.EVENT, {"json": reading.value}, place, wire)
        return parser.close() is None

    def _add(
        self, taken: _Call, t: float, call: int, kind: Kind, payload: Mapping[str, Any], place: str,
        wire: Wire | None = None,
    ) -> None:  # fmt: skip
        taken.records.append(Record(self._seq, t, kind, payload, "har", call=call, wire=wire))
        self.places[self._seq] = place
        self._seq += 1


def _grouped(calls: Sequence[_Call]) -> Iterator[Journal]:
    """One journal if no two calls overlapped, else one for each call."""
    ordered = sorted(calls, key=lambda call: call.start)
    if all(before.end <= after.start for before, after in pairwise(ordered)):
        yield Journal(tuple(record for call in ordered for record in call.records))
        return
    for call in ordered:
        yield Journal(tuple(call.records))


def _object(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _split(url: str) -> tuple[str, str]:
    """The path of a URL, and the URL without what may be secret: user, password, query."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "/", "?"
    host = parts.netloc.rpartition("@")[2]
    return parts.path or "/", urlunsplit((parts.scheme, host, parts.path, "", ""))


def _headers(message: Mapping[str, Any]) -> dict[str, str]:
    listed = message.get("headers")
    pairs = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    return {str(item.get("name", "")).lower(): str(item.get("value", "")) for item in pairs}


def _data(content: Mapping[str, Any], notes: list[str], number: int) -> bytes:
    text = content.get("text")
    if not isinstance(text, str):
        return b""
    if content.get("encoding") != "base64":
        return text.encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(text)
    except (binascii.Error, ValueError):
        notes.append(f"entry {number}: its content is no base64")
        return b""


def _seconds(value: Any) -> float:
    try:
        return datetime.fromisoformat(str(value).replace("Z", "+00:00")).timestamp()
    except ValueError:
        return 0.0
