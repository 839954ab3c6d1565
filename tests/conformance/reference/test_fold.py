from a2a_conformance.reference.fold import Fold
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Data, Text, text_of
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus


def task(state: State = State.WORKING, **artifacts: str) -> Task:
    return Task("t", "c", TaskStatus(state), tuple(Artifact(name, (Text(text),)) for name, text in artifacts.items()))


def status(state: State) -> StatusUpdate:
    return StatusUpdate("t", "c", TaskStatus(state))


def chunk(name: str, text: str, append: bool = False, last: bool = False) -> ArtifactUpdate:
    return ArtifactUpdate("t", "c", Artifact(name, (Text(text),)), append, last)


def folded(*events: Event) -> Fold:
    fold = Fold()
    for event in events:
        fold.feed(event)
    return fold


def texts(fold: Fold) -> dict[str, str]:
    assert fold.task is not None
    return {artifact.artifact_id: text_of(artifact.parts) for artifact in fold.task.artifacts or ()}


def test_append_extends_the_artifact() -> None:
    assert texts(folded(task(), chunk("a", "Hel"), chunk("a", "lo", append=True))) == {"a": "Hello"}


def test_without_append_the_artifact_starts_anew() -> None:
    assert texts(folded(task(), chunk("a", "draft"), chunk("a", "final", last=True))) == {"a": "final"}


def test_the_last_chunk_without_append_replaces_too() -> None:
    events = (chunk("a", "AB"), chunk("a", "CD", append=True), chunk("a", "EF", last=True))
    assert texts(folded(task(), *events)) == {"a": "EF"}


def test_interleaved_chunks_go_to_the_artifact_they_name() -> None:
    events = (chunk("a", "A"), chunk("b", "1"), chunk("a", "B", append=True), chunk("b", "2", append=True))
    assert texts(folded(task(), *events)) == {"a": "AB", "b": "12"}


def test_parts_that_are_no_text_stay() -> None:
    update = ArtifactUpdate("t", "c", Artifact("a", (Data({"n": 1}), Text("x"))))
    fold = folded(task(), update, chunk("a", "y", append=True))
    assert fold.task is not None
    assert fold.task.artifacts is not None
    assert fold.task.artifacts[0].parts == (Data({"n": 1}), Text("x"), Text("y"))


def test_an_append_to_an_unknown_artifact_starts_it() -> None:
    assert texts(folded(task(), chunk("a", "x", append=True))) == {"a": "x"}


def test_a_snapshot_replaces_what_was_known() -> None:
    fold = folded(task(), chunk("a", "one "), task(a="one two "), chunk("a", "three", append=True))
    assert texts(fold) == {"a": "one two three"}


def test_a_trailing_snapshot_doubles_nothing() -> None:
    fold = folded(task(), chunk("a", "x", last=True), status(State.COMPLETED), task(State.COMPLETED, a="x"))
    assert texts(fold) == {"a": "x"}


def test_nothing_changes_after_a_terminal_state() -> None:
    fold = folded(task(), chunk("a", "x"), status(State.COMPLETED), chunk("b", "late"), status(State.FAILED))
    assert texts(fold) == {"a": "x"}
    assert fold.task is not None
    assert fold.task.status.state is State.COMPLETED


def test_updates_without_an_opening_task_make_one() -> None:
    fold = folded(chunk("a", "x"), status(State.COMPLETED))
    assert fold.task is not None
    assert (fold.task.id, fold.task.status.state) == ("t", State.COMPLETED)


def test_a_message_is_kept_apart_from_tasks() -> None:
    message = Message("m", Role.AGENT, (Text("hi"),))
    fold = folded(message)
    assert (fold.message, fold.task) == (message, None)


def test_snapshots_handed_out_never_change() -> None:
    fold = folded(task(), chunk("a", "x"))
    before = fold.task
    assert before is not None
    kept = before.artifacts
    fold.feed(chunk("a", "y", append=True))
    assert before.artifacts == kept
