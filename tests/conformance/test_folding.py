"""A fold on its own: the events as a client gets them, and the judgement of what it made of them."""

import pytest

from a2a_conformance.folding import NothingToFold, fold_case, is_foldable, judge_outcome
from a2a_conformance.outcome import Kind, Outcome
from made_up_run import play_of

STREAM = """
scenario: made up
drive: [{send: Hello there}]
script:
  - reply: [{task: working}, {artifact: {id: a, chunks: ["One ", two]}}, {status: completed}]
"""


def test_the_events_are_those_of_the_dialect() -> None:
    new, old = fold_case(play_of(STREAM)), fold_case(play_of(STREAM, "0.3"))
    assert [next(iter(event)) for event in new.events] == ["task", "artifactUpdate", "artifactUpdate", "statusUpdate"]
    assert [event["kind"] for event in old.events] == ["task", "artifact-update", "artifact-update", "status-update"]


@pytest.mark.parametrize(
    ("outcome", "symptom"),
    [
        (Outcome(Kind.COMPLETED, "One two"), None),
        (Outcome(Kind.COMPLETED, artifacts={"a": ({"text": "One two"},)}), None),
        (Outcome(Kind.COMPLETED), None),
        (Outcome(Kind.COMPLETED, "two"), "only the last chunk of an artifact is left"),
        (Outcome(Kind.COMPLETED, artifacts={}), "an artifact is lost"),
        (Outcome(Kind.FAILED), "a completed task is reported as failed"),
    ],
)
def test_an_outcome_is_judged_by_what_it_tells(outcome: Outcome, symptom: str | None) -> None:
    found = judge_outcome(fold_case(play_of(STREAM)).accept, outcome)
    assert (None if found is None else found.cause) == symptom


def test_what_one_stream_cannot_decide_is_no_case_for_a_fold() -> None:
    assert is_foldable(play_of(STREAM))
    broken = STREAM.replace("{status: completed}", "{fault: close}")
    assert not is_foldable(play_of(broken))
    unary = STREAM.replace("drive:", "card: {capabilities: {streaming: false}}\ndrive:")
    assert not is_foldable(play_of(unary))
    with pytest.raises(NothingToFold, match="no streamed answer"):
        fold_case(play_of(unary))
