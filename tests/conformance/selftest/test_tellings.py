"""A client has the same verdicts in every telling; one that has not is told."""

import pytest

from a2a_conformance.outcome import Observes
from a2a_conformance.selftest import tellings
from a2a_conformance.selftest.crew import Job, do
from a2a_conformance.selftest.laboratory import Seen, play_of
from a2a_conformance.verdict import Level, Status

PASS, FAIL, UNREACHED = (Seen(status, Level.MUST, "why") for status in (Status.PASS, Status.FAIL, Status.NOT_REACHED))


def test_a_cell_in_a_telling_has_a_play() -> None:
    assert str(play_of("artifacts/append~crlf [1.0-jsonrpc]").cell) == "artifacts/append~crlf [1.0-jsonrpc]"


@pytest.mark.parametrize(
    "telling", ["finer-chunks", "word-of-progress", "final-task", "unknown-members", "event-ids"]
)
def test_the_reference_client_passes_a_telling(telling: str) -> None:
    verdicts = do(Job(None, Observes.EVENTS, (f"lifecycle/plain~{telling} [1.0-jsonrpc]",)))
    assert list(tellings._wrong(verdicts)) == []


def test_a_fault_is_found_in_each_telling_by_the_same_check() -> None:
    cells = [f"lifecycle/cumulative-status{told} [1.0-jsonrpc]" for told in ("", "~crlf", "~unknown-members")]
    verdicts = do(Job("status-texts-joined", Observes.AGGREGATE, tuple(cells)))
    assert {checks["answer-text"].status for checks in verdicts.values()} == {Status.FAIL}
    assert list(tellings._unlike("status-texts-joined", verdicts)) == []


def test_a_verdict_that_depends_on_the_telling_is_told() -> None:
    verdicts = {"a/b [x]": {"art-append": PASS}, "a/b~crlf [x]": {"art-append": FAIL}}
    assert list(tellings._unlike("m", verdicts)) == [
        "mutant m: art-append is pass as it is written, fail in a/b~crlf [x]: why"
    ]


def test_a_check_that_only_one_of_them_has_is_not_compared() -> None:
    verdicts = {"a/b [x]": {"art-append": PASS}, "a/b~crlf [x]": {"sse-framing": FAIL}}
    assert list(tellings._unlike("m", verdicts)) == []


def test_a_false_alarm_is_told() -> None:
    assert list(tellings._wrong({"a/b~crlf [x]": {"c": UNREACHED}})) == [
        "the reference client: a/b~crlf [x] c not_reached: why"
    ]
