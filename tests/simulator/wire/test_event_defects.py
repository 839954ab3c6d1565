"""What is wrong with an event is told under its requirement, and the rest of it is read all the same."""

import copy
from typing import Any

import pytest

from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Data, File, Text
from a2a_simulator.protocol.states import State, UnknownState
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.wire_forms import Dialect

V1, V0_3 = Dialect.V1_0, Dialect.V0_3

MESSAGE = {"messageId": "m", "contextId": "c", "taskId": "t", "role": "ROLE_AGENT", "parts": [{"text": "x"}]}
GOOD: dict[Dialect, dict[str, Any]] = {
    V1: {
        "task": {
            "id": "t",
            "contextId": "c",
            "status": {"state": "TASK_STATE_WORKING", "message": MESSAGE, "timestamp": "2026-01-05T10:00:00Z"},
            "artifacts": [
                {"artifactId": "a", "parts": [{"text": "x"}]},
                {"artifactId": "b", "parts": [{"text": "x"}]},
            ],
            "history": [MESSAGE | {"role": "ROLE_USER"}],
        },
    },
    V0_3: {
        "kind": "task",
        "id": "t",
        "contextId": "c",
        "status": {"state": "working", "timestamp": "2026-01-05T10:00:00"},
        "artifacts": [
            {"artifactId": "a", "parts": [{"kind": "text", "text": "x"}]},
            {"artifactId": "b", "parts": [{"kind": "data", "data": {}}]},
        ],
    },
}
STATUS: dict[Dialect, dict[str, Any]] = {
    V1: {"statusUpdate": {"taskId": "t", "contextId": "c", "status": {"state": "TASK_STATE_WORKING"}}},
    V0_3: {
        "kind": "status-update",
        "taskId": "t",
        "contextId": "c",
        "status": {"state": "working"},
        "final": False,
    },
}
ARTIFACT: dict[Dialect, dict[str, Any]] = {
    V1: {
        "artifactUpdate": {
            "taskId": "t",
            "contextId": "c",
            "artifact": {"artifactId": "a", "parts": [{"text": "x"}]},
            "append": True,
        }
    },
    V0_3: {
        "kind": "artifact-update",
        "taskId": "t",
        "contextId": "c",
        "artifact": {"artifactId": "a", "parts": [{"kind": "text", "text": "x"}]},
    },
}
ABSENT = object()


def changed(value: dict[str, Any], path: str, new: Any) -> dict[str, Any]:
    out = copy.deepcopy(value)
    *steps, last = path.strip("/").split("/")
    inner: Any = out
    for step in steps:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    key: Any = int(last) if isinstance(inner, list) else last
    if new is ABSENT:
        del inner[key]
    else:
        inner[key] = new
    return out


def read(value: Any, dialect: Dialect) -> Reading[Event]:
    return model_of(dialect).read_event(value)


def told(value: Any, dialect: Dialect) -> list[tuple[str, str]]:
    return [(defect.requirement, defect.pointer) for defect in read(value, dialect).defects]


@pytest.mark.parametrize("dialect", [V1, V0_3])
@pytest.mark.parametrize("good", [GOOD, STATUS, ARTIFACT])
def test_a_good_event_has_no_defect(good: dict[Dialect, dict[str, Any]], dialect: Dialect) -> None:
    assert told(good[dialect], dialect) == []


