"""One run on the loop: feeds the session, carries out its commands, keeps the journal."""

import asyncio
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, TypeVar

from starlette.types import Send

from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.scenario.play import Play
from a2a_simulator.server.protocol import Connection
from a2a_simulator.server.response import Response
from a2a_simulator.server.slot import Slot
from a2a_simulator.server.spill import Spill
from a2a_simulator.session.addresses import Address
from a2a_simulator.session.commands import Close, Command, Fault, Flush, Forget, Head, Note, Wait, Write
from a2a_simulator.session.events import (
    Asked,
    Called,
    Due,
    Left,
    Released,
    Reported,
    SessionEvent,
    Stopped,
    Struck,
    Surfaced,
    Written,
)
from a2a_simulator.session.pacing import Pace
from a2a_simulator.session.recorder import Recorder
from a2a_simulator.session.session import Session

T = TypeVar("T")


class Run:
    """A run that is being served. Every method may be called from any thread."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        session: Session,
        slots: tuple[Slot, ...],
        addresses: Mapping[str, Address],
        name: str,
        pace: Pace,
        forgets: bool = False,
    ) -> None:
        self.name = name
        self.addresses = addresses
        self.session = session
        self.slots = slots
        self.watchers: list[Callable[[list[Record]], None]] = []
        """Called on the loop with the new records of each turn."""
        self.first_request = False
        """Whether any request has reached us."""
        self._loop = loop
        self._pace = pace
        self._began = loop.time()
        self._spill = None if forgets else Spill()
        self._recorder = Recorder(name, lambda: loop.time() - self._began, self._spill)
        self._responses: dict[int, Response] = {}
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._calls = count(1)
        self._conns: dict[Connection, int] = {}
        self._next_conn = count(1)
        self._changed = threading.Condition()
        self._watched = 0
        self._closed = False

    @property
    def play(self) -> Play:
        """What is played."""
        return self.session.play

    @property
    def closed(self) -> bool:
        """Whether the run is over."""
        return self._closed

    def asked(self, step: str, verb: str) -> None:
        """The target is asked for a drive step now."""
        self._from_outside(Asked(step, verb))

    def surfaced(self, event: Mapping[str, Any]) -> None:
        """The target told its caller of one event (normal form)."""
        self._from_outside(Surfaced(event))

    def listener_stopped(self) -> None:
        """A listener of the target stopped its call."""
        self._from_outside(Stopped())

    def reported(self, step: str, told: Mapping[str, Any]) -> None:
        """The target told how a drive step ended."""
        self._from_outside(Reported(step, told))

    def idle(self) -> bool:
        """Whether no reply can go on by itself."""
        return self._on_loop(lambda: self.session.idle)

    def wait_idle(self, timeout: float) -> bool:
        """Waits for that; False: not within so many seconds."""
        return self._wait_for(lambda: self.session.idle, timeout)

    def wait_meanwhile(self, step: str, timeout: float) -> bool:
        """Waits until the reply to this step reached its first hold (has none: wrote an event); False: not yet."""
        return self._wait_for(lambda: step in self.session.reached, timeout)

    def snapshot(self) -> Journal:
        """The journal so far, what came after the end included."""
        return self._on_loop(self._recorder.journal)

    def close(self) -> Journal:
        """Ends the run. Open streams are broken; its ports answer 410, and what arrives there is late."""
        return self._on_loop(self.end)

    def release(self) -> None:
        """Lets every hold of the script go."""
        self._from_outside(Released())

    def strike(self, kind: str) -> None:
        """Breaks every open connection: close drop reset half_close stall bad_chunk short_chunk."""
        self._from_outside(Struck(kind))

    def change(self, play: Play, others: tuple[Play, ...] = ()) -> None:
        """Plays another script from now on. Raises ValueError if its agents differ."""
        self._on_loop(lambda: self.session.change(play, others))

    def feed(self, event: SessionEvent) -> None:
        """Tells the session what happened and carries out what it wants. On the loop only."""
        if self._closed:
            return
        self._carry_out(self.session.feed(event))
        with self._changed:
            self._changed.notify_all()

    def connected(self, agent: str, connection: Connection) -> int:
        """The number of a connection; a new one is journaled."""
        number = self._conns.get(connection)
        if number is None:
            number = self._conns[connection] = next(self._next_conn)
            peer = "" if connection.client is None else f"{connection.client[0]}:{connection.client[1]}"
            self._recorder.add(Kind.OPENED, {"peer": peer}, agent, conn=number)
        return number

    def disconnected(self, connection: Connection) -> None:
        """Forgets a connection that is gone."""
        self._conns.pop(connection, None)

    def called(
        self, called: Called, connection: Connection, send: Send, headers: tuple[tuple[str, str], ...]
    ) -> Response:
        """Takes a call."""
        self.first_request = True
        call = next(self._calls)
        response = Response(
            connection,
            send,
            called.method == "HEAD",
            headers,
            written=lambda: self.feed(Written(call)),
            left=lambda: self._left(call),
        )
        self._responses[call] = response
        self.feed(replace(called, call=call))
        return response

    def late(self, called: Called) -> None:
        """Takes note of a call that came after the end."""
        self._recorder.note(self.session.late(replace(called, call=next(self._calls))))

    def _left(self, call: int) -> None:
        self._responses.pop(call, None)
        self.feed(Left(call))

    def _carry_out(self, commands: list[Command]) -> None:
        touched: dict[int, Response] = {}
        recorder, responses = self._recorder, self._responses
        for command in commands:
            match command:
                case Write():
                    recorder.write(command)
                case Note():
                    recorder.note(command)
                    continue
                case Wait():
                    self._start(command)
                    continue
                case Forget():
                    self._forget(command.timer)
                    continue
                case Head():
                    recorder.head(command)
                case Close():
                    recorder.close(command)
                case Fault():
                    recorder.fault(command)
                case Flush():
                    pass
            response = responses.get(command.call)
            if response is not None:
                response.put(command)
                touched[command.call] = response
                if isinstance(command, Close):
                    del responses[command.call]
        for response in touched.values():
            response.pump()
        for watcher in self.watchers:
            watcher(recorder.since(self._watched))
        self._watched = len(recorder)

    def _start(self, wait: Wait) -> None:
        seconds = self._pace.seconds(wait)
        self._timers[wait.timer] = self._loop.call_later(seconds, self._due, wait.timer)

    def _due(self, timer: int) -> None:
        self._timers.pop(timer, None)
        self.feed(Due(timer))

    def _forget(self, timer: int) -> None:
        handle = self._timers.pop(timer, None)
        if handle is not None:
            handle.cancel()

    def end(self) -> Journal:
        """The same as `close`, on the loop."""
        if not self._closed:
            self._closed = True
            for slot in self.slots:
                slot.end()
            for handle in self._timers.values():
                handle.cancel()
            self._timers.clear()
            for response in list(self._responses.values()):
                response.abort()
            self._responses.clear()
            with self._changed:
                self._changed.notify_all()
        return self._recorder.journal()

    def _from_outside(self, event: SessionEvent) -> None:
        self._loop.call_soon_threadsafe(self.feed, event)

    def _on_loop(self, function: Callable[[], T]) -> T:
        return on_loop(self._loop, function)

    def _wait_for(self, condition: Callable[[], bool], timeout: float) -> bool:
        if self._on_loop(condition):
            return True
        with self._changed:
            return self._changed.wait_for(lambda: self._closed or condition(), timeout) and condition()


def on_loop(loop: asyncio.AbstractEventLoop, function: Callable[[], T]) -> T:
    """Calls a function in the loop's thread and waits for what it gives back."""

    async def call() -> T:
        return function()

    return asyncio.run_coroutine_threadsafe(call(), loop).result()
