"""CPU time of the codecs. The bounds are several times what they take, to hold on a busy machine."""

from collections.abc import Callable
from time import process_time

import pytest

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import TaskStatus
from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.sse import SseParser, encode
from a2a_simulator.wire.wire_forms import Dialect

REPLY = Message("msg-1", Role.AGENT, (Text("Reading"),), "ctx-1", "task-a")
EVENTS: tuple[Event, ...] = (
    StatusUpdate("task-a", "ctx-1", TaskStatus(State.WORKING, REPLY, "2026-01-01T00:00:00.000Z"), False),
    ArtifactUpdate("task-a", "ctx-1", Artifact("report", (Text("chunk"),)), append=True),
)


def microseconds(action: Callable[[], object], items: int) -> float:
    """The best of three runs, per item."""

    def once() -> float:
        start = process_time()
        action()
        return (process_time() - start) * 1e6 / items

    return min(once() for _ in range(3))


@pytest.mark.parametrize("newline", ["lf", "crlf"])
def test_parsing_whole_frames(newline: str) -> None:
    stream = encode("x" * 250, Framing(newline=newline))[0] * 2000
    assert len(SseParser().feed(stream)) == 2000
    assert microseconds(lambda: SseParser().feed(stream), 2000) < 12


@pytest.mark.parametrize(
    "stream",
    [
        b"data: " + b"x" * 500_000 + b"\n\n",
        b"data: " + b"x" * 500_000 + b"\r\n\r\n",
        (b"data: " + b"x" * 50 + b"\n") * 8_000 + b"\n",
        (b"data: " + b"x" * 50 + b"\r") * 8_000 + b"\r",
    ],
)
def test_a_large_event_byte_by_byte(stream: bytes) -> None:
    parser = SseParser()

    def feed() -> None:
        assert sum(len(parser.feed(stream[at : at + 1])) for at in range(len(stream))) == 1

    assert microseconds(feed, len(stream)) < 4


def test_parsing_is_linear() -> None:
    mixed = b"data: x\r\n\n" + b"data: y\r\n\r\n" + b": c\r\ndata: z\r\r" + b"data: z\n\n"
    short = microseconds(lambda: SseParser().feed(mixed * 500), 500)
    long = microseconds(lambda: SseParser().feed(mixed * 8_000), 8_000)
    assert long < 4 * short


@pytest.mark.parametrize("dialect", [Dialect.V1_0, Dialect.V0_3])
@pytest.mark.parametrize("event", EVENTS, ids=["status", "artifact"])
def test_an_event_to_json_and_back(dialect: Dialect, event: Event) -> None:
    model = model_of(dialect)
    value = model.encode_event(event)
    assert microseconds(lambda: [model.encode_event(event) for _ in range(2000)], 2000) < 10
    assert microseconds(lambda: [model.read_event(value) for _ in range(2000)], 2000) < 30