V1_DEFECTS: list[tuple[dict[Dialect, dict[str, Any]], str, Any, str]] = [
    (GOOD, "/task/id", ABSENT, "json-required"),
    (GOOD, "/task/id", "", "json-required"),
    (GOOD, "/task/status", ABSENT, "state-status-required"),
    (GOOD, "/task/status/state", ABSENT, "state-status-required"),
    (GOOD, "/task/status/state", "TASK_STATE_UNSPECIFIED", "state-status-required"),
    (GOOD, "/task/status/state", "working", "state-values"),
    (GOOD, "/task/status/state", "TASK_STATE_PONDERING", "state-values"),
    (GOOD, "/task/status/state", ["TASK_STATE_WORKING"], "state-values"),
    (GOOD, "/task/status/state", "TASK_STATE_CANCELLED", "state-canceled-spelling"),
    (GOOD, "/task/status/state", "canceled", "state-canceled-spelling"),
    (GOOD, "/task/status/state", 2, "json-enum"),
    (GOOD, "/task/status/timestamp", "2026-01-05T10:00:00+00:00", "json-ts-z"),
    (GOOD, "/task/status/timestamp", "2026-01-05T10:00:00", "json-ts-utc"),
    (GOOD, "/task/status/timestamp", "2026-13-05T10:00:00Z", "json-ts-utc"),
    (GOOD, "/task/status/timestamp", "2026-02-29T10:00:00Z", "json-ts-utc"),
    (GOOD, "/task/status/timestamp", "2026-04-31T10:00:00.000Z", "json-ts-utc"),
    (GOOD, "/task/status/timestamp", "yesterday", "json-ts-utc"),
    (GOOD, "/task/status/timestamp", 1767607200, "json-ts-utc"),
    (GOOD, "/task/status/message/messageId", ABSENT, "msg-id-required"),
    (GOOD, "/task/status/message/messageId", "", "msg-id-required"),
    (GOOD, "/task/status/message/role", ABSENT, "msg-role-direction"),
    (GOOD, "/task/status/message/role", "ROLE_USER", "msg-role-direction"),
    (GOOD, "/task/status/message/role", "ROLE_UNSPECIFIED", "msg-role-direction"),
    (GOOD, "/task/status/message/role", "agent", "json-enum"),
    (GOOD, "/task/status/message/role", 2, "json-enum"),
    (GOOD, "/task/status/message/parts", [], "msg-parts-nonempty"),
    (GOOD, "/task/status/message/parts", ABSENT, "msg-parts-nonempty"),
    (GOOD, "/task/status/message/contextId", ABSENT, "msg-server-contextid"),
    (GOOD, "/task/status/message/kind", "message", "stream-no-kind"),
    (GOOD, "/task/status/message/metadata", [], "json-metadata-keys"),
    (GOOD, "/task/kind", "task", "stream-no-kind"),
    (GOOD, "/kind", "task", "stream-no-kind"),
    (GOOD, "/task/artifacts/0/artifactId", ABSENT, "art-id"),
    (GOOD, "/task/artifacts/1/artifactId", "a", "art-id-unique"),
    (GOOD, "/task/artifacts/0/parts", [], "art-parts-nonempty"),
    (GOOD, "/task/artifacts/0/parts/0", {}, "json-part-oneof"),
    (GOOD, "/task/artifacts/0/parts/0", {"text": "x", "url": "y"}, "json-part-oneof"),
    (GOOD, "/task/artifacts/0/parts/0", {"text": 1}, "json-part-oneof"),
    (GOOD, "/task/artifacts/0/parts/0", "x", "json-part-oneof"),
    (GOOD, "/task/artifacts/0/parts/0", {"raw": "no base64!"}, "json-base64"),
    (GOOD, "/task/artifacts/0/parts/0/kind", "text", "stream-no-kind"),
    (GOOD, "/task/artifacts", {}, "json-required"),
    (GOOD, "/task/history/0/role", ABSENT, "msg-role-direction"),
    (GOOD, "/message", MESSAGE, "stream-oneof"),
    (STATUS, "/statusUpdate", ABSENT, "stream-oneof"),
    (STATUS, "/statusUpdate", "x", "stream-oneof"),
    (STATUS, "/statusUpdate/taskId", ABSENT, "stream-update-ids"),
    (STATUS, "/statusUpdate/contextId", "", "stream-update-ids"),
    (STATUS, "/statusUpdate/status", ABSENT, "stream-update-ids"),
    (STATUS, "/statusUpdate/final", True, "stream-no-kind"),
    (ARTIFACT, "/artifactUpdate/artifact", ABSENT, "stream-update-ids"),
    (ARTIFACT, "/artifactUpdate/artifact/parts", ABSENT, "art-parts-nonempty"),
    (ARTIFACT, "/artifactUpdate/index", 0, "art-no-index"),
    (ARTIFACT, "/artifactUpdate/append", "true", "json-required"),
]
V0_3_DEFECTS: list[tuple[dict[Dialect, dict[str, Any]], str, Any, str]] = [
    (GOOD, "/kind", ABSENT, "v03-kind"),
    (GOOD, "/kind", "thing", "v03-kind"),
    (GOOD, "/contextId", ABSENT, "json-required"),
    (GOOD, "/status/state", "input_required", "state-values"),
    (GOOD, "/status/state", "TASK_STATE_WORKING", "state-values"),
    (GOOD, "/status/state", "TASK_STATE_CANCELLED", "state-canceled-spelling"),
    (GOOD, "/status/timestamp", "yesterday", "json-ts-utc"),
    (GOOD, "/artifacts/0/parts/0/kind", ABSENT, "v03-kind"),
    (GOOD, "/artifacts/0/parts/0/kind", "file", "json-part-oneof"),
    (GOOD, "/artifacts/1/parts/0/data", [1], "json-part-oneof"),
    (GOOD, "/artifacts/0/parts", ABSENT, "art-parts-nonempty"),
    (STATUS, "/final", ABSENT, "v03-final"),
    (STATUS, "/final", "false", "v03-final"),
    (STATUS, "/taskId", ABSENT, "stream-update-ids"),
    (STATUS, "/kind", ABSENT, "v03-kind"),
    (ARTIFACT, "/kind", ABSENT, "v03-kind"),
    (ARTIFACT, "/artifact/artifactId", ABSENT, "art-id"),
    (ARTIFACT, "/index", 1, "art-no-index"),
]


