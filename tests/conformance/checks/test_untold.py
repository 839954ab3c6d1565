"""What a target keeps to itself: a fault where it tells all of an end, and nobody's verdict where it need not."""

import pytest

from a2a_conformance.outcome import Ended, Kind, Observes, Outcome, Told, ToldError
from a2a_conformance.verdict import Status
from made_up_run import judged, play_of

REFUSED = """
scenario: a refusal
drive: [{send: Hello there}]
script: [{reply: [{error: {name: InternalError, message: Disk full}}]}]
"""
ASKS = """
scenario: a question
drive: [{send: Hello there}]
script: [{reply: [{task: working}, {status: {state: input_required, text: Which day?}}]}]
"""


def status(scenario: str, check: str, outcome: Outcome, level: Observes) -> Status:
    told = Told("0", Ended.ERROR if outcome.outcome is Kind.ERROR else Ended.CLEAN, outcome)
    return judged(play_of(scenario), told={"0": told}, observes=level)[check].status


@pytest.mark.parametrize(
    ("level", "wanted"), [(Observes.ANSWER, Status.NOT_APPLICABLE), (Observes.AGGREGATE, Status.FAIL)]
)
def test_an_error_of_which_nothing_is_told(level: Observes, wanted: Status) -> None:
    assert status(REFUSED, "err-client-by-reason", Outcome(Kind.ERROR), level) is wanted


@pytest.mark.parametrize("level", [Observes.ANSWER, Observes.AGGREGATE])
def test_an_error_that_is_told_is_judged_at_both_levels(level: Observes) -> None:
    right = Outcome(Kind.ERROR, error=ToldError(None, -32603, message="Disk full"))
    wrong = Outcome(Kind.ERROR, error=ToldError(None, message="something went wrong"))
    assert status(REFUSED, "err-client-by-reason", right, level) is Status.PASS
    assert status(REFUSED, "err-client-by-reason", wrong, level) is Status.FAIL


@pytest.mark.parametrize(
    ("level", "wanted"), [(Observes.ANSWER, Status.NOT_APPLICABLE), (Observes.AGGREGATE, Status.FAIL)]
)
def test_a_question_of_which_nothing_is_told(level: Observes, wanted: Status) -> None:
    assert status(ASKS, "state-interrupted-set", Outcome(Kind.INPUT_REQUIRED), level) is wanted


@pytest.mark.parametrize("level", [Observes.ANSWER, Observes.AGGREGATE])
@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ({"question": "Which day?"}, Status.PASS),
        ({"answer": "The agent asks: Which day?"}, Status.PASS),
        ({"question": "What?"}, Status.FAIL),
    ],
)
def test_a_question_may_be_told_in_either_place(level: Observes, told: dict[str, str], wanted: Status) -> None:
    assert status(ASKS, "state-interrupted-set", Outcome(Kind.INPUT_REQUIRED, **told), level) is wanted
