"""Responses: written for a call, read as a result or an error."""

from typing import Any

import pytest

from a2a_simulator.protocol.errors import ERRORS
from a2a_simulator.wire import jsonrpc
from a2a_simulator.wire.calls import read_call
from a2a_simulator.wire.jsonrpc import Response, RpcError, read_response
from a2a_simulator.wire.wire_forms import Dialect

V1, V0_3 = Dialect.V1_0, Dialect.V0_3
INFO = {
    "@type": "type.googleapis.com/google.rpc.ErrorInfo",
    "reason": "TASK_NOT_FOUND",
    "domain": "a2a-protocol.org",
    "metadata": {"taskId": "task-7"},
}
GOOD_ERROR = {"code": -32001, "message": "No such task", "data": [INFO]}


def told(value: Any, dialect: Dialect = V1, **more: Any) -> list[str]:
    return [defect.requirement for defect in read_response(value, dialect, **more).defects]


def answer(**members: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1} | members


def test_a_result_bears_the_id_of_its_call() -> None:
    call = read_call("POST", "/", {}, b'{"jsonrpc":"2.0","id":"a","method":"GetTask","params":{"id":"t"}}')
    assert jsonrpc.result(call, {"x": 1}) == {"jsonrpc": "2.0", "id": "a", "result": {"x": 1}}
    assert jsonrpc.result(7, None) == {"jsonrpc": "2.0", "id": 7, "result": None}


def test_an_error_of_1_0_has_an_error_info_that_names_the_task() -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"GetTask","params":{"id":"task-7"}}'
    error = jsonrpc.error(read_call("POST", "/", {}, body), "TaskNotFound", "No such task")
    assert error == {"jsonrpc": "2.0", "id": 1, "error": GOOD_ERROR}


def test_an_error_of_0_3_has_data_only_when_told() -> None:
    plain = jsonrpc.error(1, "TaskNotFound", dialect=V0_3)
    assert plain["error"] == {"code": -32001, "message": "Task not found"}
    assert jsonrpc.error(1, -32001, data={"a": 1}, dialect=V0_3)["error"]["data"] == {"a": 1}


def test_an_error_may_be_told_by_a_code_that_nobody_knows() -> None:
    assert jsonrpc.error(1, -32050)["error"] == {"code": -32050, "message": "Server error"}
    assert jsonrpc.error(1, None)["error"]["code"] == -32603
    with pytest.raises(KeyError):
        jsonrpc.error(1, "NoSuchError")


def test_the_id_of_a_call_that_could_not_be_read_is_null() -> None:
    assert jsonrpc.error(read_call("POST", "/", {}, b"{"), "ParseError")["id"] is None


@pytest.mark.parametrize("dialect", [V1, V0_3])
@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row.name)
def test_every_error_is_read_back(row: Any, dialect: Dialect) -> None:
    reading = read_response(jsonrpc.error(1, row.name, dialect=dialect), dialect, 1)
    assert reading.defects == ()
    assert reading.value is not None
    assert reading.value.error is not None
    assert reading.value.error.name == (row.name if row.code is not None else "InternalError")
    assert reading.value.error.message == row.text


def test_a_result_is_read() -> None:
    assert read_response(answer(result={}), V1, 1).value == Response(1, {})
    assert read_response(answer(result=None), V1, 1).value == Response(1, None)
    assert told(answer(result=None)) == []


def test_an_error_is_read() -> None:
    error = RpcError(-32001, "No such task", [INFO], "TaskNotFound", "TASK_NOT_FOUND")
    assert read_response(answer(error=GOOD_ERROR), V1, 1).value == Response(1, error=error)


@pytest.mark.parametrize(
    ("value", "requirement"),
    [
        ([], "jr-result-xor-error"),
        (answer(), "jr-result-xor-error"),
        (answer(result={}, error=GOOD_ERROR), "jr-result-xor-error"),
        (answer(result={}, error=None), "jr-result-xor-error"),
        (answer(result={}) | {"jsonrpc": "1"}, "jr-envelope"),
        ({"jsonrpc": "2.0", "result": {}}, "jr-envelope"),
        (answer(result={}) | {"id": 2}, "jr-id-echo"),
        (answer(result={}) | {"id": "1"}, "jr-id-echo"),
        (answer(result={}) | {"id": True}, "jr-id-echo"),
        (answer(result={}) | {"id": None}, "jr-id-echo"),
        (answer(error="no"), "err-three-parts"),
        (answer(error=GOOD_ERROR | {"code": "-32001"}), "jr-error-code"),
        (answer(error=GOOD_ERROR | {"code": 404}), "err-range"),
        (answer(error=GOOD_ERROR | {"code": -32000}), "err-range"),
        (answer(error=GOOD_ERROR | {"message": ""}), "err-three-parts"),
        (answer(error=GOOD_ERROR | {"data": {"taskId": "t"}}), "err-jsonrpc-data-array"),
        (answer(error=GOOD_ERROR | {"data": [{"x": 1}, INFO]}), "err-details-typed"),
        (answer(error=GOOD_ERROR | {"data": []}), "err-jsonrpc-errorinfo"),
        (answer(error=GOOD_ERROR | {"data": [INFO | {"reason": "TaskNotFoundError"}]}), "err-reason-form"),
    ],
)
def test_a_defect_of_a_response(value: Any, requirement: str) -> None:
    assert told(value, request_id=1) == [requirement]


def test_the_error_info_may_stand_anywhere() -> None:
    reading = read_response(answer(error=GOOD_ERROR | {"data": [{"@type": "x/y"}, INFO]}), V1, 1)
    assert reading.defects == ()
    assert reading.value is not None
    assert reading.value.error is not None
    assert reading.value.error.reason == "TASK_NOT_FOUND"


def test_0_3_leaves_data_and_its_server_error_free() -> None:
    assert told(answer(error={"code": -32000, "message": "x", "data": {}}), V0_3) == []


def test_null_is_the_right_id_where_the_call_could_not_be_read() -> None:
    broken = {"jsonrpc": "2.0", "id": None, "error": GOOD_ERROR | {"code": -32700}}
    assert told(broken, request_id=1) == []
    assert told(answer(result={}) | {"id": 9}) == []


def test_a_request_is_spelled_per_dialect() -> None:
    params = {"taskId": "t", "id": "c"}
    assert jsonrpc.request(jsonrpc.Operation.GET_PUSH_CONFIG, params, 3, V0_3) == {
        "jsonrpc": "2.0",
        "id": 3,
        "method": "tasks/pushNotificationConfig/get",
        "params": {"id": "t", "pushNotificationConfigId": "c"},
    }
    with pytest.raises(KeyError):
        jsonrpc.request(jsonrpc.Operation.LIST_TASKS, {}, 3, V0_3)