@pytest.mark.parametrize(
    ("good", "path", "new", "requirement", "dialect"),
    [(*case, V1) for case in V1_DEFECTS] + [(*case, V0_3) for case in V0_3_DEFECTS],
)
def test_one_defect_is_told_once_under_its_requirement(
    good: dict[Dialect, dict[str, Any]], path: str, new: Any, requirement: str, dialect: Dialect
) -> None:
    assert [found for found, _ in told(changed(good[dialect], path, new), dialect)] == [requirement]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("/task/x-test", 1),
        ("/x-test", {}),
        ("/task/status/x-test", None),
        ("/task/artifacts/0/parts/0/x-test", []),
        ("/task/status/message", None),
        ("/task/artifacts", None),
        ("/task/history/0/contextId", None),
        ("/task/artifacts/0/name", None),
        ("/task/artifacts/0/parts/0", {"data": None}),
        ("/task/artifacts/0/parts/0", {"text": ""}),
        ("/task/artifacts/0/parts/0", {"text": "x", "url": None}),
        ("/task/contextId", ABSENT),
        ("/task/status/timestamp", "2026-01-05T10:00:00.123456789Z"),
    ],
)
def test_unknown_members_nulls_and_what_is_optional_are_no_defects(path: str, value: Any) -> None:
    assert told(changed(GOOD[V1], path, value), V1) == []


@pytest.mark.parametrize("dialect", [V1, V0_3])
def test_the_spelling_of_the_other_dialect_is_understood(dialect: Dialect) -> None:
    other = V0_3 if dialect is V1 else V1
    kinds = {Task: GOOD, StatusUpdate: STATUS, ArtifactUpdate: ARTIFACT}
    for kind, good in kinds.items():
        reading = read(good[other], dialect)
        assert isinstance(reading.value, kind)
        assert reading.defects
    task = read(GOOD[other], dialect).value
    assert isinstance(task, Task)
    assert task.status.state is State.WORKING


