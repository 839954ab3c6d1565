"""What a saved stream is: SSE, JSON Lines or a journal; and if it is none of them, why not."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from a2a_simulator import journal
from a2a_simulator.journal import Journal, UnreadableJournal
from a2a_simulator.wire import json_text
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.sse import SseEvent, SseFrame, SseOversize, SseParser, SseResidue
from a2a_simulator.wire.v0_3_kind import KINDS
from a2a_simulator.wire.v1_proto import WRAPPERS

_SSE_LINE: Final = re.compile(r"(?:data|event|id|retry)(?::|$)|:")
_HTTP: Final = re.compile(r"HTTP/\d(?:\.\d)? \d{3}")
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*: ?\S")

_REASONS: Final = (
    (re.compile(r"<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE), "this is a web page, not a stream"),
    (_HTTP, "these are HTTP headers without a body: save the body of the response"),
    (re.compile(r"[*<>] "), "this is the log of `curl -v`: save the output of `curl -N` without -v"),
    (re.compile(r"(?:POST|GET|curl)\s"), "this is the request: save the response"),
    (re.compile(r"[^\t]*\t"), "this looks like the table of a browser's network tab: save the response body instead"),
    (re.compile(r"(?:Type|Id|Data)\s+(?:Type|Data|Time)"), "this looks like the table of a browser's network tab: "
     "save the response body instead"),
    (_HEADER, "these look like headers: save the body of the response"),
)  # fmt: skip


class NothingUnderstood(ValueError):
    """A recording holds no event of A2A. Carries its first line and the likely reason."""

    def __init__(self, first_line: str, reason: str) -> None:
        self.first_line = first_line
        self.reason = reason
        super().__init__(f"{reason} (first line: {_shortened(first_line)!r})" if first_line else reason)


@dataclass(frozen=True, slots=True)
class Item:
    """The data of one event, read as JSON."""

    data: Reading[Any]
    name: str = ""
    """The SSE event name."""

    @property
    def json(self) -> Any:
        """The decoded JSON, None if it is none."""
        return self.data.value

    @property
    def leaning(self) -> int:
        """1 if it looks like 1.0, -1 if it looks like 0.3, else 0."""
        body = self.json.get("result", self.json) if isinstance(self.json, Mapping) else None
        if not isinstance(body, Mapping):
            return 0
        return -1 if body.get("kind") in KINDS else 1 if body.keys() & set(WRAPPERS) else 0


@dataclass(frozen=True, slots=True)
class Recording:
    """One recorded stream. `whole`: it does not break off inside an event."""

    items: tuple[Item, ...]
    first_line: str
    whole: bool = True
    notes: tuple[str, ...] = ()

    @property
    def enveloped(self) -> bool:
        """Whether any item is a JSON-RPC answer."""
        return any(isinstance(item.json, Mapping) and "jsonrpc" in item.json for item in self.items)


def read_recording(data: bytes | str) -> Recording | Journal:
    """Tells what a file is and reads it. Raises NothingUnderstood."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raw = raw.decode("utf-16", "replace").encode()
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    lines = [line for line in re.split(r"\r\n?|\n", text) if line.strip()]
    if not lines:
        raise NothingUnderstood("", "the file is empty")
    first = lines[0].strip()
    if first.startswith('{"journal"'):
        return _journal(text, first)
    if first[0] in "{[":
        return _json(text, lines, first)
    if any(_SSE_LINE.match(line) for line in lines):
        recording = _sse(raw, first)
        if recording.items:
            return recording
    raise NothingUnderstood(first, _reason(lines))


def _journal(text: str, first: str) -> Journal:
    try:
        return journal.read(text.split("\n"))
    except UnreadableJournal as problem:
        raise NothingUnderstood(first, f"the journal cannot be read: {problem}") from problem


def _json(text: str, lines: list[str], first: str) -> Recording:
    whole = json_text.loads(text)
    if isinstance(whole.value, list):
        return Recording(tuple(Item(Reading(value)) for value in whole.value), first)
    if whole.value is not None:
        return Recording((Item(whole),), first)
    readings = [json_text.loads(line) for line in lines]
    found = tuple(Item(reading) for reading in readings if reading.value is not None)
    if not found:
        raise NothingUnderstood(first, "it begins like JSON but is neither JSON nor one JSON value a line")
    if len(found) == len(lines):
        return Recording(found, first)
    if readings[-1].value is None and len(found) == len(lines) - 1:
        return Recording(found, first, whole=False, notes=("the last line breaks off",))
    number = 1 + next(index for index, reading in enumerate(readings) if reading.value is None)
    raise NothingUnderstood(lines[number - 1], f"line {number} is no JSON, though the lines before are")


def _sse(raw: bytes, first: str) -> Recording:
    parser = SseParser()
    frames = parser.feed(raw)
    rest = parser.close()
    notes: list[str] = []
    if _HTTP.match(first):
        notes.append("the file begins with HTTP headers, which were passed over")
    items = [item for frame in frames if (item := _item(frame, notes)) is not None]
    whole = True
    if isinstance(rest, SseEvent) and rest.dispatched:
        items.append(_event_item(rest.data, rest.event or ""))
    elif isinstance(rest, SseResidue) and rest.data:
        last = _event_item(rest.data, "")
        whole = last.json is not None
        if whole:
            items.append(last)
            notes.append("the last event lacks its blank line: readers of SSE drop it, here it counts")
        else:
            notes.append("the file breaks off inside an event")
    return Recording(tuple(items), first, whole, tuple(notes))


def _item(frame: SseFrame, notes: list[str]) -> Item | None:
    if isinstance(frame, SseOversize):
        notes.append(f"an event at byte {frame.offset} is larger than {frame.limit} bytes and was passed over")
        return None
    return _event_item(frame.data, frame.event or "") if isinstance(frame, SseEvent) and frame.dispatched else None


def _event_item(data: str, name: str) -> Item:
    return Item(json_text.loads(data), name)


def _reason(lines: list[str]) -> str:
    if any("\ufffd" in line or "\0" in line for line in lines[:3]):
        return "this is no text: if it was compressed, save it decoded (`curl --compressed`)"
    for pattern, reason in _REASONS:
        if pattern.match(lines[0].strip()):
            return reason
    return "this is neither SSE nor JSON Lines nor a journal"


def _shortened(line: str) -> str:
    return line if len(line) <= 80 else line[:77] + "..."
