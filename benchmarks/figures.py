"""Each figure with its budget. CPU time where a budget speaks of work, wall time where a user waits."""

import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from a2a_simulator.journal import Kind
from a2a_simulator.session.commands import Head, Source, Write
from a2a_simulator.session.recorder import Recorder
from benchmarks.children import script
from benchmarks.streams import costs

EVENTS = 2_000
CELLS = 20


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `budget` in the unit of `value`."""

    name: str
    value: float
    unit: str
    budget: float
    beside: str = ""

    @property
    def held(self) -> bool:
        """Whether the budget was kept."""
        return self.value <= self.budget


def all_figures() -> Iterator[Figure]:
    """Measures one after the other."""
    yield from served()
    yield from parsed_and_judged()
    yield cell()
    yield from started()
    yield from host()
    yield journal()


def served() -> Iterator[Figure]:
    """Events served and journaled."""
    single, burst = costs(paced=True), costs(paced=False)
    beside = f"with the same waits: bare ASGI {single.asgi:.1f}, raw asyncio {single.raw:.1f}"
    yield Figure("event served and journaled, one write each", single.ours, "µs CPU", 2 * single.asgi, beside)
    beside = f"one by one without waits: bare ASGI {burst.asgi:.1f}, raw asyncio {burst.raw:.1f}"
    yield Figure("event served and journaled, coalesced", burst.ours, "µs CPU", single.ours / 3, beside)


def parsed_and_judged() -> Iterator[Figure]:
    """A recorded stream parsed, and judged by all rules."""
    from a2a_conformance.judge import judge_text
    from a2a_simulator.session.dry_run import dry_run
    from a2a_simulator.wire.sse import SseParser

    records = dry_run(script(EVENTS, paced=False)).of(Kind.EVENT)
    stream = b"".join(record.wire.data for record in records if record.wire is not None and record.call == 2)
    yield Figure("SSE event parsed", _cpu(lambda: SseParser().feed(stream)) / EVENTS * 1e6, "µs CPU", 3)
    sliced = [stream[at : at + 7] for at in range(0, len(stream), 7)]

    def parse_slices() -> None:
        parser = SseParser()
        for piece in sliced:
            parser.feed(piece)

    whole = _cpu(lambda: SseParser().feed(stream * 4)) / 4
    beside = (
        f"7 bytes a read: {_cpu(parse_slices) / EVENTS * 1e6:.1f}; four times as long: {whole / EVENTS * 1e6:.1f}"
    )
    judged = _cpu(lambda: judge_text(stream, "1.0")) / EVENTS * 1e6
    yield Figure("event of a recorded stream judged by all rules", judged, "µs CPU", 40, beside)


def cell() -> Figure:
    """A cell run and judged with the reference client."""
    from a2a_conformance.adapters.python import PythonAdapter
    from a2a_conformance.corpus import corpus
    from a2a_conformance.reference.adapter import ReferenceAdapter
    from a2a_conformance.runner.cell import run_cell
    from a2a_simulator.server import Simulator

    scenario = next(one for one in corpus() if one.id == "lifecycle/plain")
    play = scenario.lower(scenario.cells()[0])
    adapter = PythonAdapter(ReferenceAdapter())
    adapter.start()
    try:
        with Simulator() as simulator:
            run_cell(simulator, adapter, play)

            def run() -> None:
                for _ in range(CELLS):
                    run_cell(simulator, adapter, play)

            return Figure("cell with the reference client", _cpu(run) / CELLS * 1e3, "ms CPU", 15)
    finally:
        adapter.close()


def started() -> Iterator[Figure]:
    """What starting costs: the plugin where nobody uses it, and `--help`."""
    bare = _python("-c", "import pytest")
    plugin = _python("-c", "import pytest, a2a_conformance.plugin")
    yield Figure("plugin imported and not used", max(plugin - bare, 0) * 1e3, "ms", 30)
    python = _python("-c", "")
    for module in ("a2a_conformance.cli", "a2a_simulator.cli"):
        seconds = _python("-c", f"from {module} import main; import sys; sys.argv[1:] = ['--help']; main()")
        yield Figure(f"{module} --help", seconds * 1e3, "ms", 250, f"python alone {python * 1e3:.0f}")


def host() -> Iterator[Figure]:
    """A server started and stopped, with a stream that hangs."""
    import socket

    from a2a_simulator.server import Simulator

    starts, stops = [], []
    play = script(10, paced=False)
    for _ in range(10):
        began = time.perf_counter()
        simulator = Simulator().__enter__()
        run = simulator.open(play)
        starts.append(time.perf_counter() - began)
        hanging = socket.create_connection(("127.0.0.1", int(run.addresses["agent"].base_url.rsplit(":", 1)[1])))
        hanging.sendall(b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n")
        began = time.perf_counter()
        simulator.close()
        stops.append(time.perf_counter() - began)
        hanging.close()
    yield Figure("host started and a run opened", min(starts) * 1e3, "ms", 5)
    yield Figure("host stopped, a call hanging", min(stops) * 1e3, "ms", 20)


def journal() -> Figure:
    """Memory of one journaled event."""
    frames = [f'data: {{"jsonrpc":"2.0","id":1,"n":{number},"x":"{"y" * 250}"}}\n\n' for number in range(5_000)]
    recorder = Recorder("r", time.monotonic)
    recorder.head(Head(1, "agent", 200, ()))
    source = Source("script[0].reply[0]", "script[0]")
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for frame in frames:
        recorder.write(Write(1, "agent", Kind.EVENT, (frame.encode(),), None, source))
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return Figure("journal, an event of 300 bytes", used / len(frames), "bytes", 1_500)


def _cpu(action: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        action()
        best = min(best, time.process_time() - began)
    return best


def _python(*arguments: str) -> float:
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - began)
    return best
