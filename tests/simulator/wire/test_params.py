"""Parameters of each operation, from both dialects into the 1.0 form and back."""

from typing import Any

import pytest

from a2a_simulator.protocol.operations import Operation as Op
from a2a_simulator.wire.members import Notes
from a2a_simulator.wire.params import Params, encode_params, read_params
from a2a_simulator.wire.wire_forms import Dialect

V1, V0_3 = Dialect.V1_0, Dialect.V0_3

V1_SEND: dict[str, Any] = {
    "message": {
        "messageId": "m-1",
        "role": "ROLE_USER",
        "parts": [
            {"text": "Book a flight"},
            {"raw": "iVBORw0KGgo=", "filename": "a.png", "mediaType": "image/png"},
            {"url": "https://x.example/a.pdf", "filename": "a.pdf", "mediaType": "application/pdf"},
            {"data": {"seat": "12A"}},
        ],
    },
    "configuration": {
        "acceptedOutputModes": ["text/plain"],
        "historyLength": 0,
        "returnImmediately": True,
        "taskPushNotificationConfig": {
            "id": "cfg-1",
            "url": "https://hook.example/a2a",
            "token": "t-1",
            "authentication": {"scheme": "Bearer", "credentials": "s3cr3t"},
        },
    },
    "metadata": {"trace": "x"},
}
V0_3_SEND: dict[str, Any] = {
    "message": {
        "kind": "message",
        "messageId": "m-1",
        "role": "user",
        "parts": [
            {"kind": "text", "text": "Book a flight"},
            {"kind": "file", "file": {"bytes": "iVBORw0KGgo=", "name": "a.png", "mimeType": "image/png"}},
            {
                "kind": "file",
                "file": {"uri": "https://x.example/a.pdf", "name": "a.pdf", "mimeType": "application/pdf"},
            },
            {"kind": "data", "data": {"seat": "12A"}},
        ],
    },
    "configuration": {
        "acceptedOutputModes": ["text/plain"],
        "historyLength": 0,
        "blocking": False,
        "pushNotificationConfig": {
            "id": "cfg-1",
            "url": "https://hook.example/a2a",
            "token": "t-1",
            "authentication": {"schemes": ["Bearer"], "credentials": "s3cr3t"},
        },
    },
    "metadata": {"trace": "x"},
}
V1_CONFIG = {
    "taskId": "task-7",
    "id": "cfg-1",
    "url": "https://hook.example/a2a",
    "token": "t-1",
    "authentication": {"scheme": "Bearer", "credentials": "s3cr3t"},
}
V0_3_CONFIG = {
    "taskId": "task-7",
    "pushNotificationConfig": {
        "id": "cfg-1",
        "url": "https://hook.example/a2a",
        "token": "t-1",
        "authentication": {"schemes": ["Bearer"], "credentials": "s3cr3t"},
    },
}
PAIRS: list[tuple[Op, dict[str, Any], dict[str, Any]]] = [
    (Op.SEND_MESSAGE, V1_SEND, V0_3_SEND),
    (Op.SEND_STREAMING_MESSAGE, V1_SEND, V0_3_SEND),
    (Op.GET_TASK, {"id": "t", "historyLength": 2}, {"id": "t", "historyLength": 2}),
    (Op.CANCEL_TASK, {"id": "t", "metadata": {"a": 1}}, {"id": "t", "metadata": {"a": 1}}),
    (Op.SUBSCRIBE_TO_TASK, {"id": "t"}, {"id": "t"}),
    (Op.CREATE_PUSH_CONFIG, V1_CONFIG, V0_3_CONFIG),
    (Op.GET_PUSH_CONFIG, {"taskId": "t", "id": "c"}, {"id": "t", "pushNotificationConfigId": "c"}),
    (Op.DELETE_PUSH_CONFIG, {"taskId": "t", "id": "c"}, {"id": "t", "pushNotificationConfigId": "c"}),
    (Op.LIST_PUSH_CONFIGS, {"taskId": "t"}, {"id": "t"}),
    (Op.GET_EXTENDED_AGENT_CARD, {}, {}),
]


def read(operation: Op, value: dict[str, Any], dialect: Dialect) -> tuple[Params, list[tuple[str, str]]]:
    notes = Notes(request=True)
    params = read_params(operation, value, dialect, notes)
    return params, [(defect.requirement, defect.pointer) for defect in notes.defects]


@pytest.mark.parametrize(("operation", "v1", "v0_3"), PAIRS)
def test_both_dialects_say_the_same(operation: Op, v1: dict[str, Any], v0_3: dict[str, Any]) -> None:
    for dialect, value in ((V1, v1), (V0_3, v0_3)):
        params, defects = read(operation, value, dialect)
        assert (params.value, defects) == (v1, [])
        assert encode_params(operation, v1, dialect) == value


def test_what_a_call_names_is_picked_out() -> None:
    assert read(Op.GET_TASK, {"id": "t"}, V1)[0].task_id == "t"
    assert read(Op.GET_PUSH_CONFIG, {"taskId": "t", "id": "c"}, V1)[0].task_id == "t"
    assert read(Op.GET_PUSH_CONFIG, {"id": "t", "pushNotificationConfigId": "c"}, V0_3)[0].task_id == "t"
    assert read(Op.LIST_TASKS, {"contextId": "c"}, V1)[0].context_id == "c"
    assert read(Op.GET_TASK, {"tenant": "blue", "id": "t"}, V1)[0].value == {"tenant": "blue", "id": "t"}


