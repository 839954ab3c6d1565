import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.listener import Continue, Decision, StopWithArtifacts, StopWithResponse, Update
from a2a_conformance.reference.results import Result
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus

OPENING = Task("t", "c", TaskStatus(State.SUBMITTED))
WORKING = StatusUpdate("t", "c", TaskStatus(State.WORKING))
FAILED = StatusUpdate("t", "c", TaskStatus(State.FAILED))
PAUSED = StatusUpdate("t", "c", TaskStatus(State.INPUT_REQUIRED))
DONE = StatusUpdate("t", "c", TaskStatus(State.COMPLETED))
FIRST = ArtifactUpdate("t", "c", Artifact("a", (Text("one"),)))
SECOND = ArtifactUpdate("t", "c", Artifact("b", (Text("two"),)))


class Hearing:
    """Follows given events with a listener that stops at the n-th update, and keeps what it was shown."""

    def __init__(self, stop_at: int | None = None, stop: Decision | None = None) -> None:
        self.stop_at = stop_at
        self.stop = stop or StopWithResponse("enough")
        self.shown: list[tuple[Update, Task]] = []
        self.left = False

    def __call__(self, update: Update, task: Task) -> Decision:
        self.shown.append((update, task))
        return self.stop if len(self.shown) == self.stop_at else Continue()

    async def _events(self, events: tuple[Event, ...]) -> AsyncGenerator[Event, None]:
        try:
            for event in events:
                yield event
        finally:
            self.left = True

    def follow(self, *events: Event, **client: Any) -> Result:
        return asyncio.run(Client(None, "", **client).follow(self._events(events), self))  # type: ignore[arg-type]

    @property
    def updates(self) -> list[Update]:
        return [update for update, _ in self.shown]


def test_it_is_shown_updates_in_order_and_neither_the_opening_task_nor_a_message() -> None:
    hearing = Hearing()
    result = hearing.follow(OPENING, WORKING, FIRST, SECOND, DONE)
    assert hearing.updates == [WORKING, FIRST, SECOND, DONE]
    assert (result.kind, result.updates) == (Kind.COMPLETED, 4)
    assert Hearing().follow(Message("m", Role.AGENT, (Text("hi"),))).updates == 0


def test_each_update_comes_with_the_task_that_includes_it() -> None:
    hearing = Hearing()
    hearing.follow(OPENING, WORKING, FIRST, SECOND)
    assert [len(task.artifacts or ()) for _, task in hearing.shown] == [0, 1, 2]
    assert hearing.shown[0][1].status.state is State.WORKING


def test_after_a_stop_nothing_is_shown_and_the_result_stays() -> None:
    hearing = Hearing(stop_at=1)
    result = hearing.follow(OPENING, WORKING, FIRST, DONE)
    assert hearing.updates == [WORKING]
    assert (result.kind, result.answer, result.updates) == (Kind.STOPPED, "enough", 1)


def test_a_stop_leaves_the_stream() -> None:
    hearing = Hearing(stop_at=1)
    hearing.follow(OPENING, WORKING, FIRST, DONE)
    assert hearing.left


@pytest.mark.parametrize("event", [FAILED, PAUSED])
def test_a_stop_wins_over_a_failure_or_pause_in_the_same_event(event: Event) -> None:
    assert Hearing(stop_at=1).follow(OPENING, event).kind is Kind.STOPPED


def test_stopping_with_artifacts_gives_those_so_far() -> None:
    assert Hearing(2, StopWithArtifacts()).follow(OPENING, WORKING, FIRST, SECOND, DONE).answer == "one"
    assert Hearing(1, StopWithArtifacts()).follow(OPENING, WORKING, FIRST).answer == ""


def test_stopping_without_response_gives_empty_text() -> None:
    assert Hearing(1, StopWithResponse(None)).follow(OPENING, WORKING).answer == ""
