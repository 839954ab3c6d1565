from typing import Any

import httpx
import pytest

from a2a_conformance.outcome import ErrorKind, Kind
from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.errors import (
    AgentError,
    AuthError,
    Broken,
    ClientError,
    HttpError,
    Incomplete,
    Unreadable,
)
from a2a_conformance.reference.listener import Continue, Decision, StopWithResponse, Update
from a2a_conformance.reference.results import Result
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.tasks import Task

HELLO = Ask((Text("Hello"),))


def task(state: str = "WORKING", **artifacts: str) -> dict[str, Any]:
    kept = [{"artifactId": name, "parts": [{"text": text}]} for name, text in artifacts.items()]
    return {"id": "t", "contextId": "c", "status": {"state": f"TASK_STATE_{state}"}, "artifacts": kept}


def status(state: str) -> dict[str, Any]:
    return {"statusUpdate": {"taskId": "t", "contextId": "c", "status": {"state": f"TASK_STATE_{state}"}}}


def chunk(name: str, text: str, append: bool = False) -> dict[str, Any]:
    artifact = {"artifactId": name, "parts": [{"text": text}]}
    return {"artifactUpdate": {"taskId": "t", "contextId": "c", "artifact": artifact, "append": append}}


def said(text: str) -> dict[str, Any]:
    return {"message": {"messageId": "m", "role": "ROLE_AGENT", "contextId": "c", "parts": [{"text": text}]}}


async def hello(client: Client) -> Result:
    return await client.send(HELLO)


def test_a_stream_is_folded_to_its_end(agent: Any) -> None:
    stream = agent.stream({"task": task()}, chunk("a", "Hel"), chunk("a", "lo", True), status("COMPLETED"))
    agent.on("SendStreamingMessage", stream)
    result = agent.run(hello)
    assert (result.kind, result.answer) == (Kind.COMPLETED, "Hello")


@pytest.mark.parametrize("state", ["COMPLETED", "FAILED", "INPUT_REQUIRED", "AUTH_REQUIRED"])
def test_a_stream_left_open_is_closed_by_the_client(agent: Any, state: str) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task()}, status(state), tail=None))
    assert agent.run(hello).kind is Kind(state.lower())
    assert agent.bodies[0].closed


def test_a_message_is_the_whole_answer(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream(said("Hi"), tail=None))
    result = agent.run(hello)
    assert (result.kind, result.answer, agent.methods) == (Kind.MESSAGE, "Hi", ["SendStreamingMessage"])


def test_without_streaming_the_send_waits(unary_agent: Any) -> None:
    unary_agent.on("SendMessage", unary_agent.result({"task": task("COMPLETED", a="Hi")}))
    assert unary_agent.run(hello).answer == "Hi"
    assert unary_agent.headers[0]["accept"] == "application/json"


def test_an_unfinished_answer_is_polled_by_a_caller_who_wants_to_wait(unary_agent: Any) -> None:
    unary_agent.on("SendMessage", unary_agent.result({"task": task()}))
    unary_agent.on("GetTask", unary_agent.result(task()))
    unary_agent.on("GetTask", unary_agent.result(task("COMPLETED", a="Hi")))
    assert unary_agent.run(hello).answer == "Hi"
    assert unary_agent.methods == ["SendMessage", "GetTask", "GetTask"]


def test_a_caller_who_does_not_wait_gets_the_task_as_it_is(unary_agent: Any) -> None:
    unary_agent.on("SendMessage", unary_agent.result({"task": task()}))
    result = unary_agent.run(lambda client: client.send(Ask((Text("Hello"),), blocking=False)))
    assert (result.kind, unary_agent.methods) == (Kind.INCOMPLETE, ["SendMessage"])
    assert unary_agent.asked[0]["params"]["configuration"] == {"returnImmediately": True}


def test_a_stream_that_ends_early_is_taken_up_again(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task()}, chunk("a", "one ")))
    agent.on(
        "SubscribeToTask", agent.stream({"task": task(a="one two ")}, chunk("a", "three", True), status("COMPLETED"))
    )
    assert agent.run(hello).answer == "one two three"


def test_a_finished_task_is_looked_up_after_a_break(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task()}, tail=httpx.ReadError("reset")))
    agent.on("SubscribeToTask", agent.error(-32004))
    agent.on("GetTask", agent.result(task("COMPLETED", a="whole")))
    assert agent.run(hello).answer == "whole"


def test_a_task_that_cannot_be_followed_is_incomplete(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task()}, chunk("a", "one ")))
    agent.on("SubscribeToTask", agent.error(-32004))
    agent.on("GetTask", agent.result(task(a="one ")))
    with pytest.raises(Incomplete) as raised:
        agent.run(hello)
    assert raised.value.task is not None
    assert raised.value.task.id == "t"
    assert agent.methods.count("SendStreamingMessage") == 1


def test_subscriptions_that_break_are_not_retried_for_ever(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task()}))
    for _ in range(2):
        agent.on("SubscribeToTask", agent.stream({"task": task()}))
    agent.on("GetTask", agent.result(task()))
    with pytest.raises(Incomplete):
        agent.run(hello)


def test_a_break_before_any_task_is_an_error(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream(tail=httpx.ReadError("reset")))
    with pytest.raises(Broken):
        agent.run(hello)
    assert agent.methods == ["SendStreamingMessage"]


