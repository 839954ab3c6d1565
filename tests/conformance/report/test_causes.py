from dataclasses import replace

from a2a_conformance.report.causes import causes
from a2a_conformance.report.html import html
from a2a_conformance.report.junit import junit
from a2a_conformance.report.record import BaselineFacts, Excuse, Footer, RunRecord
from a2a_conformance.report.styles import Ink
from a2a_conformance.report.summary import summary
from a2a_conformance.report.terminal import terminal
from a2a_conformance.report.totals import totals
from a2a_conformance.verdict import CellResult, RunVerdict, Status, Verdict
from made_up_record import cell, header, verdict

HERE, THERE = cell("artifacts/append"), cell("artifacts/replace")
ROOT = verdict(HERE, "client-ends", Status.FAIL, cause="the call never ends")
HIDDEN = tuple(
    verdict(HERE, name, Status.NOT_REACHED, text="nothing can be said", explained_by="client-ends")
    for name in ("art-append", "answer-text", "outcome")
)
LINE = "consequences: 3 further checks could not be judged (art-append, answer-text, outcome)"


def record(*verdicts: Verdict, baseline: BaselineFacts | None = None) -> RunRecord:
    results = tuple(
        CellResult(where, tuple(one for one in verdicts if one.key.cell == where)) for where in (HERE, THERE)
    )
    kept = tuple(result for result in results if result.verdicts)
    return RunRecord(header(*(result.cell for result in kept)), kept, Footer(cells=len(kept), baseline=baseline))


def test_what_a_failure_hides_stands_under_it_and_is_no_cause() -> None:
    (cause,) = causes(record(ROOT, *HIDDEN))
    assert cause.failures[0].verdict == ROOT
    assert [failure.verdict for failure in cause.consequences] == list(HIDDEN)


def test_each_report_tells_the_cause_once_and_counts_what_follows() -> None:
    told = record(ROOT, *HIDDEN)
    assert LINE in terminal(told, Ink(False))
    assert terminal(told, Ink(False)).count("the call never ends") == 1
    assert LINE in html(told)
    assert LINE in summary(told).replace("\\", "")
    assert junit(told).count("<failure") == 1


def test_they_count_as_not_judged_neither_held_nor_broken() -> None:
    counts = totals(record(ROOT, *HIDDEN))
    assert (counts.must.broken, counts.must.not_reached, counts.unexpected) == (1, 3, 1)
    assert counts.verdict is RunVerdict.NOT_CONFORMANT


def test_a_requirement_that_held_elsewhere_is_not_lost_to_a_failure_that_hides_it_here() -> None:
    counts = totals(record(ROOT, *HIDDEN, verdict(THERE, "art-append"), verdict(THERE, "outcome", Status.FAIL)))
    assert (counts.must.held, counts.must.broken, counts.must.not_reached) == (1, 2, 1)


def test_a_check_that_another_run_would_explain_is_a_cause_of_its_own() -> None:
    astray = replace(HIDDEN[0], key=replace(HIDDEN[0].key, cell=THERE))
    found = causes(record(ROOT, astray))
    assert [len(cause.consequences) for cause in found] == [0, 0]


def test_they_follow_their_cause_among_the_expected() -> None:
    excuses = tuple(Excuse(str(one.key), "known") for one in (ROOT, *HIDDEN))
    (cause,) = causes(record(ROOT, *HIDDEN, baseline=BaselineFacts("b.yaml", excuses)))
    assert cause.expected
    assert len(cause.consequences) == 3


def test_a_must_that_the_scenario_rates_lower_is_no_broken_one() -> None:
    counts = totals(record(verdict(HERE, "state-terminal-set/pin", Status.WARN)))
    assert (counts.must.held, counts.must.broken) == (1, 0)
    assert counts.verdict is RunVerdict.WITH_WARNINGS


def test_alike_symptoms_of_two_requirements_have_two_causes_and_a_pin_goes_with_its_requirement() -> None:
    found = causes(
        record(
            verdict(HERE, "sse-framing", Status.FAIL, cause="a completed task is reported as error"),
            verdict(HERE, "sse-framing/pin", Status.FAIL, cause="a completed task is reported as error"),
            verdict(THERE, "json-utf8", Status.FAIL, cause="a completed task is reported as error"),
        )
    )
    assert [[failure.verdict.key.check for failure in cause.failures] for cause in found] == [
        ["sse-framing", "sse-framing/pin"],
        ["json-utf8"],
    ]


def test_what_was_never_reached_for_one_reason_has_one_cause() -> None:
    text = "never reached: a message was sent"
    lost = (verdict(HERE, name, Status.NOT_REACHED, text=text) for name in ("ver-send", "jr-envelope"))
    assert len(causes(record(*lost))) == 1
