"""Calls are understood whatever grammar they use; what is wrong with them is told by requirement."""

import json
from typing import Any

import pytest

from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.operations import Operation as Op
from a2a_simulator.protocol.parts import Text
from a2a_simulator.wire.jsonrpc import Call, read_call, refusal
from a2a_simulator.wire.wire_forms import JSONRPC_METHODS, Dialect

V1, V0_3 = Dialect.V1_0, Dialect.V0_3
HEADERS = {V1: {"content-type": "application/json", "a2a-version": "1.0"}, V0_3: {"content-type": "application/json"}}
V1_MESSAGE = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hi"}], "taskId": "t", "contextId": "c"}
V0_3_MESSAGE = {
    "kind": "message",
    "messageId": "m",
    "role": "user",
    "parts": [{"kind": "text", "text": "Hi"}],
    "taskId": "t",
    "contextId": "c",
}
SEND = {
    V1: {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": V1_MESSAGE}},
    V0_3: {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": V0_3_MESSAGE}},
}
MESSAGE = Message("m", Role.USER, (Text("Hi"),), "c", "t")


def call(value: Any, dialect: Dialect = V1, path: str = "/", **headers: str) -> Call:
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return read_call("POST", path, HEADERS[dialect] | named, json.dumps(value).encode())


def told(read: Call) -> list[tuple[str, str]]:
    return [(defect.requirement, defect.pointer) for defect in read.defects]


def ids(read: Call) -> list[str]:
    return [defect.requirement for defect in read.defects]


@pytest.mark.parametrize("dialect", [V1, V0_3])
def test_a_good_send_is_read_into_the_1_0_form(dialect: Dialect) -> None:
    read = call(SEND[dialect], dialect)
    assert (read.operation, read.dialect, read.request_id, read.defects) == (Op.SEND_MESSAGE, dialect, 1, ())
    assert (read.message, read.task_id, read.context_id) == (MESSAGE, "t", "c")
    assert read.params == {"message": V1_MESSAGE}
    assert read.json == SEND[dialect]
    assert refusal(read, strict=True, speaks=dialect) is None


@pytest.mark.parametrize("dialect", [V1, V0_3])
def test_every_method_is_known(dialect: Dialect) -> None:
    for operation, method in JSONRPC_METHODS[dialect].items():
        read = call({"jsonrpc": "2.0", "id": "a", "method": method}, dialect)
        assert (read.operation, read.dialect) == (operation, dialect)
        assert not {"jr-method-names", "v03-method-pattern"} & set(ids(read))


@pytest.mark.parametrize(
    ("method", "operation", "requirement"),
    [
        ("sendMessage", Op.SEND_MESSAGE, "jr-method-names"),
        ("ListTaskPushNotificationConfig", Op.LIST_PUSH_CONFIGS, "jr-method-names"),
        ("Message/Send", Op.SEND_MESSAGE, "v03-method-pattern"),
        ("agent/authenticatedExtendedCard", Op.GET_EXTENDED_AGENT_CARD, None),
        ("tasks/sendSubscribe", None, "v03-method-pattern"),
        ("DoIt", None, "jr-method-names"),
    ],
)
def test_methods_that_are_misspelled(method: str, operation: Op | None, requirement: str | None) -> None:
    read = call({"jsonrpc": "2.0", "id": "a", "method": method}, V0_3)
    assert read.operation is operation
    assert {"jr-method-names", "v03-method-pattern"} & set(ids(read)) == ({requirement} if requirement else set())
    assert (read.refused == "MethodNotFound") is (operation is None)


def test_a_1_0_call_with_a_0_3_method_is_served_and_told() -> None:
    read = call(SEND[V0_3], V1)
    assert (read.dialect, read.message, told(read)) == (V0_3, MESSAGE, [("jr-method-names", "/method")])


@pytest.mark.parametrize(
    ("change", "requirement", "pointer"),
    [
        ({"jsonrpc": "1.0"}, "jr-envelope", "/jsonrpc"),
        ({"jsonrpc": 2.0}, "jr-envelope", "/jsonrpc"),
        ({"id": None}, "jr-envelope", "/id"),
        ({"id": True}, "jr-envelope", "/id"),
        ({"id": 1.5}, "jr-envelope", "/id"),
        ({"id": {}}, "jr-envelope", "/id"),
        ({"method": 7}, "jr-envelope", "/method"),
        ({"method": ""}, "jr-envelope", "/method"),
        ({"params": []}, "jr-envelope", "/params"),
    ],
)
def test_the_envelope_of_1_0(change: dict[str, Any], requirement: str, pointer: str) -> None:
    assert told(call(SEND[V1] | change)) == [(requirement, pointer)]


@pytest.mark.parametrize(
    ("request_id", "requirement"), [(None, "v03-jsonrpc-id"), (1.5, "v03-jsonrpc-id"), ([], "jr-envelope")]
)
def test_the_id_of_0_3(request_id: Any, requirement: str) -> None:
    assert told(call(SEND[V0_3] | {"id": request_id}, V0_3)) == [(requirement, "/id")]


def test_a_missing_id_is_an_envelope_defect() -> None:
    value = {name: item for name, item in SEND[V0_3].items() if name != "id"}
    assert told(call(value, V0_3)) == [("jr-envelope", "/id")]


@pytest.mark.parametrize("request_id", [0, -1, "", "a", 2**60])
def test_ids_keep_their_type(request_id: Any) -> None:
    read = call(SEND[V1] | {"id": request_id})
    assert (read.request_id, type(read.request_id), read.defects) == (request_id, type(request_id), ())


@pytest.mark.parametrize(
    ("media_type", "good"),
    [
        ("application/json", True),
        ("Application/JSON; charset=utf-8", True),
        ("application/a2a+json", False),
        ("text/plain", False),
        ("", False),
    ],
)
def test_the_media_type(media_type: str, good: bool) -> None:
    assert ids(call(SEND[V1], content_type=media_type)) == ([] if good else ["jr-content-type"])
    assert ids(call(SEND[V0_3], V0_3, content_type=media_type)) == ([] if good else ["v03-content-type"])


@pytest.mark.parametrize(
    ("version", "requirement"),
    [
        ("1.0", None),
        ("", "ver-send"),
        ("1", "ver-format"),
        ("v1.0", "ver-format"),
        ("0.3", "ver-matches-interface"),
        ("2.0", "ver-matches-interface"),
    ],
)
def test_the_version_of_a_1_0_call(version: str, requirement: str | None) -> None:
    assert ids(call(SEND[V1], a2a_version=version)) == ([requirement] if requirement else [])


def test_a_patch_number_is_a_fault_of_its_own() -> None:
    assert ids(call(SEND[V1], a2a_version="1.0.1")) == ["ver-format", "ver-no-patch"]


def test_the_version_may_stand_in_the_query() -> None:
    read = read_call(
        "POST", "/rpc?A2A-Version=1.0", {"Content-Type": "application/json"}, json.dumps(SEND[V1]).encode()
    )
    assert (read.version, read.defects) == ("1.0", ())


@pytest.mark.parametrize(("dialect", "version"), [(V0_3, ""), (V0_3, "0.3")])
def test_a_0_3_call_needs_no_version(dialect: Dialect, version: str) -> None:
    assert call(SEND[V0_3], V0_3, a2a_version=version).defects == ()


def test_headers_of_the_other_dialect() -> None:
    assert ids(call(SEND[V1], x_a2a_extensions="u:1")) == ["svc-prefix"]
    assert ids(call(SEND[V0_3], V0_3, a2a_extensions="u:1")) == ["v03-extensions-header"]
    assert ids(call(SEND[V0_3], V0_3, x_a2a_extensions="u:1")) == []


@pytest.mark.parametrize(
    ("body", "requirement", "refused"),
    [
        (b"", "jr-envelope", "ParseError"),
        (b"{", "jr-envelope", "ParseError"),
        (b'{"a": NaN}', "jr-envelope", "InvalidRequest"),
        (b"null", "jr-envelope", "InvalidRequest"),
        (b"[]", "jr-envelope", "InvalidRequest"),
        (b'"x"', "jr-envelope", "InvalidRequest"),
        (b"\xff", "json-utf8", "ParseError"),
    ],
)
def test_what_is_no_call_is_refused(body: bytes, requirement: str, refused: str) -> None:
    read = read_call("POST", "/", HEADERS[V1], body)
    assert requirement in ids(read)
    assert (read.operation, read.refused, refusal(read)) == (None, refused, refused)


def test_a_repeated_name_is_told_and_the_last_one_counts() -> None:
    body = json.dumps(SEND[V1]).replace('"id": 1', '"id": 0, "id": 1').encode()
    read = read_call("POST", "/", HEADERS[V1], body)
    assert (read.request_id, ids(read)) == (1, ["jr-envelope"])


@pytest.mark.parametrize(
    ("method", "path", "operation"),
    [
        ("GET", "/.well-known/agent-card.json", Op.FETCH_CARD),
        ("GET", "/base/.well-known/agent.json?x=1", Op.FETCH_CARD),
        ("HEAD", "/.well-known/agent-card.json", Op.FETCH_CARD),
        ("GET", "/", None),
        ("OPTIONS", "/", None),
    ],
)
def test_requests_that_are_no_calls(method: str, path: str, operation: Op | None) -> None:
    read = read_call(method, path, {}, b"")
    assert (read.operation, read.defects) == (operation, ())


def test_a_call_is_a_post() -> None:
    assert ids(read_call("PUT", "/", HEADERS[V1], json.dumps(SEND[V1]).encode())) == ["jr-single-endpoint"]


@pytest.mark.parametrize(
    ("change", "requirement"),
    [
        ({"messageId": None}, "msg-id-required"),
        ({"role": "ROLE_AGENT"}, "msg-role-direction"),
        ({"role": "user"}, "json-enum"),
        ({"parts": []}, "msg-parts-nonempty"),
        ({"parts": [{"text": "a", "data": 1}]}, "json-part-oneof"),
        ({"kind": "message"}, "ver-matches-interface"),
    ],
)
def test_defects_of_the_message(change: dict[str, Any], requirement: str) -> None:
    read = call(SEND[V1] | {"params": {"message": V1_MESSAGE | change}})
    assert ids(read) == [requirement]
    assert read.message is not None
    assert refusal(read) is None
    assert refusal(read, strict=True) == "InvalidParams"


def test_a_send_without_a_message_cannot_be_served() -> None:
    read = call(SEND[V1] | {"params": {}})
    assert (told(read), refusal(read)) == ([("json-required", "/params/message")], "InvalidParams")


@pytest.mark.parametrize(
    ("speaks", "value", "dialect", "version", "expected"),
    [
        (V1, SEND[V1], V1, "1.0", None),
        (V1, SEND[V1], V1, "1.0.7", None),
        (V1, SEND[V1], V1, "", "VersionNotSupported"),
        (V1, SEND[V1], V1, "2.0", "VersionNotSupported"),
        (V1, SEND[V0_3], V0_3, "", "VersionNotSupported"),
        (V0_3, SEND[V1], V1, "1.0", "MethodNotFound"),
        (V0_3, SEND[V0_3], V0_3, "", None),
    ],
)
def test_a_strict_server_serves_its_own_dialect_only(
    speaks: Dialect, value: Any, dialect: Dialect, version: str, expected: str | None
) -> None:
    read = call(value, dialect, a2a_version=version)
    assert refusal(read, strict=True, speaks=speaks) == expected
    assert refusal(read) is None
