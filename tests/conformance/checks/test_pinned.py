"""The pins of an author: each kind is judged where it can be seen, and reported under the right requirement."""

from typing import Any

import pytest

from a2a_conformance.checks.branches import NEVER_ENDED
from a2a_conformance.outcome import Ended, Kind, Observes, Outcome, Told, ToldError
from a2a_conformance.verdict import Status
from made_up_run import call_again, dry_run, judged, play_of, with_call

REPLY = "script: [{reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]}]"


def pinned(expect: str, *, reply: str = REPLY, head: str = "") -> Any:
    return play_of(f"scenario: pinned\n{head}\ndrive: [{{send: Hello there}}]\n{reply}\nexpect: {expect}\n")


FAILS = "script: [{reply: [{task: working}, {status: {state: failed, text: No disk}}]}]"
REFUSES = "script: [{reply: [{error: {name: InvalidParams, message: Bad day}}]}]"
LATE = """script:
  - reply:
      - task: working
      - artifact: {id: a, text: Hello}
      - status: completed
      - artifact: {id: late, text: too late}
        deliberate: stream-nothing-after-terminal"""


@pytest.mark.parametrize(
    ("expect", "reply", "told", "holds"),
    [
        ("{outcome: completed}", REPLY, {}, True),
        ("{outcome: completed}", REPLY, {"outcome": Kind.FAILED}, False),
        ("{outcome: [failed, error]}", FAILS, {"outcome": Kind.ERROR}, True),
        ("{text: Hello}", REPLY, {"answer": " Hello\n"}, True),
        ("{text: Hello}", REPLY, {"answer": "Hello you"}, False),
        ("{text: {contains: ell, lacks: you}}", REPLY, {"answer": "Hello you"}, False),
        ("{artifacts: {a: Hello}}", REPLY, {"artifacts": {"a": ({"text": "Hel"}, {"text": "lo"})}}, True),
        ("{artifacts: {a: Hello}}", REPLY, {"artifacts": {}}, False),
        ("{artifacts: {b: null}}", REPLY, {"artifacts": {"b": ({"text": "x"},)}}, False),
        ("{reason: No disk}", FAILS, {}, True),
        ("{reason: No disk}", FAILS, {"question": None}, False),
        ("{error: {name: InvalidParams}}", REFUSES, {}, True),
        ("{error: {name: InvalidParams}}", REFUSES, {"error": ToldError(None, -32601)}, False),
        ("{error: {message: {contains: Bad}}}", REFUSES, {"error": ToldError(None, -32602, message="no")}, False),
    ],
)
def test_each_part_of_a_result_can_be_pinned(expect: str, reply: str, told: dict[str, Any], holds: bool) -> None:
    verdict = judged(pinned(expect, reply=reply), **told)["scenario-pin/pin"]
    assert verdict.status is (Status.PASS if holds else Status.FAIL)
    assert bool(verdict.cause) is not holds


def test_calls_are_pinned_by_number() -> None:
    once = pinned("{calls: [{call: [SendMessage, SendStreamingMessage], times: 1}]}")
    assert judged(once)["scenario-pin/pin"].status is Status.PASS
    twice = judged(once, call_again(dry_run(once)))
    assert twice["scenario-pin/pin"].status is Status.FAIL
    assert "2 times" in twice["scenario-pin/pin"].got


def test_calls_are_judged_on_the_wire_alone() -> None:
    play = pinned("{calls: [{call: GetTask, times: 0}]}")
    assert judged(play, observes=Observes.WIRE)["scenario-pin/pin"].status is Status.PASS
    assert judged(pinned("{outcome: completed}"), observes=Observes.WIRE)["scenario-pin/pin"].status is (
        Status.NOT_APPLICABLE
    )


