from typing import Any

import pytest

from a2a_conformance import corpus
from a2a_conformance.adapters.base import Go, Stop
from a2a_conformance.outcome import Surfaced
from a2a_conformance.runner.caller import Caller
from a2a_conformance.runner.ids import UNKNOWN_TASK, Ids
from a2a_conformance.runner.settings import Settings
from a2a_conformance.runner.watch import Watch
from a2a_simulator.protocol.states import State
from a2a_simulator.scenario.play import Listener, StopAt
from fake_run import FakeRun

SCENARIO = corpus.scenario("lifecycle/plain")
PLAY = SCENARIO.lower(SCENARIO.cells()[0])
TASK = Surfaced("task", "t", "c", "submitted")
WORKING = Surfaced("status", "t", "c", "working")
ONE = Surfaced("artifact", "t", artifact="one")
TWO = Surfaced("artifact", "t", artifact="two")
MESSAGE = Surfaced("message")
EVENTS = (TASK, WORKING, ONE, ONE, TWO, WORKING, MESSAGE)


def stopped_at(listener: Listener | None) -> tuple[int | None, FakeRun]:
    """The number of the first event that is answered by stop."""
    run = FakeRun()
    caller = Caller(run, Watch(run, PLAY, Settings()), "0", Ids(), listener, print)
    replies = [caller.surfaced(event) for event in EVENTS]
    return next((index for index, reply in enumerate(replies) if isinstance(reply, Stop)), None), run


@pytest.mark.parametrize(
    ("stop_at", "at", "event"),
    [
        (StopAt.UPDATE, 1, 1),
        (StopAt.UPDATE, 3, 3),
        (StopAt.STATUS, State.WORKING, 1),
        (StopAt.STATUS, State.COMPLETED, None),
        (StopAt.CHUNK, 2, 3),
        (StopAt.ARTIFACTS, 2, 4),
        (None, None, None),
    ],
)
def test_listener_counts_updates_only(stop_at: StopAt | None, at: Any, event: int | None) -> None:
    stopped, run = stopped_at(Listener(stop_at, at))
    assert stopped == event
    assert (("listener stopped",) in run.told) == (event is not None)


def test_stop_carries_what_the_listener_returns() -> None:
    run = FakeRun()
    for listener, reply in (
        (Listener(StopAt.UPDATE, 1, response="enough"), Stop("enough")),
        (Listener(StopAt.UPDATE, 1), Stop(None)),
        (Listener(StopAt.UPDATE, 1, artifacts=True), Stop(artifacts=True)),
    ):
        caller = Caller(run, Watch(run, PLAY, Settings()), "0", Ids(), listener, print)
        assert caller.surfaced(WORKING) == reply
        assert caller.surfaced(WORKING) == reply, "after its stop every event is answered so"


def test_without_a_listener_the_caller_wants_all() -> None:
    run = FakeRun()
    caller = Caller(run, Watch(run, PLAY, Settings()), "0", Ids(), None, print)
    assert caller.surfaced(WORKING) == Go()
    assert run.told == [("surfaced", "0", "status")]


def test_ids_are_those_that_were_told_last() -> None:
    ids = Ids()
    assert ids.of("current") == (None, None)
    ids.learn("t1", None)
    ids.learn(None, "c1")
    ids.name("first")
    ids.begin()
    assert ids.of("current") == (None, "c1")
    ids.learn("t2", "c2")
    assert (ids.of("current"), ids.of("first")) == (("t2", "c2"), ("t1", "c1"))
    assert ids.of("unknown") == (UNKNOWN_TASK, None)
    assert ids.of("never named") == (None, None)
