"""One scripted response: carries the commands of its call to the socket, exact to the byte."""

import asyncio
import socket
import struct
import zlib
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from a2a_simulator.scenario.play import Transport
from a2a_simulator.server.protocol import Connection
from a2a_simulator.session.commands import Close, Fault, Flush, Head, Write

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Command = Head | Write | Flush | Close | Fault

SHORT_CHUNK: Final = b'40\r\ndata: {"jsonrp'
BAD_CHUNK: Final = b"zz\r\ndata: {}\n\n\r\n"
RESET: Final = struct.pack("ii", 1, 0)


class Response:
    """The answer to one call.

    `headers` go with its head; `written` is told when a Flush is reached, `left` when the peer is gone too early.
    """

    def __init__(
        self,
        connection: Connection,
        send: Send,
        head_only: bool,
        headers: tuple[tuple[str, str], ...],
        written: Callable[[], None],
        left: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._send = send
        self._head_only = head_only
        self._headers = headers
        self._written = written
        self._left = left
        self._queue: deque[Command] = deque()
        self._wake = asyncio.Event()
        self._head: Head | None = None
        self._started = False
        self._raw = False
        self._body = bytearray()
        self._slices: deque[bytes] = deque()
        self._gap = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._ending = False
        self._gone = False
        self._zip: Any = None

    def put(self, command: Command) -> None:
        """Queues a command; `pump` carries it out."""
        self._queue.append(command)

    async def run(self) -> None:
        """Lives as long as the response does. What is left to uvicorn (heads, proper ends) is awaited here."""
        self._connection.answering = self
        try:
            while not self._gone:
                if self._head is not None and not self._started:
                    await self._start(self._head)
                    self.pump()
                if self._ending:
                    await self._end()
                    return
                await self._wake.wait()
                self._wake.clear()
        finally:
            self._connection.answering = None
            if self._timer is not None:
                self._timer.cancel()

    def lost(self) -> None:
        """The connection is gone."""
        if not self._gone:
            self._gone = True
            self._wake.set()
            if not self._ending:
                self._left()

    def abort(self) -> None:
        """Ends it roughly, because the run is over."""
        if not self._gone and not self._ending:
            self._connection.transport.abort()

    def pump(self) -> None:
        """Carries out what can be carried out now."""
        while not self._gone and not self._ending and self._timer is None and not self._connection.blocked:
            if self._slices:
                self._slice()
            elif not self._queue:
                return
            elif not self._started and not isinstance(self._queue[0], (Fault, Flush)):
                self._open()
                return
            else:
                self._carry_out(self._queue.popleft())

    def _open(self) -> None:
        if self._head is None:
            head = self._queue.popleft()
            assert isinstance(head, Head)
            self._head = head
            self._wake.set()

    def _carry_out(self, command: Command) -> None:
        match command:
            case Write():
                self._write(command)
            case Flush():
                self._connection.loop.call_soon(self._written)
            case Close():
                self._ending = True
                self._wake.set()
            case Fault():
                self._break(command.kind)
            case Head():
                raise AssertionError("a response has one head")

    def _write(self, command: Write) -> None:
        if self._head_only:
            return
        assert self._head is not None
        if len(command.slices) == 1:
            data = command.slices[0]
            if self._head.length is None and self._zip is None:
                data = self._coalesced(data)
            self._body_bytes(data)
        else:
            self._slices.extend(command.slices)
            self._gap = command.gap

    def _coalesced(self, data: bytes) -> bytes:
        """The data and that of all plain writes right behind it, to be written at once."""
        queue = self._queue
        if not queue or not isinstance(queue[0], Write):
            return data
        pieces = [data]
        while queue and isinstance(write := queue[0], Write) and len(write.slices) == 1:
            pieces.append(write.slices[0])
            queue.popleft()
        return b"".join(pieces)

    def _slice(self) -> None:
        self._body_bytes(self._slices.popleft())
        if self._slices and self._gap:
            self._timer = self._connection.loop.call_later(self._gap, self._next_slice)

    def _next_slice(self) -> None:
        self._timer = None
        self.pump()

    def _body_bytes(self, data: bytes) -> None:
        assert self._head is not None
        if self._zip is not None:
            data = self._zip.compress(data) + self._zip.flush(zlib.Z_SYNC_FLUSH)
        if not self._raw and self._head.length is not None and self._zip is None:
            self._body += data
        elif self._chunked:
            self._connection.transport.write(b"%x\r\n%b\r\n" % (len(data), data))
        else:
            self._connection.transport.write(data)

    @property
    def _chunked(self) -> bool:
        assert self._head is not None
        transport = self._head.transport
        sized = self._head.length is not None and self._zip is None
        return not sized and transport.framing == "chunked" and transport.version == "1.1"

    async def _start(self, head: Head) -> None:
        self._started = True
        plain = Transport()
        headers = [(name, _one_line(value)) for name, value in (*head.headers, *self._headers)]
        scripted_length = any(name.lower() == "content-length" for name, _ in headers)
        if head.transport.encoding == "gzip":
            self._zip = zlib.compressobj(wbits=31)
            headers.append(("content-encoding", "gzip"))
        elif head.length is not None and not scripted_length:
            headers.append(("content-length", str(head.length)))
        transport = head.transport
        self._raw = scripted_length or (transport.framing, transport.version, transport.trailers) != (
            plain.framing,
            plain.version,
            plain.trailers,
        )
        if self._raw:
            self._raw_head(head, headers)
            return
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers]
        await self._send({"type": "http.response.start", "status": head.status, "headers": encoded})

    def _raw_head(self, head: Head, headers: list[tuple[str, str]]) -> None:
        lines = [f"HTTP/{head.transport.version} {head.status} "]
        lines += [f"{name}: {value}" for name, value in headers]
        if self._chunked:
            lines.append("transfer-encoding: chunked")
        if head.transport.trailers:
            lines.append("trailer: " + ", ".join(head.transport.trailers))
        lines.append("connection: close")
        self._connection.transport.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace"))

    async def _end(self) -> None:
        if self._zip is not None:
            rest = self._zip.flush()
            self._connection.transport.write(b"%x\r\n%b\r\n" % (len(rest), rest) if self._chunked else rest)
        if not self._raw:
            await self._send({"type": "http.response.body", "body": bytes(self._body), "more_body": False})
            return
        assert self._head is not None
        if self._chunked:
            trailers = "".join(f"{name}: {value}\r\n" for name, value in self._head.transport.trailers.items())
            self._connection.transport.write(f"0\r\n{trailers}\r\n".encode("latin-1", "replace"))
        self._connection.transport.close()
        while not self._gone:
            await self._wake.wait()
            self._wake.clear()

    def _break(self, kind: str) -> None:
        transport = self._connection.transport
        if self._body:
            transport.write(bytes(self._body))
        match kind:
            case "reset":
                raw: socket.socket = transport.get_extra_info("socket")
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                transport.abort()
            case "half_close":
                transport.write_eof()
            case "bad_chunk":
                transport.write(BAD_CHUNK)
                transport.close()
            case "short_chunk":
                transport.write(SHORT_CHUNK)
                transport.close()
            case "drop":
                transport.close()


def _one_line(value: str) -> str:
    """A header value without characters that would end its line: text of a request may stand in it."""
    return "".join(character if character.isprintable() else " " for character in value)
