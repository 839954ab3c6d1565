"""The same events in both dialects, byte for byte, and read back into the same objects."""

import json
from pathlib import Path

import pytest

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Data, File, Text
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus
from a2a_simulator.wire.json_text import dumps
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect

TIME = "2026-01-05T10:00:00.000Z"


def status(state: State, said: str | None = None, final: bool | None = None) -> StatusUpdate:
    message = None if said is None else Message("m-s", Role.AGENT, (Text(said),), "ctx-3", "task-7")
    return StatusUpdate("task-7", "ctx-3", TaskStatus(state, message, TIME), final)


def chunk(text: str, append: bool, last: bool, name: str | None = None) -> ArtifactUpdate:
    return ArtifactUpdate("task-7", "ctx-3", Artifact("art-1", (Text(text),), name), append, last)


EVENTS: list[Event] = [
    Task("task-7", "ctx-3", TaskStatus(State.SUBMITTED, None, TIME)),
    status(State.WORKING, "Reading the file", False),
    chunk("Hello", False, True, "report"),
    chunk("two ", True, False),
    status(State.INPUT_REQUIRED, "Which city?", True),
    status(State.COMPLETED, final=True),
    Message("m-9", Role.AGENT, (Text("Paris."),), "ctx-3"),
    Message(
        "m-1",
        Role.AGENT,
        (
            Text("Book a flight", {"lang": "en"}),
            File(content=b"\x89PNG", name="a.png", media_type="image/png"),
            File(url="https://x.example/a.pdf", name="a.pdf", media_type="application/pdf"),
            Data({"seat": "12A"}),
        ),
        "ctx-3",
        "task-7",
        {"trace": 1},
        ("https://ext.example/x",),
        ("task-6",),
    ),
    Task(
        "task-7",
        "ctx-3",
        TaskStatus(State.CANCELED),
        artifacts=(Artifact("a", (Text("x"),), description="d", metadata={"k": None}, extensions=("u:1",)),),
        history=(Message("m-0", Role.USER, (Text("Hi"),)),),
        metadata={},
    ),
]

TEXTS = (Path(__file__).parent / "event_examples.jsonl").read_text(encoding="utf-8").splitlines()
"""Two lines for each event: 1.0, then 0.3."""

CASES = [
    pytest.param(event, dialect, text, id=f"{number}-{dialect}")
    for number, event in enumerate(EVENTS)
    for dialect, text in zip((Dialect.V1_0, Dialect.V0_3), TEXTS[2 * number : 2 * number + 2], strict=True)
]


@pytest.mark.parametrize(("event", "dialect", "text"), CASES)
def test_an_event_is_spelled_like_this(event: Event, dialect: Dialect, text: str) -> None:
    assert dumps(model_of(dialect).encode_event(event)) == text


@pytest.mark.parametrize(("event", "dialect", "text"), CASES)
def test_it_is_read_back_without_a_defect(event: Event, dialect: Dialect, text: str) -> None:
    model = model_of(dialect)
    reading = model.read_event(json.loads(text))
    assert reading.defects == ()
    assert reading.value is not None
    assert dumps(model.encode_event(reading.value)) == text
    if dialect is Dialect.V0_3:
        assert reading.value == event


@pytest.mark.parametrize("dialect", [Dialect.V1_0, Dialect.V0_3])
@pytest.mark.parametrize("state", [state for state in State if state is not State.UNSPECIFIED])
def test_every_state_survives(state: State, dialect: Dialect) -> None:
    model = model_of(dialect)
    reading = model.read_event(model.encode_event(status(state)))
    assert isinstance(reading.value, StatusUpdate)
    assert (reading.value.status.state, reading.defects) == (state, ())


def test_without_a_word_on_it_final_is_true_on_terminal_states() -> None:
    model = model_of(Dialect.V0_3)
    finals = {state: model.encode_event(status(state))["final"] for state in State}
    assert {state for state, final in finals.items() if final} == {
        State.COMPLETED,
        State.FAILED,
        State.CANCELED,
        State.REJECTED,
    }
