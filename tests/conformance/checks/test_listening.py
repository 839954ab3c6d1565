"""A client's listener is called once for each update, and its stop decides the result."""

from typing import Any

import pytest

from a2a_conformance.outcome import Ended, Kind, Observes, Outcome, Surfaced, Told
from a2a_conformance.verdict import Status
from made_up_run import call_again, dry_run, judged, play_of

STOPPED = """
scenario: the listener stops
drive:
  - send: Write a poem
    mode: stream
    listener: {stop_at: {status: working}, return: {response: Good enough}}
script:
  - reply:
      - task: submitted
      - status: working
      - hold: {until: listener_stopped}
      - artifact: {id: poem, text: Too late, last: true}
      - status: failed
"""
ARTIFACTS = """
scenario: the listener stops with what is there
drive:
  - send: List cities
    mode: stream
    listener: {stop_at: {artifacts: 2}, return: current_artifacts}
script:
  - reply:
      - task: working
      - artifact: {id: first, text: Oslo, last: true}
      - artifact: {id: second, text: Bergen, last: true}
      - artifact: {id: third, text: Tromso, last: true}
      - status: completed
"""
LISTENS = """
scenario: the listener never stops
drive:
  - send: Say hello
    mode: stream
    listener: {}
script:
  - reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]
"""


def failing(verdicts: dict[str, Any]) -> set[str]:
    return {key for key, one in verdicts.items() if one.status in (Status.FAIL, Status.WARN)}


@pytest.mark.parametrize("scenario", [STOPPED, ARTIFACTS, LISTENS])
@pytest.mark.parametrize("level", [Observes.ANSWER, Observes.AGGREGATE])
def test_a_right_listener_breaks_nothing(scenario: str, level: Observes) -> None:
    verdicts = judged(play_of(scenario), observes=level)
    assert failing(verdicts) == set()
    assert verdicts["listener-every-update"].status is Status.PASS


@pytest.mark.parametrize(
    ("scenario", "told", "broken"),
    [
        (STOPPED, {"answer": "Too late"}, "listener-stop-response"),
        (STOPPED, {"outcome": Kind.FAILED}, "listener-stop-response"),
        (STOPPED, {"updates": 3}, "listener-stop-final"),
        (ARTIFACTS, {"answer": "OsloBergenTromso"}, "listener-stop-artifacts"),
        (ARTIFACTS, {"answer": ""}, "listener-stop-artifacts"),
        (LISTENS, {"updates": 1}, "listener-every-update"),
        (LISTENS, {"updates": 0}, "listener-every-update"),
    ],
)
def test_a_wrong_listener_breaks_one_rule(scenario: str, told: dict[str, Any], broken: str) -> None:
    assert failing(judged(play_of(scenario), observes=Observes.ANSWER, **told)) == {broken}


def test_a_stop_cancels_nothing() -> None:
    play = play_of(STOPPED)
    journal = call_again(dry_run(play), operation="CancelTask", params={"id": "task-x"})
    assert {"listener-stop-no-cancel", "extra-send/cancel"} <= failing(judged(play, journal))


def test_a_target_without_a_listener_is_not_judged_by_one() -> None:
    verdicts = judged(play_of(STOPPED), features=frozenset())
    assert verdicts["listener-stop-response"].status is Status.NOT_APPLICABLE


def test_nothing_is_handed_on_after_the_stop() -> None:
    play = play_of(STOPPED)
    events = (Surfaced("task", state="submitted"), Surfaced("status", state="working"))
    stopped = Outcome(Kind.STOPPED, "Good enough")
    good = Told("0", Ended.STOPPED, stopped, events)
    late = Told("0", Ended.STOPPED, stopped, (*events, Surfaced("status", state="failed")))
    assert failing(judged(play, observes=Observes.EVENTS, told={"0": good})) == set()
    assert failing(judged(play, observes=Observes.EVENTS, told={"0": late})) == {"listener-stop-final"}
