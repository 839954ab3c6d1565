"""The oracle's own fold: what a client knows after some events."""

from a2a_conformance.oracle.fold import Knowledge, fold
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Data, Text
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus


def task(state: State = State.WORKING, **artifacts: str) -> Task:
    made = tuple(Artifact(key, (Text(text),)) for key, text in artifacts.items())
    return Task("task-a", "ctx-1", TaskStatus(state), made or None)


def chunk(key: str, text: str, append: bool = False) -> ArtifactUpdate:
    return ArtifactUpdate("task-a", "ctx-1", Artifact(key, (Text(text),)), append)


def status(state: State, text: str = "") -> StatusUpdate:
    said = Message("msg-1", Role.AGENT, (Text(text),)) if text else None
    return StatusUpdate("task-a", "ctx-1", TaskStatus(state, said))


def test_chunks_with_append_add_to_the_artifact() -> None:
    known = fold([task(), chunk("a", "One "), chunk("a", "two", append=True)])
    assert known.contents() == {"a": ({"text": "One two"},)}


def test_a_chunk_without_append_begins_anew_and_remembers_what_was() -> None:
    known = fold([task(), chunk("a", "first"), chunk("a", "second")])
    assert known.contents() == {"a": ({"text": "second"},)}
    assert known.artifacts["a"].replaced == ["first"]


def test_chunks_go_to_the_artifact_that_they_name() -> None:
    events = [chunk("a", "apple "), chunk("b", "pear"), chunk("a", "plum", append=True)]
    assert fold(events).contents() == {"a": ({"text": "apple plum"},), "b": ({"text": "pear"},)}


def test_a_task_replaces_all_that_was_known() -> None:
    known = fold([task(), chunk("a", "One "), chunk("b", "gone"), task(State.COMPLETED, a="One two")])
    assert known.contents() == {"a": ({"text": "One two"},)}
    assert known.terminal


def test_a_snapshot_of_what_is_known_doubles_nothing() -> None:
    known = fold([task(), chunk("a", "One "), chunk("a", "two", append=True), task(State.COMPLETED, a="One two")])
    assert known.artifacts["a"].prefixes() == ("", "One ", "One two")


def test_data_between_texts_keeps_them_apart() -> None:
    update = ArtifactUpdate("task-a", "ctx-1", Artifact("a", (Text("x"), Data({"n": 1}), Text("y"), Text("z"))))
    assert fold([update]).contents()["a"] == ({"text": "x"}, {"data": {"n": 1}}, {"text": "yz"})


def test_texts_of_a_running_task_are_chatter_and_the_last_is_the_reason() -> None:
    known = fold([status(State.WORKING, "Thinking"), status(State.INPUT_REQUIRED, "Which day?")])
    assert known.chatter == ["Thinking"]
    assert known.reason == "Which day?"
    assert known.interrupted


def test_a_message_settles_all() -> None:
    known = fold([Message("msg-1", Role.AGENT, (Text("Paris."),), "ctx-1")])
    assert known.settled
    assert known.message == ({"text": "Paris."},)
    assert known.task is None


def test_a_copy_is_independent() -> None:
    first = fold([task(), chunk("a", "One ")])
    second = first.copy()
    second.apply(chunk("a", "two", append=True))
    assert first.contents() == {"a": ({"text": "One "},)}
    assert Knowledge().settled is False
