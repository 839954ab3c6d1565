"""Real sockets on loopback: a simulator, and runs on it."""

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from a2a_simulator.server import Run, Simulator
from simulator_socket import Raw, lowered


@pytest.fixture(scope="session")
def simulator() -> Iterator[Simulator]:
    with Simulator() as running:
        yield running


@pytest.fixture
def run(simulator: Simulator) -> Iterator[Callable[..., Run]]:
    """Opens runs; waits take no time unless a test says so."""
    opened: list[Run] = []

    def open_(text: str, dialect: str = "1.0", **options: Any) -> Run:
        options.setdefault("time_scale", 0.0)
        opened.append(simulator.open(lowered(text, dialect), **options))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


@pytest.fixture
def raw() -> Iterator[Callable[[Run], Raw]]:
    connections: list[Raw] = []

    def connect(run: Run, agent: str = "agent") -> Raw:
        port = int(run.addresses[agent].base_url.rsplit(":", 1)[1].partition("/")[0])
        connections.append(Raw(port))
        return connections[-1]

    yield connect
    for each in connections:
        each.socket.close()


@pytest.fixture(scope="session")
def http() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=10, headers={"A2A-Version": "1.0"}) as client:
        yield client
