from dataclasses import replace

import pytest

from a2a_conformance.report.record import End, Footer, RunRecord
from a2a_conformance.report.totals import Tally, totals
from a2a_conformance.report.words import must_line
from a2a_conformance.verdict import Basis, CellResult, Level, RunVerdict, Status, Verdict
from made_up_record import cell, failing, header, passing, verdict

WHERE = cell("message/only")


def record_of(*verdicts: Verdict, footer: Footer | None = None) -> RunRecord:
    results = (CellResult(WHERE, verdicts),)
    return RunRecord(header(WHERE), results, footer or Footer(cells=1))


@pytest.mark.parametrize(
    ("status", "level", "expected"),
    [
        (Status.PASS, Level.MUST, RunVerdict.CONFORMANT),
        (Status.FAIL, Level.MUST, RunVerdict.NOT_CONFORMANT),
        (Status.NOT_REACHED, Level.MUST, RunVerdict.NOT_CONFORMANT),
        (Status.ERROR, Level.MUST, RunVerdict.INCOMPLETE),
        (Status.WARN, Level.SHOULD, RunVerdict.WITH_WARNINGS),
        (Status.NOT_REACHED, Level.SHOULD, RunVerdict.WITH_WARNINGS),
        (Status.INFO, Level.MAY, RunVerdict.CONFORMANT),
        (Status.NOT_REACHED, Level.MAY, RunVerdict.CONFORMANT),
    ],
)
def test_one_verdict_beside_a_pass_decides_the_run(status: Status, level: Level, expected: RunVerdict) -> None:
    assert totals(record_of(verdict(WHERE, "fine"), verdict(WHERE, "x", status, level))).verdict is expected


@pytest.mark.parametrize(
    "record",
    [
        record_of(),
        record_of(verdict(WHERE, "x", Status.NOT_APPLICABLE)),
        record_of(verdict(WHERE, "x"), footer=Footer(End.INTERRUPTED, 1, signal=2)),
        record_of(verdict(WHERE, "x"), footer=Footer(End.FAILED, 1, note="the worker died")),
        RunRecord(header(WHERE), (CellResult(WHERE, (verdict(WHERE, "x"),)),), None, ()),
        RunRecord(
            header(WHERE, cell("message/other")), (CellResult(WHERE, (verdict(WHERE, "x"),)),), Footer(cells=1)
        ),
    ],
    ids=["no checks", "nothing applied", "stopped", "harness failed", "no footer", "a cell is missing"],
)
def test_never_conformant_when_something_is_missing(record: RunRecord) -> None:
    counts = totals(record)
    assert counts.incomplete
    assert counts.verdict is RunVerdict.INCOMPLETE


def test_a_requirement_counts_once_by_the_worst_that_was_seen_of_it() -> None:
    counts = totals(
        record_of(
            verdict(WHERE, "a/one"),
            verdict(WHERE, "a/two", Status.FAIL),
            verdict(WHERE, "b/one"),
            verdict(WHERE, "b/two", Status.NOT_APPLICABLE),
            verdict(WHERE, "c", Status.NOT_REACHED),
        )
    )
    assert counts.implied == Tally(held=1, broken=1, not_reached=1)
    assert counts.must.applied == 3


def test_explicit_implied_and_profile_musts_are_counted_apart() -> None:
    counts = totals(
        record_of(
            verdict(WHERE, "a", basis=Basis.A2A),
            verdict(WHERE, "b", basis=Basis.SSE),
            verdict(WHERE, "c", basis=Basis.IMPLIED),
            verdict(WHERE, "d", basis=Basis.PROFILE),
        )
    )
    assert (counts.explicit.held, counts.implied.held, counts.profile.held, counts.must.held) == (2, 1, 1, 4)


def test_the_baseline_excuses_from_unexpected_but_not_from_the_verdict() -> None:
    counts = totals(failing())
    assert counts.verdict is RunVerdict.NOT_CONFORMANT
    assert (counts.excused, counts.unexpected) == (1, 5)


def test_families_count_runs_by_the_worst_in_each() -> None:
    counts = totals(failing())
    assert [(family.name, family.clean, family.applied) for family in counts.families] == [
        ("message", 1, 1),
        ("artifacts", 0, 3),
        ("interrupted", 0, 1),
        ("failures", 0, 1),
    ]


def test_a_run_in_which_nothing_applied_is_not_counted_as_clean() -> None:
    record = record_of(verdict(WHERE, "x", Status.NOT_APPLICABLE))
    (family,) = totals(record).families
    assert (family.cells, family.applied, family.clean) == (1, 0, 0)


def test_a_passing_run_is_conformant() -> None:
    record = passing()
    assert totals(record).verdict is RunVerdict.CONFORMANT
    assert totals(replace(record, footer=None)).verdict is RunVerdict.INCOMPLETE


def test_an_error_of_the_harness_is_no_must_of_the_target() -> None:
    counts = totals(record_of(verdict(WHERE, "fine"), verdict(WHERE, "harness", Status.ERROR)))
    assert (counts.must.applied, counts.must.error) == (1, 0)
    assert counts.verdict is RunVerdict.INCOMPLETE


def test_why_musts_are_not_applicable_is_said_in_few_words_the_most_frequent_first() -> None:
    na = Status.NOT_APPLICABLE
    counts = totals(
        record_of(
            verdict(WHERE, "a", na, text="the target shows `wire`, this needs `answer`"),
            verdict(WHERE, "b", na, text="the target does not declare cancel"),
            verdict(WHERE, "c", na, text="the target does not declare get"),
            verdict(WHERE, "d/one", na, text="the client stopped"),
            verdict(WHERE, "d/two"),
        )
    )
    assert counts.not_applicable_because == ("features not declared", "level not shown")
    assert must_line(counts) == (
        "1 of 1 MUST held, 0 not reached, 3 not applicable (features not declared, level not shown)"
    )


def test_a_target_that_tells_no_ids_is_told_that_its_later_turns_were_not_judged() -> None:
    skipped = "the target told its caller no task id, and does not declare the feature session"
    counts = totals(record_of(verdict(WHERE, "a", Status.NOT_APPLICABLE, text=skipped), verdict(WHERE, "b")))
    assert counts.not_applicable_because[0] == "multi-turn not judged: the target tells no ids"
