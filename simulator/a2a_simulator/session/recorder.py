"""Writes the journal of a run as commands are carried out. Cheap to write; decoded only when it is read."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

from a2a_simulator.journal import Journal, Kind, Record, Wire
from a2a_simulator.session.commands import Close, Fault, Head, Note, Source, Write, json_text
from a2a_simulator.wire.json_text import loads

Raw = tuple[Any, ...]
"""(seq, t, kind, agent, conn, call, payload or None, text, source, more, offset, data)"""

KEPT_IN_MEMORY: Final = 10_000
BATCH: Final = 1_000
BYTES_IN_MEMORY: Final = 64 * 1024 * 1024


class Store(Protocol):
    """Takes batches of older records, and gives them back in order."""

    def put(self, batch: list[Raw]) -> None:
        """Appends a batch."""

    def __iter__(self) -> Iterator[Raw]: ...


class Recorder:
    """The records of one run. `now` gives seconds since the run began.

    Beyond `KEPT_IN_MEMORY` records or `BYTES_IN_MEMORY` the older ones go to `older`; without it they are forgotten.
    """

    def __init__(self, run: str, now: Callable[[], float], older: Store | None = None) -> None:
        self.run = run
        self._now = now
        self._older = older
        self._raw: list[Raw] = []
        self._seq = 0
        self._size = 0
        self._offsets: dict[int, int] = {}
        self._conns: dict[int, int | None] = {}

    def add(
        self,
        kind: Kind,
        payload: Mapping[str, Any],
        agent: str = "agent",
        conn: int | None = None,
        call: int | None = None,
    ) -> None:
        """Adds a record that has no bytes."""
        if conn is None and call is not None:
            conn = self._conns.get(call)
        elif call is not None:
            self._conns[call] = conn
            if len(self._conns) > 2 * KEPT_IN_MEMORY:
                del self._conns[next(iter(self._conns))]
        size = len(payload.get("body", "")) if kind is Kind.CALLED else 0
        self._append((kind, agent, conn, call, payload, None, None, None, 0, None), size)

    def note(self, note: Note) -> None:
        """Adds what a Note says."""
        self.add(note.kind, note.payload, note.agent, note.conn, note.call)

    def head(self, head: Head) -> None:
        """A response head left."""
        self._offsets[head.call] = 0
        self.add(Kind.HEAD, {"status": head.status, "headers": dict(head.headers)}, head.agent, call=head.call)

    def write(self, write: Write) -> None:
        """Body bytes left."""
        data = write.slices[0] if len(write.slices) == 1 else b"".join(write.slices)
        call = write.call
        offset = self._offsets.get(call, 0)
        self._offsets[call] = offset + len(data)
        self._append(
            (
                write.kind,
                write.agent,
                self._conns.get(call),
                call,
                None,
                write.text,
                write.source,
                write.more,
                offset,
                data,
            ),
            len(data),
        )

    def close(self, close: Close) -> None:
        """The response was ended properly."""
        self.over(close.call)
        self.add(Kind.CLOSED, {"clean": True}, close.agent, call=close.call)

    def fault(self, fault: Fault) -> None:
        """The connection was broken by us."""
        self.add(Kind.FAULT, {"fault": fault.kind, "step": fault.step}, fault.agent, call=fault.call)
        if fault.kind not in ("close", "stall"):
            self.over(fault.call)
            self.add(Kind.CLOSED, {"clean": False}, fault.agent, call=fault.call)

    def over(self, call: int) -> None:
        """Nothing more is written for this call."""
        self._offsets.pop(call, None)

    def journal(self) -> Journal:
        """All records so far."""
        return Journal(tuple(self.records()))

    def records(self) -> Iterator[Record]:
        """All records so far, decoded one by one."""
        if self._older is not None:
            yield from map(self._record, self._older)
        yield from map(self._record, self._raw)

    def since(self, seq: int) -> list[Record]:
        """The records after that number, as far as they are in memory."""
        first = self._raw[0][0] if self._raw else 0
        return [self._record(raw) for raw in self._raw[max(seq - first + 1, 0) :]]

    def __len__(self) -> int:
        return self._seq

    def _append(self, rest: Raw, size: int) -> None:
        self._seq += 1
        self._size += size
        self._raw.append((self._seq, self._now(), *rest))
        if len(self._raw) > KEPT_IN_MEMORY + BATCH:
            self._shed(BATCH)
        elif self._size > BYTES_IN_MEMORY:
            self._shed(len(self._raw))

    def _shed(self, count: int) -> None:
        if self._older is not None:
            self._older.put(self._raw[:count])
        del self._raw[:count]
        self._size = 0

    def _record(self, raw: Raw) -> Record:
        seq, t, kind, agent, conn, call, payload, text, source, more, offset, data = raw
        if payload is None:
            payload = _payload(json_text(kind, text, data), source, more)
        wire = None if data is None else Wire(offset, data)
        return Record(seq, t, kind, payload, self.run, "back", agent, conn, call, wire)


def _payload(text: str | None, source: Source, more: Mapping[str, Any]) -> dict[str, Any]:
    payload: dict[str, Any] = {} if text is None else {"json": loads(text).value}
    payload |= {"step": source.step, "deliberate": list(source.deliberate), "entry": source.entry}
    return payload | dict(more)