def test_snake_case_is_understood_and_told() -> None:
    value = {"status_update": {"task_id": "t", "context_id": "c", "status": {"state": "TASK_STATE_WORKING"}}}
    reading = read(value, V1)
    assert isinstance(reading.value, StatusUpdate)
    assert (reading.value.task_id, reading.value.context_id) == ("t", "c")
    assert {defect.requirement for defect in reading.defects} == {"json-camel"}
    assert len(reading.defects) == 3


@pytest.mark.parametrize("dialect", [V1, V0_3])
@pytest.mark.parametrize("value", [None, [], "x", 1, {}, {"x": 1}, {"error": {}}])
def test_what_is_no_event_is_nothing_with_a_defect(value: Any, dialect: Dialect) -> None:
    reading = read(value, dialect)
    assert reading.value is None
    assert reading.defects


@pytest.mark.parametrize(
    ("dialect", "spelled"), [(V1, "TASK_STATE_DEEP_THOUGHT"), (V0_3, "deep-thought")], ids=["1.0", "0.3"]
)
def test_an_unknown_state_is_kept_and_spelled_per_dialect(dialect: Dialect, spelled: str) -> None:
    path = "/statusUpdate/status/state" if dialect is V1 else "/status/state"
    event = read(changed(STATUS[dialect], path, spelled), dialect).value
    assert isinstance(event, StatusUpdate)
    assert event.status.state == UnknownState("DEEP_THOUGHT")
    encoded = model_of(dialect).encode_event(event)
    assert encoded == changed(STATUS[dialect], path, spelled)


@pytest.mark.parametrize("text", ["iVBORw==", "iVBORw", "-_-_", "+/+/", ""])
def test_base64_may_be_standard_or_url_safe_padded_or_not(text: str) -> None:
    value = changed(GOOD[V1], "/task/artifacts/0/parts/0", {"raw": text})
    assert told(value, V1) == []


@pytest.mark.parametrize("value", [{}, [], "x", 1.5, False, None])
def test_data_may_be_any_json_in_1_0(value: Any) -> None:
    event = read(changed(GOOD[V1], "/task/artifacts/0/parts/0", {"data": value}), V1).value
    assert isinstance(event, Task)
    assert event.artifacts is not None
    assert event.artifacts[0].parts == (Data(value),)


def test_a_file_part_of_0_3_is_understood_in_1_0() -> None:
    part = {"kind": "file", "file": {"bytes": "eA==", "name": "x.txt", "mimeType": "text/plain"}}
    event = read(changed(GOOD[V1], "/task/artifacts/0/parts/0", part), V1).value
    assert isinstance(event, Task)
    assert event.artifacts is not None
    assert event.artifacts[0].parts == (File(b"x", None, "x.txt", "text/plain"),)


def test_the_sender_decides_which_role_is_right() -> None:
    model = model_of(V1)
    asked = MESSAGE | {"role": "ROLE_USER"}
    assert model.read_message(asked, Role.USER).defects == ()
    assert [defect.requirement for defect in model.read_message(MESSAGE, Role.USER).defects] == ["msg-role-direction"]
    assert model.read_message(MESSAGE).value == Message("m", Role.AGENT, (Text("x"),), "c", "t")


def test_a_kind_in_a_request_of_1_0_speaks_of_another_dialect() -> None:
    asked = MESSAGE | {"role": "ROLE_USER", "kind": "message", "parts": [{"kind": "text", "text": "x"}]}
    found = [(d.requirement, d.pointer) for d in model_of(V1).read_message(asked, Role.USER).defects]
    assert found == [("ver-matches-interface", "/kind"), ("ver-matches-interface", "/parts/0/kind")]


@pytest.mark.parametrize("dialect", [V1, V0_3])
def test_a_bare_task_is_read_without_a_wrapper(dialect: Dialect) -> None:
    value = GOOD[V1]["task"] if dialect is V1 else GOOD[V0_3]
    reading = model_of(dialect).read_task(value)
    assert reading.defects == ()
    assert reading.value is not None
    assert reading.value.id == "t"
    assert model_of(dialect).read_task([]).value is None
