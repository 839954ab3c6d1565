"""The scenario `lifecycle/flight-capture` replays the recorded stream, event by event."""

from dataclasses import replace
from typing import Any

from a2a_conformance import corpus
from a2a_simulator.journal import Kind
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import Cell
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.wire.json_text import loads
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.sse import SseEvent, SseParser
from a2a_simulator.wire.wire_forms import V0_3_JSONRPC, Dialect


def recorded() -> list[Any]:
    parser = SseParser()
    frames = parser.feed((corpus.fixtures_root() / "streams" / "flight.sse").read_bytes())
    return [loads(frame.data).value for frame in frames if isinstance(frame, SseEvent)]


def played() -> list[Any]:
    journal = dry_run(
        corpus.scenario("lifecycle/flight-capture").lower(Cell("lifecycle/flight-capture", V0_3_JSONRPC))
    )
    return [record.payload["json"] for record in journal.of(Kind.EVENT) if "jsonrpc" in record.payload["json"]]


def without_ids(value: Any) -> Event:
    """The event, its made-up ids and times left out."""
    event = model_of(Dialect.V0_3).read_event(value["result"]).value
    assert event is not None
    if isinstance(event, Task):
        said = tuple(replace(one, message_id="", task_id="", context_id="") for one in event.history or ())
        return replace(event, id="", context_id="", status=replace(event.status, timestamp=None), history=said)
    if isinstance(event, StatusUpdate):
        return replace(event, task_id="", context_id="", status=replace(event.status, timestamp=None))
    assert not isinstance(event, Message)
    return replace(event, task_id="", context_id="")


def test_the_same_five_events() -> None:
    old, new = [without_ids(value) for value in recorded()], [without_ids(value) for value in played()]
    assert len(old) == 5
    assert new == old


def test_they_are_a_task_three_chunks_and_an_end() -> None:
    kinds = [type(without_ids(value)) for value in recorded()]
    assert kinds == [Task, ArtifactUpdate, ArtifactUpdate, ArtifactUpdate, StatusUpdate]
