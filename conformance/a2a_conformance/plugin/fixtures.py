"""The fixtures. All are plain, so that they serve plain, asyncio and anyio tests alike."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from a2a_conformance.plugin.agent import TestAgent
    from a2a_simulator.server import Simulator


@pytest.fixture(scope="session")
def a2a_simulator() -> "Iterator[Simulator]":
    """The simulator that all runs of the session share."""
    from a2a_simulator.server import Simulator

    with Simulator() as simulator:
        yield simulator


@pytest.fixture(scope="session")
def a2a_adapter(request: pytest.FixtureRequest) -> Iterator[Any]:
    """The client under test, from `--a2a-target`, `--a2a-adapter` or the ini. Override it in `conftest.py`."""
    from a2a_conformance.plugin.targets import named

    target = named(request.config)
    if target is None:
        raise pytest.UsageError(
            "no client under test: give --a2a-target FILE, --a2a-adapter KIND:…, or define a fixture a2a_adapter"
        )
    adapter = target.adapter()
    yield adapter
    adapter.close()


@pytest.fixture
def make_a2a_agent(request: pytest.FixtureRequest) -> "Iterator[Callable[..., TestAgent]]":
    """Makes fake agents that end with the test: `make_a2a_agent("pause.a2a.yaml", dialect="1.0")`."""
    from a2a_conformance.plugin.agent import TestAgent

    with ExitStack() as agents:

        def make(script: Any = None, **settings: Any) -> TestAgent:
            return agents.enter_context(TestAgent(request.path.parent, script, **settings))

        yield make


@pytest.fixture
def a2a_agent(make_a2a_agent: "Callable[..., TestAgent]") -> "TestAgent":
    """One fake agent: `a2a_agent.play("pause.a2a.yaml")`, then `.card_url`, `.base_url`, `.journal`."""
    return make_a2a_agent()
