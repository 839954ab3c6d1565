import pytest

from a2a_conformance.rules.answers import judge_answer
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import State
from a2a_simulator.wire.models import model_of
from made_up_streams import DROP, V03, V1, answer, chunk, edited, encoded, error, message, status, task

SEND, GET, CANCEL = Operation.SEND_MESSAGE, Operation.GET_TASK, Operation.CANCEL_TASK
BOTH = pytest.mark.parametrize("dialect", [V1, V03], ids=str)
DONE = task(State.COMPLETED, "report")


def bare(event, dialect):
    return model_of(dialect).encode_task(event)


def spoken(raw, operation, dialect, rpc_id=1):
    return [finding.requirement for finding in judge_answer(7, raw, operation, dialect, rpc_id)]


@BOTH
@pytest.mark.parametrize("event", [DONE, message(), task(State.INPUT_REQUIRED, text="What?")], ids=str)
def test_a_task_and_a_message_are_both_answers_to_a_send(dialect, event):
    assert spoken(answer(encoded(event, dialect)), SEND, dialect) == []


@BOTH
@pytest.mark.parametrize("event", [status(State.COMPLETED), chunk()], ids=["status", "chunk"])
def test_an_update_is_no_answer_to_a_send(dialect, event):
    assert spoken(answer(encoded(event, dialect)), SEND, dialect) == ["send-result-oneof"]


def test_task_and_message_at_once_are_no_answer():
    both = {**encoded(DONE, V1), **encoded(message(), V1)}
    assert spoken(answer(both), SEND, V1) == ["send-result-oneof"]


@BOTH
@pytest.mark.parametrize("result", [None, {}, "done", []], ids=repr)
def test_nothing_is_no_answer_to_a_send(dialect, result):
    assert spoken(answer(result), SEND, dialect) == ["send-result-oneof"]


@BOTH
@pytest.mark.parametrize(("operation", "requirement"), [(GET, "get-returns-task"), (CANCEL, "cancel-returns-task")])
def test_reads_and_cancels_answer_with_a_bare_task(dialect, operation, requirement):
    assert spoken(answer(bare(DONE, dialect)), operation, dialect) == []
    assert spoken(answer({"task": bare(DONE, dialect)}), operation, dialect) == [requirement]
    assert spoken(answer(None), operation, dialect) == [requirement]


@BOTH
def test_the_members_of_the_task_are_read(dialect):
    assert spoken(answer(edited(bare(DONE, dialect), status=DROP)), GET, dialect) == ["state-status-required"]


@BOTH
def test_the_envelope_is_that_of_the_request(dialect):
    assert spoken(answer(bare(DONE, dialect), id="1"), GET, dialect) == ["jr-id-echo"]
    assert spoken(bare(DONE, dialect), GET, dialect)[0] == "jr-stream-sse"


@BOTH
def test_an_error_is_an_answer_to_anything(dialect):
    info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "TASK_NOT_FOUND"}
    for operation in (SEND, GET, CANCEL, Operation.LIST_TASKS):
        assert spoken(error(-32001, "gone", data=[info]), operation, dialect) == []
        assert spoken(error(-32001, "", data=[info]), operation, dialect) == ["err-three-parts"]


def test_other_results_are_judged_by_their_envelope_alone():
    assert spoken(answer({"tasks": []}), Operation.LIST_TASKS, V1) == []
    assert spoken(answer({"tasks": []}, id=2), Operation.LIST_TASKS, V1) == ["jr-id-echo"]


def test_the_frame_is_kept():
    assert [finding.frame for finding in judge_answer(7, answer(None), GET, V1, 1)] == [7]
