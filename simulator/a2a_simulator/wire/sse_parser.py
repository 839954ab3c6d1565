"""Bytes to SSE frames, by the letter of WHATWG HTML §9.2.6, however the bytes are cut."""

import re
from typing import Final

from a2a_simulator.wire.sse_block import BOM, ends_of, event_of
from a2a_simulator.wire.sse_frames import SseComment, SseEvent, SseFrame, SseOversize, SseResidue

LIMIT: Final = 16 * 1024 * 1024
"""Bytes that one frame may have before it is given up."""

_END: Final = re.compile(rb"\r\n?|\n")
_BLANK_LINE: Final = re.compile(rb"(?:\r\n|\n|\r(?!\n))(?:\r\n?|\n)")
_LF: Final = ord("\n")
_COLON: Final = ord(":")


class SseParser:
    """Reads one stream of events; does no I/O and never raises.

    A frame comes out of `feed` with its last byte. Where a blank line may end in CR or CRLF and the next byte is
    not there yet, the line before decides: after CRLF one more byte is awaited, else the frame is told at once and
    a following LF is a blank line between frames. So the frames do not depend on how the bytes were cut.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._offset = 0
        """Where the buffer starts in the stream."""
        self._start = 0
        """Where the current frame starts in the buffer."""
        self._head = 0
        """Where its first line starts: behind the byte order mark."""
        self._line = 0
        """Where the current line starts."""
        self._seek = 0
        """Where to look for its end."""
        self._end_before = b""
        self._begun = False
        self._carriage = False
        """Whether a CR is in the buffer."""
        self._skip_to: re.Pattern[bytes] | None = None
        """What ends the frame that is being given up."""

    def feed(self, data: bytes) -> list[SseFrame]:
        """The frames that these bytes complete."""
        if b"\n" not in data:
            if b"\r" in data:
                self._carriage = True
            elif self._begun and not self._carriage and not self._skip_to and len(self._buffer) < self.limit:
                self._buffer += data
                self._seek = len(self._buffer)
                return []
        elif b"\r" in data:
            self._carriage = True
        self._buffer += data
        out: list[SseFrame] = []
        if self._skip_to and not self._skipped():
            return out
        if self._begun or self._begin():
            self._read(out)
            self._compact(out)
        return out

    def close(self) -> SseResidue | SseEvent | None:
        """Ends the stream: what was left over, if anything.

        An event comes out only when it was complete but for the question whether its last CR starts a CRLF.
        """
        buffer = self._buffer
        if not buffer or self._skip_to:
            return None
        if self._seek == self._line > self._head and buffer[self._line :] == b"\r":
            event = self._event(bytes(buffer))
            return event if isinstance(event, SseEvent) else None
        raw = bytes(buffer)
        event = event_of(raw, self._offset)
        return SseResidue(self._offset, raw, event.data)

    def _begin(self) -> bool:
        """Steps over the byte order mark that may stand before everything."""
        if len(self._buffer) < len(BOM) and BOM.startswith(self._buffer):
            return False
        self._begun = True
        if self._buffer.startswith(BOM):
            self._head = self._line = self._seek = len(BOM)
        return True

    def _read(self, out: list[SseFrame]) -> None:
        buffer = self._buffer
        self._read_whole(out)
        size = len(buffer)
        while self._seek < size:
            if self._carriage:
                found = _END.search(buffer, self._seek)
                if found is None:
                    break
                at, after = found.span()
            else:
                at = buffer.find(b"\n", self._seek)
                if at < 0:
                    break
                after = at + 1
            open_end = after == size and buffer[at] != _LF and after - at == 1
            if at == self._line:
                self._seek = at
                if not self._blank_line(at, after, open_end, out):
                    return
                continue
            if open_end:
                self._seek = at
                return
            if self._line == self._head and buffer[self._line] == _COLON:
                out.append(self._comment(at, after))
                self._next(after)
            else:
                self._end_before = bytes(buffer[at:after])
                self._line = self._seek = after
        self._seek = size

    def _read_whole(self, out: list[SseFrame]) -> None:
        """The quick way for frames that are here as a whole, with LF throughout or CRLF throughout."""
        buffer = self._buffer
        blank = b"\r\n\r\n" if self._carriage else b"\n\n"
        while self._seek == self._head:
            end = buffer.find(blank, self._seek) + len(blank)
            if end < len(blank) or buffer[self._head] in b":\n\r":
                return
            raw = bytes(buffer[self._start : end])
            if self._carriage and raw.count(b"\r") + raw.count(b"\n") != 2 * raw.count(b"\r\n"):
                return
            out.append(self._event(raw))
            self._next(end)

    def _blank_line(self, at: int, after: int, open_end: bool, out: list[SseFrame]) -> bool:
        """Ends the frame, if there is one. False: the next byte has to be awaited."""
        if self._line == self._head:
            self._next(after)
            return True
        after_crlf = self._end_before == b"\r\n"
        if open_end and after_crlf:
            return False
        out.append(self._event(bytes(self._buffer[self._start : after if after_crlf else at + 1])))
        self._next(after)
        return True

    def _event(self, raw: bytes) -> SseEvent | SseOversize:
        if len(raw) > self.limit:
            return SseOversize(self._offset + self._start, self.limit)
        return event_of(raw, self._offset + self._start)

    def _comment(self, at: int, after: int) -> SseComment | SseOversize:
        if after - self._start > self.limit:
            return SseOversize(self._offset + self._start, self.limit)
        raw = bytes(self._buffer[self._start : after])
        text = self._buffer[self._line + 1 : at].decode("utf-8", "replace").removeprefix(" ")
        return SseComment(self._offset + self._start, raw, ends_of(raw), text)

    def _next(self, start: int) -> None:
        self._start = self._head = self._line = self._seek = start
        self._end_before = b""

    def _compact(self, out: list[SseFrame]) -> None:
        """Forgets what is done, and gives up a frame that is too long."""
        start = self._start
        if start:
            del self._buffer[:start]
            self._offset += start
            self._start = 0
            self._head -= start
            self._line -= start
            self._seek -= start
            if not self._buffer:
                self._carriage = False
        if len(self._buffer) > self.limit:
            out.append(SseOversize(self._offset, self.limit))
            comment = self._line == self._head and self._buffer[self._line : self._line + 1] == b":"
            self._skip_to = _END if comment else _BLANK_LINE
            self._skipped()

    def _skipped(self) -> bool:
        """Drops the frame that is too long, up to its end; True when that was found."""
        assert self._skip_to is not None
        buffer = self._buffer
        found = self._skip_to.search(buffer)
        drop = len(buffer) - 1 if found is None else found.end()
        if found is not None:
            self._skip_to = None
        del buffer[:drop]
        self._offset += drop
        self._next(0)
        self._carriage = b"\r" in buffer
        return found is not None