@pytest.mark.parametrize(
    ("artifacts", "status"),
    [
        ({"a": ({"text": "Hello"},)}, Status.PASS),
        ({"a": ({"text": "Hello"},), "late": ({"text": "too late"},)}, Status.INFO),
        ({"a": ({"text": "Hello"},), "late": ({"text": "too early"},)}, Status.FAIL),
    ],
)
def test_the_best_alternative_counts_at_its_rate(artifacts: dict[str, Any], status: Status) -> None:
    any_of = (
        "{any_of: [{outcome: completed, artifacts: {late: null}},"
        " {outcome: completed, artifacts: {late: too late}, rate: info}]}"
    )
    verdicts = judged(pinned(any_of, reply=LATE), artifacts=artifacts)
    assert verdicts["scenario-pin/pin"].status is status


def test_a_pin_is_reported_under_the_requirement_that_the_file_is_made_for() -> None:
    play = pinned("{outcome: failed}", reply=FAILS, head="covers: [state-failed-reports]")
    verdict = judged(play, outcome=Kind.COMPLETED)["state-failed-reports/pin"]
    assert verdict.status is Status.FAIL
    named = pinned("{outcome: failed, requirement: state-terminal-set}", reply=FAILS)
    assert judged(named, outcome=Kind.COMPLETED)["state-terminal-set/pin"].status is Status.FAIL


def test_a_pin_says_nothing_of_a_step_that_never_ended() -> None:
    verdicts = judged(pinned("{outcome: completed}"), told={"0": Told("0", Ended.HANG)})
    assert verdicts["scenario-pin/pin"].status is Status.NOT_REACHED
    assert "client-ends" in verdicts["scenario-pin/pin"].text


def test_what_a_file_is_made_for_is_never_passed_over() -> None:
    play = pinned("{outcome: completed}", head="covers: [stream-client-final-snapshot, art-append]")
    verdicts = judged(play)
    assert {"stream-client-final-snapshot", "art-append"} <= verdicts.keys()


def test_an_error_without_details_contradicts_no_pin() -> None:
    play = pinned("{outcome: error, error: {name: InvalidParams}}", reply=REFUSES)
    assert judged(play, told={"0": Outcome(Kind.ERROR)})["scenario-pin/pin"].status is Status.PASS


CANCELED = """
scenario: made up
drive:
  - send: Count
    meanwhile: [{cancel: current}]
    expect: {outcome: canceled}
script: [{reply: [{task: working}, {hold: {until: {call: CancelTask}}}]}]
"""


def test_a_pin_of_what_could_not_be_asked_meanwhile_is_not_judged() -> None:
    told = {
        "0": Outcome(Kind.INCOMPLETE),
        "0.meanwhile.0": Told("0.meanwhile.0", Ended.SKIPPED, note="no id was told"),
    }
    assert judged(play_of(CANCELED), told=told)["scenario-pin/pin-0"].status is Status.NOT_APPLICABLE
    hung = told | {"0.meanwhile.0": Told("0.meanwhile.0", Ended.SKIPPED, note=NEVER_ENDED)}
    assert judged(play_of(CANCELED), told=hung)["scenario-pin/pin-0"].status is Status.FAIL


POLLED = """
scenario: made up
drive:
  - {send: Bake, mode: unary, blocking: false, expect: {outcome: incomplete}}
script: [{reply: [{task: working}, {status: completed}]}]
"""


@pytest.mark.parametrize(("asked", "status"), [(True, Status.FAIL), (False, Status.NOT_APPLICABLE)])
def test_a_pin_of_a_call_that_does_not_wait_holds_for_clients_that_can_ask_so(asked: bool, status: Status) -> None:
    play = play_of(POLLED)
    journal = dry_run(play) if asked else with_call(dry_run(play), _waiting)
    assert judged(play, journal, told={"0": Outcome(Kind.COMPLETED)})["scenario-pin/pin-0"].status is status


def _waiting(payload: dict[str, Any]) -> dict[str, Any]:
    params = payload["params"]
    return {**payload, "params": {**params, "configuration": {**params["configuration"], "returnImmediately": False}}}
