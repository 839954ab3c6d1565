"""A session without sockets: time is a number, and what the agent says is kept instead of sent."""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from a2a_simulator.journal import Kind
from a2a_simulator.scenario.play import AgentPlay
from a2a_simulator.session.addresses import Address, address
from a2a_simulator.session.commands import Close, Command, Fault, Flush, Forget, Head, Note, Wait, Write
from a2a_simulator.session.events import Asked, Called, Due, Left, Reported, SessionEvent, Written
from a2a_simulator.session.pacing import AS_WRITTEN, Pace
from a2a_simulator.session.recorder import Recorder
from a2a_simulator.session.session import Session
from a2a_simulator.wire.cards import Interface
from a2a_simulator.wire.json_text import loads


@dataclass(slots=True)
class Heard:
    """What a caller heard in answer to one call, so far."""

    status: int | None = None
    bodies: list[Any] = field(default_factory=list)
    """The JSON of each whole event, or of the unary answer."""
    over: bool = False
    broken: bool = False


class World:
    """Holds a session, its virtual clock, and what was heard in each call."""

    def __init__(self, session: Session, run: str, pace: Pace = AS_WRITTEN) -> None:
        self.session = session
        self.pace = pace
        self.now = 0.0
        self.recorder = Recorder(run, lambda: self.now)
        self.heard: dict[int, Heard] = {}
        self.interfaces: dict[str, Interface | None] = {}
        """What was chosen from each card that was fetched."""
        self._due: list[tuple[float, int]] = []
        self._wanted: set[int] = set()
        self._calls = count(1)
        self._ids = count(1)

    def next_id(self) -> int:
        """A number for the caller's own ids."""
        return next(self._ids)

    def asked(self, step: str, verb: str) -> None:
        """The caller begins a drive step."""
        self.feed(Asked(step, verb))

    def reported(self, step: str, told: Mapping[str, Any]) -> None:
        """The caller ended it."""
        self.feed(Reported(step, told))

    def call(self, agent: str, method: str, path: str, headers: Mapping[str, str], body: bytes = b"") -> int:
        """Sends a request; each has a connection of its own."""
        call = next(self._calls)
        self.heard[call] = Heard()
        self.recorder.add(Kind.OPENED, {"peer": ""}, agent, conn=call)
        self.feed(Called(call, agent, method, path, headers, body, conn=call))
        return call

    def leave(self, call: int) -> None:
        """The caller closes the connection of a call that is not over."""
        if not self.heard[call].over:
            self.heard[call].over = True
            self.feed(Left(call))

    def feed(self, event: SessionEvent) -> None:
        """Tells the session what happened and takes in what it wants."""
        commands = self.session.feed(event)
        flushed = [command.call for command in commands if isinstance(command, Flush)]
        for command in commands:
            self._take(command)
        for call in flushed:
            self.feed(Written(call))

    def pass_time(self) -> bool:
        """Moves to the next moment at which something is due; False: there is none."""
        while self._due:
            moment, timer = heapq.heappop(self._due)
            if timer in self._wanted:
                self._wanted.discard(timer)
                self.now = max(self.now, moment)
                self.feed(Due(timer))
                return True
        return False

    def _take(self, command: Command) -> None:
        match command:
            case Note():
                self.recorder.note(command)
            case Wait():
                self._wanted.add(command.timer)
                heapq.heappush(self._due, (self.now + self.pace.seconds(command), command.timer))
            case Forget():
                self._wanted.discard(command.timer)
            case Head():
                self.recorder.head(command)
                self.heard[command.call].status = command.status
            case Write():
                self.recorder.write(command)
                if (text := command.json_text) is not None and not command.more.get("cut"):
                    self.heard[command.call].bodies.append(loads(text).value)
            case Close():
                self.recorder.close(command)
                self.heard[command.call].over = True
            case Fault():
                self.recorder.fault(command)
                if command.kind not in ("stall", "close"):
                    heard = self.heard[command.call]
                    heard.over = heard.broken = True
            case Flush():
                pass


def virtual_addresses(agents: tuple[AgentPlay, ...]) -> dict[str, Address]:
    """Addresses that nobody listens at: a port for each agent, and one more."""
    origins = [f"http://127.0.0.1:{9000 + number}" for number in range(len(agents) + 1)]
    return {agent.name: address(origins[number], agent.serve, origins[-1]) for number, agent in enumerate(agents)}
