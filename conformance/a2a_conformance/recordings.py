"""What a saved stream is: SSE, JSON Lines or a journal; and if it is none of them, why not."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from a2a_simulator import journal
from a2a_simulator.journal import Journal, UnreadableJournal
from a2a_simulator.wire import json_text
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.sse import SseComment, SseEvent, SseFrame, SseOversize, SseParser, SseResidue
from a2a_simulator.wire.v0_3_kind import KINDS
from a2a_simulator.wire.v1_proto import WRAPPERS

_SSE_LINE: Final = re.compile(r"(?:data|event|id|retry)(?::|$)|:")
_HTTP: Final = re.compile(r"HTTP/\d(?:\.\d)? \d{3}")
_HEADER: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*: ?\S")
_HEAD: Final = re.compile(rb"HTTP/\d[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\n")
_NEWLINE: Final = re.compile(rb"\r\n|\r|\n")
_MARKS: Final = ("[DONE]",)
"""What streams of other protocols end with."""

_WEB_PAGE: Final = re.compile(r"<(?:!doctype|html|head|body|\?xml)", re.IGNORECASE)
_REASONS: Final = (
    (_WEB_PAGE, "this is a web page, not a stream"),
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
    line: int = 1
    """Where in the file it begins, from 1."""

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
    def broken(self) -> str:
        """What is wrong with the first JSON that cannot be read; empty if all can."""
        texts = (f"line {item.line}: {item.data.defects[-1].text}" for item in self.items if _unreadable(item))
        return next(texts, "")

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
    head = _head(raw)
    if head.end:
        text = raw[head.end :].decode("utf-8", "replace")
    numbered = enumerate(re.split(r"\r\n?|\n", text), 1 + head.lines)
    lines = {number: line for number, line in numbered if line.strip()}
    if not lines:
        raise NothingUnderstood("", "these are HTTP headers without a body" if head.end else "the file is empty")
    first = next(iter(lines.values())).strip()
    if first.startswith('{"journal"'):
        return _journal(text, first)
    try:
        if first[0] in "{[":
            recording = _json(text, lines, first)
        elif any(_SSE_LINE.match(line) for line in lines.values()) and not _WEB_PAGE.match(first):
            recording = _sse(raw, head, first)
        else:
            raise NothingUnderstood(first, _reason(list(lines.values())))
    except NothingUnderstood as problem:
        raise NothingUnderstood(problem.first_line, "; ".join((problem.reason, *head.remarks))) from None
    return replace(recording, notes=(*head.notes, *head.remarks, *recording.notes))


@dataclass(frozen=True, slots=True)
class _Head:
    """The HTTP heads before a body, as `curl -i` saves them. `end` and `lines`: how much of the file they take."""

    end: int = 0
    lines: int = 0
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What is odd about the last one."""


def _head(raw: bytes) -> _Head:
    end, last = 0, b""
    while match := _HEAD.match(raw, end):
        end, last = match.end(), match[0]
    if not end:
        return _Head()
    status, *headers = last.decode("latin-1").splitlines()
    code = [*status.split(), "", ""][1]
    fields = dict(line.lower().split(":", 1) for line in headers if ":" in line)
    media_type = fields.get("content-type", "").strip()
    remarks = [f"the HTTP status is {code}, not 200"] if code != "200" else []
    if not media_type.startswith("text/event-stream"):
        told = f"the content type is {media_type}" if media_type else "there is no content type"
        remarks.append(f"{told}; a stream has text/event-stream")
    passed = "the file begins with HTTP headers, which were passed over"
    return _Head(end, len(_NEWLINE.findall(raw[:end])), (passed,), tuple(remarks))


def _journal(text: str, first: str) -> Journal:
    try:
        return journal.read(text.split("\n"))
    except UnreadableJournal as problem:
        raise NothingUnderstood(first, f"the journal cannot be read: {problem}") from problem


def _json(text: str, lines: Mapping[int, str], first: str) -> Recording:
    whole = json_text.loads(text)
    begin = next(iter(lines))
    if isinstance(whole.value, list):
        return Recording(tuple(Item(Reading(value), line=begin) for value in whole.value), first)
    if whole.value is not None:
        return Recording((Item(whole, line=begin),), first)
    items = [Item(json_text.loads(text), line=number) for number, text in lines.items()]
    found = tuple(item for item in items if item.json is not None)
    if not found:
        wrong = whole.defects[-1].text
        raise NothingUnderstood(first, f"it begins like JSON but is neither JSON nor one JSON value a line: {wrong}")
    if len(found) == len(lines):
        return Recording(found, first)
    if items[-1].json is None and len(found) == len(lines) - 1:
        return Recording(found, first, whole=False, notes=("the last line breaks off",))
    number = next(item.line for item in items if item.json is None)
    raise NothingUnderstood(lines[number], f"line {number} is no JSON, though the lines before are")


def _sse(raw: bytes, head: _Head, first: str) -> Recording:
    body = raw[head.end :]
    parser = SseParser()
    frames: list[SseFrame | SseResidue] = [*parser.feed(body)]
    rest = parser.close()
    if rest is not None:
        frames.append(rest)
    ends = [match.end() for match in _NEWLINE.finditer(body)]
    notes: list[str] = []
    items: list[Item] = []
    whole = True
    for frame in frames:
        line = 1 + head.lines + bisect_right(ends, frame.offset)
        if isinstance(frame, SseOversize):
            notes.append(f"an event at line {line} is larger than {frame.limit} bytes and was passed over")
        elif isinstance(frame, SseEvent) and frame.dispatched:
            if frame.data.strip() in _MARKS:
                notes.append(f"line {line}: `{frame.data.strip()}` is the end mark of another protocol")
            items.append(Item(json_text.loads(frame.data), frame.event or "", line))
        elif isinstance(frame, SseResidue) and frame.data:
            last = Item(json_text.loads(frame.data), "", line)
            whole = last.json is not None
            if whole:
                items.append(last)
                notes.append("the last event lacks its blank line: readers of SSE drop it, here it counts")
            elif items:
                notes.append("the file breaks off inside an event")
            else:
                wrong = last.data.defects[-1].text
                raise NothingUnderstood(first, f"the only event breaks off, its JSON is broken: {wrong}")
    if items:
        return Recording(tuple(items), first, whole, tuple(notes))
    if any(isinstance(frame, SseComment) for frame in frames):
        raise NothingUnderstood(
            first, "these are server-sent events, but only comments (keep-alives) without an event"
        )
    raise NothingUnderstood(first, "this looks like server-sent events, but none of them has data")


def _unreadable(item: Item) -> bool:
    return item.json is None and bool(item.data.defects)


def _reason(lines: list[str]) -> str:
    if any("\ufffd" in line or "\0" in line for line in lines[:3]):
        return "this is no text: if it was compressed, save it decoded (`curl --compressed`)"
    for pattern, reason in _REASONS:
        if pattern.match(lines[0].strip()):
            return reason
    return "this is neither SSE nor JSON Lines nor a journal"


def _shortened(line: str) -> str:
    return line if len(line) <= 80 else line[:77] + "..."
