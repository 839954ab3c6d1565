"""What the control address of a served agent says of the calls that reached it."""

import httpx
import pytest

from a2a_conformance.corpus import scenario
from a2a_conformance.served import findings, report
from a2a_simulator.server.serving import Serving
from a2a_simulator.server.simulator import Simulator


@pytest.fixture
def served():
    with Simulator() as simulator:
        yield Serving(simulator).add(scenario("message/only"))


def call(served, **message):
    (address,) = served.run.addresses.values()
    told = {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": "Hi"}]} | message
    body = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": told}}
    assert httpx.post(address.base_url, json=body, headers={"A2A-Version": "1.0"}).status_code == 200


def test_a_correct_call_has_no_findings(served):
    call(served)
    assert findings(served) == []
    assert report(served) | {"seen": ""} == {
        "calls": {"SendMessage": 1}, "findings": {}, "must_broken": 0, "seen": ""
    }  # fmt: skip


def test_a_wrong_call_names_requirement_level_and_place(served):
    call(served, role="ROLE_AGENT")
    (found,) = findings(served)
    assert (found["requirement"], found["level"], found["at"]) == (
        "msg-role-direction",
        "MUST",
        "/params/message/role",
    )
    assert report(served)["findings"] == {"msg-role-direction": 1}
