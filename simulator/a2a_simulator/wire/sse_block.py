"""The lines of one SSE block: fields and comments (WHATWG HTML §9.2.6)."""

import re
from typing import Final

from a2a_simulator.wire.sse_frames import Newline, SseEvent

BOM: Final = b"\xef\xbb\xbf"
LONGEST_RETRY: Final = 18
"""Digits of a `retry` that is still taken for a time."""

_END: Final = re.compile(rb"\r\n?|\n")
_NAMES: Final = {b"\n": Newline.LF, b"\r\n": Newline.CRLF, b"\r": Newline.CR}
_LF_LF: Final = (Newline.LF, Newline.LF)
_CRLF_CRLF: Final = (Newline.CRLF, Newline.CRLF)


def ends_of(raw: bytes) -> tuple[Newline, ...]:
    """How each line of the bytes ends."""
    if b"\r" not in raw:
        return (Newline.LF,) * raw.count(b"\n")
    pairs = raw.count(b"\r\n")
    if raw.count(b"\r") + raw.count(b"\n") == 2 * pairs:
        return (Newline.CRLF,) * pairs
    return tuple([_NAMES[end] for end in _END.findall(raw)])


def event_of(raw: bytes, offset: int) -> SseEvent:
    """The event that a block makes; `raw` may lack its blank line."""
    if raw.startswith(b"data: "):
        cut = _one_line(raw)
        if cut:
            try:
                text = raw[6:cut].decode("utf-8")
            except UnicodeDecodeError:
                return _any_event(raw, offset)
            ends = _LF_LF if cut == len(raw) - 2 else _CRLF_CRLF
            return SseEvent(offset, raw, ends, text, None, None, None, (("data", text),), (), True, True)
    return _any_event(raw, offset)


def _one_line(raw: bytes) -> int:
    """Where the only line of the block ends, if it has one line and both ends are LF or both CRLF; else 0."""
    cut = raw.find(b"\n") - 1
    if raw.endswith(b"\r\n\r\n"):
        return cut if cut == len(raw) - 4 == raw.find(b"\r") else 0
    cut += 1
    return cut if cut == len(raw) - 2 and raw.endswith(b"\n\n") and b"\r" not in raw else 0


def _any_event(raw: bytes, offset: int) -> SseEvent:
    body = raw.removeprefix(BOM) if offset == 0 else raw
    try:
        text, valid = body.decode("utf-8"), True
    except UnicodeDecodeError:
        text, valid = body.decode("utf-8", "replace"), False
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    fields: list[tuple[str, str]] = []
    comments: list[str] = []
    data: list[str] = []
    event = ident = None
    retry: int | None = None
    for line in text.split("\n"):
        if not line:
            continue
        name, _, value = line.partition(":")
        if value[:1] == " ":
            value = value[1:]
        if not name:
            comments.append(value)
            continue
        fields.append((name, value))
        if name == "data":
            data.append(value)
        elif name == "event":
            event = value
        elif name == "id":
            ident = ident if "\0" in value else value
        elif name == "retry" and value.isascii() and value.isdigit() and len(value) <= LONGEST_RETRY:
            retry = int(value)
    return SseEvent(
        offset,
        raw,
        ends_of(raw),
        data[0] if len(data) == 1 else "\n".join(data),
        event,
        ident,
        retry,
        tuple(fields),
        tuple(comments),
        bool(data),
        valid,
    )
