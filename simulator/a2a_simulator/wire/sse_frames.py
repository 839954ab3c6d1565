"""What a reader of server-sent events finds in the bytes: events, comments, and what was dropped."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Newline(StrEnum):
    """How a line ended."""

    LF = "lf"
    CRLF = "crlf"
    CR = "cr"


class SseEvent(NamedTuple):
    """A block of fields up to its blank line; a tuple, because it is made for every event of every stream.

    `offset` counts bytes of the body; `raw` is the block with its blank line; `newlines` names the end of each
    line, the blank one included. `fields` are all fields in order as they were written, `comments` those between
    them. `event`, `id`, `retry` are what this block set (None: nothing). Without data it is not `dispatched`.
    `valid_utf8` is False if bytes had to be replaced.
    """

    offset: int
    raw: bytes
    newlines: tuple[Newline, ...]
    data: str
    event: str | None
    id: str | None
    retry: int | None
    fields: tuple[tuple[str, str], ...]
    comments: tuple[str, ...]
    dispatched: bool
    valid_utf8: bool


@dataclass(frozen=True, slots=True)
class SseComment:
    """A comment line outside an event: a frame of its own, told as soon as the line is over."""

    offset: int
    raw: bytes
    newlines: tuple[Newline, ...]
    text: str


@dataclass(frozen=True, slots=True)
class SseOversize:
    """A frame that outgrew the limit; it was dropped, and reading goes on after its blank line."""

    offset: int
    limit: int


@dataclass(frozen=True, slots=True)
class SseResidue:
    """What stood after the last frame when the stream ended; WHATWG drops it. `data` is what an event had so far."""

    offset: int
    raw: bytes
    data: str


SseFrame = SseEvent | SseComment | SseOversize
