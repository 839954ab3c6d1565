"""Push configs: flat in 1.0, nested in 0.3, one scheme or several."""

from typing import Any

import pytest

from a2a_simulator.wire.members import Notes
from a2a_simulator.wire.push_configs import encode_config, encode_inline, read_inline
from a2a_simulator.wire.wire_forms import Dialect

V1, V0_3 = Dialect.V1_0, Dialect.V0_3
FLAT = {
    "id": "cfg-1",
    "taskId": "task-7",
    "url": "https://hook.example/a2a",
    "token": "t-1",
    "authentication": {"scheme": "Bearer", "credentials": "s3cr3t"},
}
NESTED = {
    "taskId": "task-7",
    "pushNotificationConfig": {
        "id": "cfg-1",
        "url": "https://hook.example/a2a",
        "token": "t-1",
        "authentication": {"schemes": ["Bearer"], "credentials": "s3cr3t"},
    },
}


def test_a_config_is_returned_flat_or_nested() -> None:
    assert encode_config(FLAT, V1) == FLAT
    assert encode_config(FLAT, V0_3) == NESTED


def test_inside_a_send_it_names_no_task() -> None:
    assert "taskId" not in encode_inline(FLAT, V1)
    assert encode_inline(FLAT, V0_3) == NESTED["pushNotificationConfig"]


@pytest.mark.parametrize(
    ("authentication", "dialect", "requirements"),
    [
        ({"scheme": "Bearer"}, V1, []),
        ({"schemes": ["Bearer"]}, V0_3, []),
        ({"schemes": ["Bearer"]}, V1, ["pushcfg-auth-shape"]),
        ({"scheme": "Bearer"}, V0_3, ["pushcfg-auth-shape"]),
    ],
)
def test_the_scheme_is_understood_in_either_form(
    authentication: dict[str, Any], dialect: Dialect, requirements: list[str]
) -> None:
    notes = Notes(request=True)
    read = read_inline({"url": "u", "authentication": authentication}, dialect, "", notes)
    assert read["authentication"] == {"scheme": "Bearer"}
    assert [defect.requirement for defect in notes.defects] == requirements


@pytest.mark.parametrize("authentication", [{}, "Bearer", []])
def test_authentication_names_a_scheme(authentication: Any) -> None:
    notes = Notes(request=True)
    read_inline({"url": "u", "authentication": authentication}, V1, "", notes)
    assert [defect.requirement for defect in notes.defects] == ["pushcfg-auth-shape"]
