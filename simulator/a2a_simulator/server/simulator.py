"""The simulator: a thread with a loop of its own, on which any number of runs are served at once."""

import asyncio
import threading
from collections import deque
from collections.abc import Coroutine, Mapping
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from a2a_simulator.scenario.play import Play
from a2a_simulator.server.host import Host
from a2a_simulator.server.run import Run
from a2a_simulator.server.slot import Slot
from a2a_simulator.session.addresses import address
from a2a_simulator.session.pacing import Pace
from a2a_simulator.session.session import Session

T = TypeVar("T")

OTHER_ORIGIN: Final = "other_url"
LINGERING: Final = 256
"""Ports of closed runs that go on answering 410."""


class Simulator:
    """Serves plays. Use it as a context manager; every method may be called from any thread.

    `host` is the address that new slots listen on.
    """

    def __init__(self, host: str = "127.0.0.1") -> None:
        self._host = host
        self._loop: asyncio.AbstractEventLoop
        self._thread: threading.Thread
        self._slots: dict[Slot, None] = {}
        self._nobody: Slot | None = None
        self._runs: deque[tuple[Run, tuple[Slot, ...]]] = deque()
        self._apps: list[Host] = []
        self._started = False

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="a2a-simulator", daemon=True)
        self._thread.start()
        self._started = True
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(
        self,
        play: Play,
        *,
        run: str = "r1",
        time_scale: float = 1.0,
        wait_cap: float | None = None,
        sees_events: bool = False,
        slots: Mapping[str, Slot] | None = None,
        per_task: bool = False,
        others: tuple[Play, ...] = (),
    ) -> Run:
        """Serves a play until the run is closed.

        Args:
            play: what is played.
            run: the name of the run in its journal.
            time_scale: multiplies each wait of the script; `wait_cap` bounds scripted waits, in seconds.
            sees_events: the target reports what it surfaces, so `hold: seen` means something.
            slots: where agents are served; those not named get a fresh port each.
            per_task: each new task begins the script anew.
            others: the same agents in further dialects.
        """
        return self._call(self._open(play, run, Pace(time_scale, wait_cap), sees_events, slots, per_task, others))

    def slot(self, port: int = 0, cors: bool = False) -> Slot:
        """A port for runs to borrow. Raises PortTaken."""
        slot = Slot(self._host, port, cors)
        self._call(self._listen(slot))
        return slot

    def app(self, app: Any, port: int = 0) -> int:
        """Serves an ASGI application of somebody else on loopback, on the same loop; the port. Raises PortTaken."""
        host = Host(app, "127.0.0.1", port)
        self._call(host.start())
        self._apps.append(host)
        return host.port

    def close(self) -> None:
        """Ends all runs, frees all ports, stops the thread."""
        if not self._started:
            return
        self._call(self._stop())
        self._started = False
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def _call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        if not self._started:
            coroutine.close()
            raise RuntimeError("the simulator does not run: use it in `with Simulator() as simulator:`")
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    async def _open(
        self,
        play: Play,
        name: str,
        pace: Pace,
        sees_events: bool,
        given: Mapping[str, Slot] | None,
        per_task: bool,
        others: tuple[Play, ...],
    ) -> Run:
        slots: dict[str, Slot] = {}
        fresh: list[Slot] = []
        for agent in play.agents:
            slot = (given or {}).get(agent.name)
            if slot is None:
                slot = Slot(self._host)
                fresh.append(slot)
                if agent.serve.online:
                    await self._listen(slot)
            slots[agent.name] = slot
        other = await self._other_origin(play, fresh)
        addresses = {name: address(slot.origin, play.agent(name).serve, other.origin) for name, slot in slots.items()}
        session = Session(play, addresses, sees_events, per_task, others)
        borrowed = (*slots.values(), other) if other in fresh else tuple(slots.values())
        run = Run(self._loop, session, borrowed, addresses, name, pace, forgets=per_task)
        for agent_name, slot in slots.items():
            slot.lend(run, agent_name)
        if other in fresh:
            other.lend(run, OTHER_ORIGIN)
        self._runs.append((run, tuple(fresh)))
        await self._retire_old()
        return run

    async def _other_origin(self, play: Play, fresh: list[Slot]) -> Slot:
        """An origin of its own only for a play that speaks of it; the others share one that nobody answers at."""
        if OTHER_ORIGIN in repr(play):
            slot = Slot(self._host)
            await self._listen(slot)
            fresh.append(slot)
            return slot
        if self._nobody is None:
            self._nobody = Slot(self._host)
            await self._listen(self._nobody)
        return self._nobody

    async def _retire_old(self) -> None:
        while len(self._runs) > LINGERING and self._runs[0][0].closed:
            for slot in self._runs.popleft()[1]:
                self._slots.pop(slot, None)
                await slot.host.stop()

    async def _listen(self, slot: Slot) -> None:
        await slot.host.start()
        self._slots[slot] = None

    async def _stop(self) -> None:
        for run, fresh in self._runs:
            run.end()
            self._slots.update(dict.fromkeys(fresh))
        await asyncio.gather(*(host.stop() for host in (*self._apps, *(slot.host for slot in self._slots))))
        self._slots.clear()
        self._runs.clear()
