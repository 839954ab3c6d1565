"""One call and its answer: turns what the session wants to say into commands for this connection."""

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any, Final

from a2a_simulator.journal import Kind
from a2a_simulator.protocol.errors import BY_NAME, ErrorRow
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import Cut, Modifiers, Transport
from a2a_simulator.session.commands import BUILT_IN, NOTHING, Close, Command, Fault, Flush, Head, Source, Write
from a2a_simulator.session.pointers import edited
from a2a_simulator.session.request import Request
from a2a_simulator.session.shaping import edited_inside, kept_by, named
from a2a_simulator.session.tails import split
from a2a_simulator.wire import jsonrpc, sse
from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.json_text import dumps
from a2a_simulator.wire.models import model_of

PLAIN: Final = Modifiers()
STREAM_HEADERS: Final = (("content-type", "text/event-stream"), ("cache-control", "no-cache"))
JSON_HEADERS: Final = (("content-type", "application/json"),)
BURST: Final = 262_144
"""Bytes that may wait for a slow reader before a reply pauses."""


class Phase(Enum):
    """How far the answer is."""

    FRESH = auto()
    OPEN = auto()
    """The head of a stream is out."""
    OVER = auto()
    """Complete, broken or left: nothing more can be said."""
    MUTE = auto()
    """Stalled: the connection stays, nothing more is said."""


