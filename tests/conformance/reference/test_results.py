import pytest

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.listener import StopWithArtifacts, StopWithResponse
from a2a_conformance.reference.results import Results
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Data, Text
from a2a_simulator.protocol.states import State, UnknownState
from a2a_simulator.protocol.tasks import Task, TaskStatus


def fold_of(state: State | UnknownState, said: str | None = None, role: Role = Role.AGENT, **artifacts: str) -> Fold:
    message = None if said is None else Message("m", role, (Text(said),))
    kept = tuple(Artifact(name, (Text(text),)) for name, text in artifacts.items())
    fold = Fold()
    fold.feed(Task("t", "c", TaskStatus(state, message), kept))
    return fold


@pytest.mark.parametrize("state", [State.FAILED, State.CANCELED, State.REJECTED])
def test_a_failure_is_no_answer(state: State) -> None:
    result = Results().of(fold_of(state, "no luck", report="half of it"))
    assert (result.kind, result.answer, result.reason) == (Kind(state.value), None, "no luck")


@pytest.mark.parametrize("state", [State.INPUT_REQUIRED, State.AUTH_REQUIRED])
def test_a_pause_hands_over_its_question(state: State) -> None:
    result = Results().of(fold_of(state, "Which day?", booking="To: "))
    assert (result.kind, result.answer, result.reason) == (Kind(state.value), None, "Which day?")


@pytest.mark.parametrize("state", [State.SUBMITTED, State.WORKING, State.UNSPECIFIED, UnknownState("PONDERING")])
def test_a_task_at_work_is_incomplete(state: State | UnknownState) -> None:
    assert Results().of(fold_of(state, report="half of it")).kind is Kind.INCOMPLETE


def test_nothing_at_all_is_incomplete() -> None:
    assert Results().of(Fold()).kind is Kind.INCOMPLETE


def test_the_answer_is_the_artifacts_each_on_its_own_line() -> None:
    assert Results().of(fold_of(State.COMPLETED, "All done", a="one", b="two")).answer == "one\ntwo"


def test_chunks_of_one_artifact_are_joined_without_a_gap() -> None:
    fold = Fold()
    parts = (Text("Hel"), Data({}), Text("lo"))
    fold.feed(Task("t", "c", TaskStatus(State.COMPLETED), (Artifact("a", parts),)))
    assert Results().of(fold).answer == "Hello"


def test_without_artifacts_the_status_message_is_the_answer() -> None:
    assert Results().of(fold_of(State.COMPLETED, "42")).answer == "42"


def test_what_the_user_said_is_no_answer() -> None:
    assert Results().of(fold_of(State.COMPLETED, "my question", role=Role.USER)).answer == ""


def test_a_stop_without_response_is_the_empty_text() -> None:
    result = Results().stopped(StopWithResponse(None), fold_of(State.FAILED, "no", a="x"), 1)
    assert (result.kind, result.answer, result.updates) == (Kind.STOPPED, "", 1)


def test_a_stop_with_artifacts_is_their_text_so_far() -> None:
    assert Results().stopped(StopWithArtifacts(), fold_of(State.WORKING, a="x", b="y"), 2).answer == "x\ny"
    assert Results().stopped(StopWithArtifacts(), Fold(), 0).answer == ""