def test_an_error_inside_a_stream_ends_it_and_keeps_what_was_there(agent: Any) -> None:
    broken = b'data: {"jsonrpc":"2.0","id":"call-1","error":{"code":-32603,"message":"Disk full"}}\n\n'
    agent.on("SendStreamingMessage", agent.stream({"task": task()}, chunk("a", "one"), tail=broken))
    with pytest.raises(AgentError) as raised:
        agent.run(hello)
    assert (raised.value.code, raised.value.message) == (-32603, "Disk full")
    assert raised.value.task is not None
    assert raised.value.task.artifacts is not None


def test_an_error_document_in_answer_to_a_stream_is_that_error(agent: Any) -> None:
    data = [{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "UNSUPPORTED_OPERATION"}]
    agent.on("SendStreamingMessage", agent.error(-32004, "not here", data=data))
    with pytest.raises(AgentError) as raised:
        agent.run(hello)
    assert (raised.value.code, raised.value.reason) == (-32004, "UNSUPPORTED_OPERATION")


@pytest.mark.parametrize(("code", "error"), [(401, AuthError), (403, AuthError), (429, HttpError), (502, HttpError)])
def test_an_http_error_keeps_its_status(agent: Any, code: int, error: type[ClientError]) -> None:
    agent.on("SendStreamingMessage", lambda _: httpx.Response(code, text="<h1>no</h1>"))
    with pytest.raises(error) as raised:
        agent.run(hello)
    assert raised.value.http_status == code


def test_an_error_of_the_agent_is_known_under_any_status(agent: Any) -> None:
    body = {"jsonrpc": "2.0", "id": "call-1", "error": {"code": -32001, "message": "Task not found"}}
    agent.on("GetTask", lambda _: httpx.Response(404, json=body))
    with pytest.raises(AgentError) as raised:
        agent.run(lambda client: client.get("t"))
    assert (raised.value.code, raised.value.http_status) == (-32001, 404)


@pytest.mark.parametrize(
    "body",
    [b"<html>", b"[]", b'{"jsonrpc":"2.0","id":"call-1"}', b'{"jsonrpc":"2.0","id":"other","result":{}}'],
)
def test_what_is_no_answer_is_unreadable(unary_agent: Any, body: bytes) -> None:
    unary_agent.on("SendMessage", lambda _: httpx.Response(200, content=body))
    with pytest.raises(Unreadable):
        unary_agent.run(hello)


def test_an_answer_carries_the_ids_of_the_task(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task("COMPLETED")}))
    agent.run(lambda client: client.send(Ask((Text("1 May"),), "t", "c")))
    message = agent.asked[0]["params"]["message"]
    assert (message["taskId"], message["contextId"], message["role"]) == ("t", "c", "ROLE_USER")


def test_a_new_message_names_no_task_and_no_context(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task("COMPLETED")}))
    agent.run(hello)
    assert not {"taskId", "contextId"} & set(agent.asked[0]["params"]["message"])


def test_calls_have_ids_and_messages_of_their_own(agent: Any) -> None:
    for _ in range(2):
        agent.on("SendStreamingMessage", agent.stream({"task": task("COMPLETED")}))

    async def twice(client: Client) -> None:
        await client.send(HELLO)
        await client.send(HELLO)

    agent.run(twice)
    first, second = agent.asked
    assert first["id"] != second["id"]
    assert first["params"]["message"]["messageId"] != second["params"]["message"]["messageId"]


def test_a_cancel_is_asked_of_the_agent(agent: Any) -> None:
    agent.on("CancelTask", agent.result(task("CANCELED")))

    async def cancel(client: Client) -> Task:
        return await client.cancel("t")

    assert agent.run(cancel).status.state.value == "canceled"
    assert agent.asked[0]["params"] == {"id": "t"}


def test_a_stop_of_the_listener_closes_the_stream_and_cancels_nothing(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task()}, status("WORKING"), tail=None))

    def listener(update: Update, known: Task) -> Decision:
        return StopWithResponse("enough") if known.id == "t" else Continue()

    result = agent.run(lambda client: client.send(HELLO, listener))
    assert (result.kind, result.answer, result.updates) == (Kind.STOPPED, "enough", 1)
    assert agent.bodies[0].closed
    assert agent.methods == ["SendStreamingMessage"]


def test_the_old_dialect_is_spoken_where_the_card_says_so(old_agent: Any) -> None:
    done = {"kind": "task", "id": "t", "contextId": "c", "status": {"state": "completed"}}
    old_agent.on("SendStreamingMessage", old_agent.stream(done))
    assert old_agent.run(hello).kind is Kind.COMPLETED
    assert old_agent.methods == ["message/stream"]
    assert old_agent.asked[0]["params"]["message"]["kind"] == "message"
    assert "a2a-version" not in old_agent.headers[0]


def test_the_version_is_told_to_an_interface_of_1_0(agent: Any) -> None:
    agent.on("SendStreamingMessage", agent.stream({"task": task("COMPLETED")}))
    agent.run(hello)
    assert agent.headers[0]["a2a-version"] == "1.0"


def test_an_error_tells_itself_in_the_normal_form(agent: Any) -> None:
    agent.on("GetTask", agent.error(-32001, "Task not found"))
    with pytest.raises(AgentError) as raised:
        agent.run(lambda client: client.get("t"))
    assert raised.value.a2a_error == {"kind": ErrorKind.PROTOCOL, "code": -32001, "message": "Task not found"}
