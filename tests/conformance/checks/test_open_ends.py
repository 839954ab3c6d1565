"""A script that breaks off and leaves its task open judges no client that goes on looking after it."""

import pytest

from a2a_conformance.outcome import Ended, Kind, Told
from a2a_conformance.verdict import Status, Verdict
from a2a_simulator.session.caller import Caller, Recovery
from a2a_simulator.session.dry_run import dry_run
from made_up_run import judged, play_of

HANG = {"0": Told("0", Ended.HANG)}
OPEN = "{task: submitted}, {status: working}, {fault: close}"


def verdicts(steps: str, way: Recovery | None, more: str = "", **told: object) -> dict[str, Verdict]:
    play = play_of(f"scenario: x\ndrive: [{{send: Hello there}}]\nscript: [{{reply: [{steps}]}}]\n{more}")
    return judged(play, dry_run(play, Caller(recovers=way)), **(told or {"told": HANG}))


@pytest.mark.parametrize("way", [Recovery.GET, Recovery.SUBSCRIBE])
def test_a_client_that_looks_after_its_task_may_wait_for_ever(way: Recovery) -> None:
    found = verdicts(OPEN, way, "expect: {outcome: [incomplete, error]}")
    for name in ("client-ends", "stream-early-eof", "outcome", "scenario-pin/pin"):
        assert found[name].status is Status.NOT_APPLICABLE, name
        assert "the script leaves the task open" in found[name].text
    assert Status.FAIL not in {verdict.status for verdict in found.values()}


@pytest.mark.parametrize(
    ("steps", "way"),
    [
        (OPEN, None),
        (f"{OPEN}, {{status: completed}}", Recovery.GET),
        (f"{OPEN}, {{hold: {{until: {{call: GetTask}}, timeout: 1s}}}}, {{status: failed}}", Recovery.GET),
        ("{task: working}, {status: completed}", None),
        (f"{OPEN}]}}, {{when: {{call: GetTask}}, times: any, reply: [{{error: TaskNotFound}}", Recovery.GET),
    ],
)
def test_any_other_wait_without_end_is_the_clients_fault(steps: str, way: Recovery | None) -> None:
    assert verdicts(steps, way)["client-ends"].status is Status.FAIL


def test_the_subscription_to_a_task_that_nothing_moves_any_more_ends() -> None:
    play = play_of(f"scenario: x\ndrive: [{{send: Hello there}}]\nscript: [{{reply: [{OPEN}]}}]\n")
    found = judged(play, dry_run(play, Caller(recovers=Recovery.SUBSCRIBE)))
    assert {found["client-ends"].status, found["stream-early-eof"].status} == {Status.PASS}
    assert "harness" not in found


@pytest.mark.parametrize("kind", [Kind.INCOMPLETE, Kind.ERROR])
def test_a_client_whose_look_is_refused_may_say_that_the_answer_is_incomplete(kind: Kind) -> None:
    gone = f"{OPEN}]}}, {{when: {{call: [GetTask, SubscribeToTask]}}, times: any, reply: [{{error: TaskNotFound}}"
    found = verdicts(gone, Recovery.GET, "expect: {outcome: [incomplete, error]}", outcome=kind)
    assert Status.FAIL not in {verdict.status for verdict in found.values()}