@pytest.mark.parametrize(
    ("dialect", "configuration", "expected", "defects"),
    [
        (V1, {"blocking": False}, {"returnImmediately": True}, ["send-client-config-names"]),
        (V1, {"blocking": True}, {"returnImmediately": False}, ["send-client-config-names"]),
        (V0_3, {"returnImmediately": True}, {"returnImmediately": True}, ["send-client-config-names"]),
        (
            V1,
            {"pushNotificationConfig": {"url": "u"}},
            {"taskPushNotificationConfig": {"url": "u"}},
            ["send-client-config-names"],
        ),
        (
            V0_3,
            {"pushNotification": {"url": "u"}},
            {"taskPushNotificationConfig": {"url": "u"}},
            ["send-client-config-names"],
        ),
        (V1, {"history_length": 3}, {"historyLength": 3}, ["json-camel"]),
        (V1, {"return_immediately": True}, {"returnImmediately": True}, ["json-camel"]),
        (V1, {"historyLength": 0}, {"historyLength": 0}, []),
        (V1, {"historyLength": "3"}, {"historyLength": "3"}, ["json-required"]),
        (V1, {"acceptedOutputModes": "text/plain"}, {"acceptedOutputModes": []}, ["json-required"]),
        (V1, {"returnImmediately": "yes"}, {"returnImmediately": False}, ["json-required"]),
        (V1, {"x-other": 1}, {}, []),
        (
            V1,
            {"taskPushNotificationConfig": {"url": "u", "taskId": "t"}},
            {"taskPushNotificationConfig": {"url": "u"}},
            ["send-inline-push-no-taskid"],
        ),
        (V1, {"taskPushNotificationConfig": {}}, {"taskPushNotificationConfig": {}}, ["pushcfg-url-required"]),
    ],
)
def test_the_configuration_of_a_send(
    dialect: Dialect, configuration: dict[str, Any], expected: dict[str, Any], defects: list[str]
) -> None:
    value = (V1_SEND if dialect is V1 else V0_3_SEND) | {"configuration": configuration}
    params, found = read(Op.SEND_MESSAGE, value, dialect)
    assert params.value["configuration"] == expected
    assert [requirement for requirement, _ in found] == defects


@pytest.mark.parametrize(
    ("operation", "value", "dialect", "task_id", "defects"),
    [
        (Op.GET_TASK, {}, V1, None, [("get-id-placement", "/params/id")]),
        (Op.GET_TASK, {"id": 7}, V1, None, [("get-id-placement", "/params/id")]),
        (Op.GET_TASK, {"taskId": "t"}, V1, "t", [("get-id-placement", "/params/taskId")]),
        (
            Op.CANCEL_TASK,
            {"name": "tasks/t"},
            V1,
            "t",
            [("get-id-placement", "/params/name"), ("get-id-placement", "/params/name")],
        ),
        (Op.GET_TASK, {"id": "tasks/t"}, V1, "t", [("get-id-placement", "/params/id")]),
        (Op.CANCEL_TASK, {"id": "t", "metadata": 1}, V1, "t", [("json-metadata-keys", "/params/metadata")]),
        (Op.LIST_TASKS, {"lastUpdatedAfter": "x"}, V1, None, [("list-filter-fields", "/params/lastUpdatedAfter")]),
        (Op.LIST_TASKS, {"cursor": "x"}, V1, None, [("list-filter-fields", "/params/cursor")]),
        (
            Op.CREATE_PUSH_CONFIG,
            V0_3_CONFIG,
            V1,
            "task-7",
            [
                ("pushcfg-create-flat", "/params/pushNotificationConfig"),
                ("pushcfg-auth-shape", "/params/pushNotificationConfig/authentication"),
            ],
        ),
        (Op.CREATE_PUSH_CONFIG, {"taskId": "t"}, V1, "t", [("pushcfg-url-required", "/params/url")]),
        (Op.CREATE_PUSH_CONFIG, {"url": "u"}, V1, None, [("json-required", "/params/taskId")]),
        (
            Op.CREATE_PUSH_CONFIG,
            {"taskId": "t", "url": "u"},
            V0_3,
            "t",
            [("json-required", "/params/pushNotificationConfig")],
        ),
        (Op.GET_PUSH_CONFIG, {"taskId": "t"}, V1, "t", [("json-required", "/params/id")]),
        (Op.DELETE_PUSH_CONFIG, {"id": "t"}, V0_3, "t", [("json-required", "/params/pushNotificationConfigId")]),
        (Op.GET_PUSH_CONFIG, {"id": "t"}, V0_3, "t", []),
    ],
)
def test_defects_by_operation(
    operation: Op, value: dict[str, Any], dialect: Dialect, task_id: str | None, defects: list[tuple[str, str]]
) -> None:
    params, found = read(operation, value, dialect)
    assert (params.task_id, found) == (task_id, defects)


def test_a_nested_config_is_flattened_all_the_same() -> None:
    assert read(Op.CREATE_PUSH_CONFIG, V0_3_CONFIG, V1)[0].value == V1_CONFIG
