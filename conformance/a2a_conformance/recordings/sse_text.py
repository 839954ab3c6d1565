"""Server-sent events as they were saved."""

import re
from collections.abc import Iterator
from typing import Final

from a2a_conformance.recordings.items import Item, NothingUnderstood, Recording
from a2a_conformance.rules.observed import reading_of
from a2a_simulator.wire import json_text
from a2a_simulator.wire.sse import SseComment, SseEvent, SseFrame, SseOversize, SseParser, SseResidue

_NEWLINE: Final = re.compile(rb"\r\n|\r|\n")
_NO_FIELD: Final = re.compile(rb"(?:\A|[\r\n])(?!(?:data|event|id|retry)(?:[:\r\n]|\Z)|:)([^\r\n]+)")
"""A line of an event that no reader of SSE understands, mostly a field whose colon was forgotten."""
_MARKS: Final = ("[DONE]",)
"""What streams of other protocols end with."""
_BOM: Final = b"\xef\xbb\xbf"
_SHOWN: Final = 24
"""Bytes of such a line that are shown."""
_SLICE: Final = 1 << 16
"""Bytes that are parsed at a time: what is read is judged before more is kept."""


def read_sse(recording: Recording, raw: bytes, begin: int, lines: int) -> Iterator[Item]:
    """The events of `raw` from the byte `begin`, before which there were so many lines."""
    comments = False
    found = 0
    unread, first_unread = 0, ""
    at, line = begin, 1 + lines
    for frame in _frames(raw, begin):
        offset = begin + frame.offset
        line += _newlines(raw, at, offset)
        at = offset
        if isinstance(frame, SseOversize):
            recording.notes.append(f"an event at line {line} is larger than {frame.limit} bytes and was passed over")
        elif isinstance(frame, SseEvent):
            if odd := _NO_FIELD.search(frame.raw.removeprefix(_BOM)):
                unread += 1
                told = odd[1][:_SHOWN].decode("utf-8", "replace")
                first_unread = first_unread or f"line {line + _newlines(frame.raw, 0, odd.start(1))}: `{told}`"
            if frame.dispatched:
                if frame.data.strip() in _MARKS:
                    recording.notes.append(f"line {line}: `{frame.data.strip()}` is the end mark of another protocol")
                found += 1
                yield Item(reading_of(frame), frame.event or "", line, offset, frame.raw)
        elif isinstance(frame, SseComment):
            comments = True
        elif frame.data:
            last = Item(json_text.loads(frame.data), "", line, offset, frame.raw)
            recording.whole = not last.wrong
            if recording.whole:
                recording.notes.append("the last event lacks its blank line: readers of SSE drop it, here it counts")
                found += 1
                yield last
            elif found:
                recording.notes.append("the file breaks off inside an event")
            else:
                text = f"the only event breaks off, its JSON is broken: {last.wrong}"
                raise NothingUnderstood(recording.first_line, text)
    if unread:
        more = f" (and in {unread - 1} more events)" if unread > 1 else ""
        recording.notes.append(f"{first_unread} is no field of SSE, so readers pass over that line{more}")
    if not found:
        raise NothingUnderstood(recording.first_line, _why_empty(raw[begin:], comments))


def _frames(raw: bytes, begin: int) -> Iterator[SseFrame | SseResidue]:
    parser = SseParser()
    for at in range(begin, len(raw), _SLICE):
        yield from parser.feed(raw[at : at + _SLICE])
    rest = parser.close()
    if rest is not None:
        yield rest


def _newlines(raw: bytes, begin: int, end: int) -> int:
    if b"\r" not in raw[begin:end]:
        return raw.count(b"\n", begin, end)
    return len(_NEWLINE.findall(raw, begin, end))


def _why_empty(body: bytes, comments: bool) -> str:
    if re.search(rb"^\s*\{", body, re.MULTILINE):
        return "lines of JSON stand in it without `data:` before them: save the body as it comes, not a log of it"
    if comments:
        return "these are server-sent events, but only comments (keep-alives) without an event"
    return "this looks like server-sent events, but none of them has data"
