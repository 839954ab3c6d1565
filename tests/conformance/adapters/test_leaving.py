"""A caller that leaves in the middle of an iteration: by every kind of adapter, and by what `init` writes."""

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from a2a_conformance.adapters.base import LEFT_NOTE, StepRequest
from a2a_conformance.adapters.python import PythonAdapter
from a2a_conformance.adapters.worker import WorkerAdapter
from a2a_conformance.outcome import Ended
from a2a_simulator.scenario.play import Verb
from heard import Heard

KITS = Path(str(files("a2a_conformance") / "kits"))
FAKE = Path(__file__).with_name("fake_worker.py")
PYTHON = """
import asyncio, sys
sys.path.insert(0, {kits!r})
from a2a_worker_kit import serve

class Adapter:
    observes = "events"
    async def send(self, text):
        try:
            yield {{"event": "status", "state": "completed"}}
            await asyncio.sleep(3600)
        finally:
            print("closed", file=sys.stderr, flush=True)

serve(Adapter(), name="kit")
"""
SCRIPT = """
import {{ worker }} from {kit!r};
worker({{ name: "kit", observes: "events" }}, {{
  async *send() {{
    yield {{ event: "status", state: "completed" }};
    await new Promise((resolve) => setTimeout(resolve, 3600_000));
  }},
}});
"""


def asked(step: str = "0", last: bool = True) -> StepRequest:
    return StepRequest("r1", step, Verb.SEND, text="hi", last=last)


class Leaving(Heard):
    """Leaves at the first event."""

    def patience(self) -> float:
        return 0.0 if self.first_event.is_set() else 0.02


def leaving() -> Heard:
    return Leaving(leaves=True)


@pytest.fixture
def kit(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WorkerAdapter]:
    if request.param == "python":
        file = tmp_path / "worker.py"
        file.write_text(PYTHON.format(kits=str(KITS)))
        adapter = WorkerAdapter([sys.executable, str(file)])
    else:
        file = tmp_path / "worker.mjs"
        file.write_text(SCRIPT.format(kit=(KITS / "a2a-worker-kit.mjs").as_uri()))
        adapter = WorkerAdapter(["node", str(file)])
    yield adapter
    adapter.close()


@pytest.mark.parametrize("kit", ["python", "node"], indirect=True)
def test_the_kits_end_an_iteration_that_waits_and_serve_on(kit: WorkerAdapter) -> None:
    heard = leaving()
    for step in ("0", "1"):
        told = kit.drive(asked(step, last=step == "1"), heard)
        assert (told.ended, told.note, len(told.surfaced)) == (Ended.LEFT, LEFT_NOTE, 1)
        heard = leaving()
    kit.release("r1")
    assert kit.drive(asked(), leaving()).ended is Ended.LEFT


def test_a_worker_that_knows_no_such_stop_is_not_blamed() -> None:
    adapter = WorkerAdapter([sys.executable, str(FAKE), "hang"])
    try:
        assert adapter.drive(asked(), Heard(patience=0.2, leaves=True)).ended is Ended.LEFT
        adapter.release("r1")
    finally:
        adapter.close()


class Waiting:
    observes = "events"

    def __init__(self) -> None:
        self.closed = threading.Event()

    async def send(self, text: str) -> AsyncIterator[dict[str, Any]]:
        try:
            yield {"event": "status", "state": "completed"}
            await asyncio.sleep(3600)
        finally:
            self.closed.set()


def test_an_object_of_this_process_has_its_iteration_closed() -> None:
    client = Waiting()
    adapter = PythonAdapter(client)
    try:
        adapter.start()
        told = adapter.drive(asked(), leaving())
        assert (told.ended, told.note, len(told.surfaced)) == (Ended.LEFT, LEFT_NOTE, 1)
        assert client.closed.wait(5)
    finally:
        adapter.close()