class Exchange:
    """A call while it is being answered."""

    def __init__(
        self, request: Request, out: list[Command], streaming: bool, over: Callable[[int], object] = lambda call: None
    ) -> None:
        self.request = request
        self.streaming = streaming
        self.phase = Phase.FRESH
        self.subscriber = False
        self.headers: tuple[tuple[str, str], ...] = ()
        self.framing = Framing()
        self.transport = Transport()
        self.backlog = 0
        self.quiet = True
        self._out = out
        self._over = over
        self._model = model_of(request.dialect)
        self._first = True
        self._lead: bytes | None = None

    @property
    def live(self) -> bool:
        """Whether anything can still be said."""
        return self.phase in (Phase.FRESH, Phase.OPEN)

    @property
    def pristine(self) -> bool:
        """Whether no byte of the body was written yet."""
        return self._first

    @property
    def open(self) -> bool:
        """Whether it is a stream that events can go to."""
        return self.streaming and self.live

    def start(self) -> None:
        """Sends the head of a stream, once."""
        if self.phase is Phase.FRESH:
            self.phase = Phase.OPEN
            self._head(200, STREAM_HEADERS)

    def event(self, event: Event, source: Source = BUILT_IN, mods: Modifiers = PLAIN) -> None:
        """Writes one event to a stream."""
        if self.open:
            self._frame(self._result(event, mods, bare=False), source, mods)

    def chunk(self, tail: bytes, source: Source) -> bool:
        """Writes an artifact event of which only the end is new. False: it has to be encoded."""
        if self._lead is None or self.phase is not Phase.OPEN:
            return False
        data = self._lead + tail
        self.backlog += len(data)
        self.quiet = False
        self._out.append(
            Write(self.request.called.call, self.request.called.agent, Kind.EVENT, (data,), None, source)
        )
        return True

    def tail(self, context_id: str) -> bytes | None:
        """The end of the artifact event that was written last, for the next time; None if it was no plain frame."""
        last = self._out[-1] if self._out else None
        if not isinstance(last, Write) or last.text is None or len(last.slices) != 1 or last.more:
            return None
        if not last.slices[0].startswith(b"data: {"):
            return None
        parts = split(last.slices[0], context_id)
        if parts is None:
            return None
        self._lead, tail = parts
        return tail

    def answer(self, value: Task | Message, source: Source = BUILT_IN, mods: Modifiers = PLAIN) -> None:
        """Gives a unary answer: the Task, or the Message, that the call asked for."""
        if self.phase is Phase.FRESH:
            bare = not self.request.sends
            self._json(200, self._result(value, mods, bare), source, mods)

    def document(self, value: Mapping[str, Any]) -> None:
        """Gives a unary answer that is neither a Task nor a Message."""
        if self.phase is Phase.FRESH:
            self._json(200, jsonrpc.result(self.request.read, dict(value)), BUILT_IN, PLAIN)

    def error(
        self,
        name: str | None = None,
        code: int | None = None,
        message: str | None = None,
        data: Any = None,
        form: str = "auto",
        retry_after: float | None = None,
        source: Source = BUILT_IN,
        mods: Modifiers = PLAIN,
    ) -> None:
        """Ends the answer with an error: a JSON-RPC error, or an HTTP status where JSON-RPC has no code for it."""
        row = BY_NAME.get(name or "")
        in_stream = self.phase is Phase.OPEN or (self.streaming and form in ("event", "named_event"))
        if row is not None and row.code is None and code is None and not in_stream:
            self._refuse(row, message, retry_after, source)
            return
        if row is not None and row.code is None and code is None:
            code, message = BY_NAME["InternalError"].code, message or row.text
        body = jsonrpc.error(
            self.request.read, name or "InternalError" if code is None else code, message, data, self.request.dialect
        )
        if mods.envelope:
            body = edited(body, mods.envelope)
        if not self.live:
            return
        if in_stream:
            self.start()
            framing = named(mods.frame, "error") if form == "named_event" else mods.frame
            self._frame(body, source, Modifiers(frame=framing, cut=mods.cut))
            self.close()
        else:
            extra = () if retry_after is None else (("retry-after", f"{retry_after:g}"),)
            self._json(200, body, source, mods, extra)

    def http(self, status: int, headers: Mapping[str, str], body: bytes, source: Source = BUILT_IN) -> None:
        """Gives a whole HTTP response."""
        if self.phase is not Phase.FRESH:
            return
        self._head(status, tuple(headers.items()), length=len(body))
        if body:
            more = {"text": body.decode("utf-8", "replace"), "http": status}
            self._write(Kind.COMMENT, (body,), None, source, more=more)
        self._end()

    def passage(self, data: bytes, text: str, source: Source) -> None:
        """Writes bytes that are no event into the body of a stream."""
        if self.open:
            self.start()
            self._write(Kind.COMMENT, (data,), None, source, more={"text": text})
            self._first = False

    def card(self, card: Mapping[str, Any]) -> None:
        """Answers a card GET."""
        if self.phase is Phase.FRESH:
            self._json(200, card, BUILT_IN, PLAIN)

    def close(self) -> None:
        """Ends a stream in the proper way."""
        if self.live:
            self.start()
            self._end()

    def fault(self, kind: str, step: str = "") -> None:
        """Breaks the connection. `close` is the proper end, only too early."""
        if not self.live:
            return
        if kind in ("close", "half_close", "bad_chunk", "short_chunk"):
            self._ensure_head()
        self._out.append(Fault(self.request.call, self.request.agent, kind, step))
        if kind == "close":
            self._end()
        else:
            self.phase = Phase.MUTE if kind == "stall" else Phase.OVER
            if kind != "stall":
                self._over(self.request.call)

    def flush(self) -> None:
        """Asks to be told when all of this has left."""
        self._out.append(Flush(self.request.call))

    def left(self) -> None:
        """The peer is gone."""
        self.phase = Phase.OVER

    def _ensure_head(self) -> None:
        if self.phase is Phase.FRESH:
            self.phase = Phase.OPEN
            self._head(200, STREAM_HEADERS if self.streaming else JSON_HEADERS)

    def _result(self, value: Event, mods: Modifiers, bare: bool) -> dict[str, Any]:
        if bare and isinstance(value, Task):
            encoded = self._model.encode_task(value)
            if mods.edit:
                encoded = edited(encoded, mods.edit)
        else:
            encoded = self._model.encode_event(value)
            if mods.edit:
                encoded = edited_inside(encoded, mods.edit)
        body = jsonrpc.result(self.request.read, encoded)
        return edited(body, mods.envelope) if mods.envelope else body

    def _frame(self, body: Any, source: Source, mods: Modifiers) -> None:
        self.start()
        text = dumps(body)
        slices = sse.encode(text, mods.frame, self._first)
        self._first = False
        if mods.cut is None:
            self._write(Kind.EVENT, slices, text, source, mods.frame.gap)
        else:
            self._write_cut(mods.cut, b"".join(slices), text, source)

    def _json(
        self,
        status: int,
        body: Any,
        source: Source,
        mods: Modifiers,
        extra: tuple[tuple[str, str], ...] = (),
    ) -> None:
        text = dumps(body)
        data = text.encode("utf-8", "backslashreplace")
        self._head(status, (*JSON_HEADERS, *extra), length=len(data))
        if mods.cut is None:
            self._write(Kind.EVENT, (data,), text, source)
            self._end()
        else:
            self._write_cut(mods.cut, data, text, source)

    def _write_cut(self, cut: Cut, data: bytes, text: str, source: Source) -> None:
        self._write(Kind.EVENT, (kept_by(cut, data),), text, source, more={"cut": True})
        self.phase = Phase.OPEN
        self.fault(cut.fault, source.step)

    def _refuse(self, row: ErrorRow, message: str | None, retry_after: float | None, source: Source) -> None:
        headers = {"content-type": "application/json"}
        if row.http == 401:
            headers["www-authenticate"] = 'Bearer realm="agent"'
        if retry_after is not None:
            headers["retry-after"] = f"{retry_after:g}"
        body = {"error": {"code": row.http, "status": row.grpc, "message": message or row.text}}
        self.http(row.http, headers, dumps(body).encode(), source)

    def _head(self, status: int, headers: tuple[tuple[str, str], ...], length: int | None = None) -> None:
        taken = {name.lower() for name, _ in self.headers}
        kept = tuple(header for header in headers if header[0].lower() not in taken)
        request = self.request
        self._out.append(Head(request.call, request.agent, status, kept + self.headers, length, self.transport))

    def _write(
        self,
        kind: Kind,
        slices: tuple[bytes, ...],
        text: str | None,
        source: Source,
        gap: float = 0.0,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        self.quiet = False
        self.backlog += sum(map(len, slices))
        request = self.request
        self._out.append(Write(request.call, request.agent, kind, slices, text, source, gap, more or NOTHING))

    def _end(self) -> None:
        self.phase = Phase.OVER
        self._out.append(Close(self.request.call, self.request.agent))
        self._over(self.request.call)
