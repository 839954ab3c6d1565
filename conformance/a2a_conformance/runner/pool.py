"""Many cells against one target: a few at a time, results as they end, nothing left behind."""

import queue
import threading
from collections.abc import Iterable, Iterator

from a2a_conformance.adapters.base import Adapter, SessionOver
from a2a_conformance.runner.cell import Driven, drive_cell, failed, judge_cell
from a2a_conformance.runner.ports import Simulator
from a2a_conformance.runner.settings import Settings
from a2a_conformance.verdict import CellResult
from a2a_simulator.scenario.play import Play
from a2a_simulator.server import Simulator as HostSimulator

JOIN_TIMEOUT = 5.0
"""Seconds that the threads of a run get to end once their target is closed."""


class _Lanes:
    """The threads of one run: each takes the next play until there is none, or the run is stopped."""

    def __init__(self, simulator: Simulator, plays: Iterable[Play], adapter: Adapter, settings: Settings) -> None:
        self._simulator = simulator
        self._adapter = adapter
        self._settings = settings
        self._plays = iter(plays)
        self._lock = threading.Lock()
        self._number = 0
        self._stopped = threading.Event()
        self._closed = threading.Event()
        self.results: queue.SimpleQueue[CellResult | BaseException | None] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._lane, name=f"a2a-lane-{index}", daemon=True)
            for index in range(settings.jobs)
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Takes no further play."""
        self._stopped.set()

    def close(self) -> None:
        """From now on the target is being ended: what a cell comes to is not its doing."""
        self._stopped.set()
        self._closed.set()

    def join(self) -> None:
        for thread in self._threads:
            thread.join(JOIN_TIMEOUT)

    def _next(self) -> tuple[int, Play] | None:
        with self._lock:
            if self._stopped.is_set() or (play := next(self._plays, None)) is None:
                return None
            self._number += 1
            return self._number, play

    def _lane(self) -> None:
        """Judges each cell only when the next one was driven: what arrives in between is late, and costs no wait."""
        driven: Driven | None = None
        try:
            while (taken := self._next()) is not None:
                before, driven = driven, self._drive(*taken)
                self._judge(before)
        except BaseException as problem:
            self.stop()
            self.results.put(problem)
        finally:
            self._judge(driven)
            self.results.put(None)

    def _drive(self, number: int, play: Play) -> Driven | None:
        try:
            return drive_cell(self._simulator, self._adapter, play, self._settings, f"r{number}")
        except SessionOver as problem:
            self.stop()
            self.results.put(failed(play, self._adapter.hello(), str(problem)))
            self.results.put(problem)
            return None

    def _judge(self, driven: Driven | None) -> None:
        if driven is not None and not self._closed.is_set():
            self.results.put(judge_cell(driven))


def run(
    plays: Iterable[Play], adapter: Adapter, settings: Settings | None = None, simulator: Simulator | None = None
) -> Iterator[CellResult]:
    """Runs the plays, `settings.jobs` at a time, yields each result as it ends, and closes the adapter at the end.

    Raises SessionOver, after the results so far, when no other cell can run. Closing the generator or an interrupt
    in the caller ends the target and the simulator; cells that were under way give no result.
    """
    settings = settings or Settings()
    try:
        adapter.start()
        if simulator is not None:
            yield from _run(simulator, plays, adapter, settings)
        else:
            with HostSimulator() as host:
                yield from _run(host, plays, adapter, settings)
    finally:
        adapter.close()


def _run(simulator: Simulator, plays: Iterable[Play], adapter: Adapter, settings: Settings) -> Iterator[CellResult]:
    lanes = _Lanes(simulator, plays, adapter, settings)
    lanes.start()
    running = settings.jobs
    over: BaseException | None = None
    try:
        while running:
            match lanes.results.get():
                case None:
                    running -= 1
                case CellResult() as result:
                    yield result
                case problem:
                    over = over or problem
    finally:
        lanes.close()
        adapter.close()
        lanes.join()
    if over is not None:
        raise over
