"""The lines of one SSE block: fields and comments (WHATWG HTML §9.2.6)."""

import re
from typing import Final

from a2a_simulator.wire.sse_frames import Newline, SseEvent

BOM: Final = b"\xef\xbb\xbf"
LONGEST_RETRY: Final = 18
"""Digits of a `retry` that is still taken for a time."""

_END: Final = re.compile(rb"\r\n?|\n")
_NAMES: Final = {b"\n": Newline.LF, b"\r\n": Newline.CRLF, b"\r": Newline.CR}
_PLAIN: Final = (Newline.LF, Newline.LF)


def ends_of(raw: bytes) -> tuple[Newline, ...]:
    """How each line of the bytes ends."""
    return tuple(_NAMES[end] for end in _END.findall(raw))


def event_of(raw: bytes, offset: int) -> SseEvent:
    """The event that a block makes; `raw` may lack its blank line."""
    if raw.startswith(b"data: ") and raw.find(b"\n") == len(raw) - 2 and raw.endswith(b"\n\n") and b"\r" not in raw:
        try:
            text = raw[6:-2].decode("utf-8")
        except UnicodeDecodeError:
            pass
        else:
            return SseEvent(offset, raw, _PLAIN, text, None, None, None, (("data", text),), (), True, True)
    return _any_event(raw, offset)


def _any_event(raw: bytes, offset: int) -> SseEvent:
    body = raw.removeprefix(BOM) if offset == 0 else raw
    try:
        text, valid = body.decode("utf-8"), True
    except UnicodeDecodeError:
        text, valid = body.decode("utf-8", "replace"), False
    fields: list[tuple[str, str]] = []
    comments: list[str] = []
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        name, colon, value = line.partition(":")
        value = value.removeprefix(" ")
        if name:
            fields.append((name, value))
        elif colon:
            comments.append(value)
    data = [value for name, value in fields if name == "data"]
    event = ident = None
    retry: int | None = None
    for name, value in fields:
        if name == "event":
            event = value
        elif name == "id" and "\0" not in value:
            ident = value
        elif name == "retry" and value.isascii() and value.isdigit() and len(value) <= LONGEST_RETRY:
            retry = int(value)
    return SseEvent(
        offset,
        raw,
        ends_of(raw),
        "\n".join(data),
        event,
        ident,
        retry,
        tuple(fields),
        tuple(comments),
        bool(data),
        valid,
    )
