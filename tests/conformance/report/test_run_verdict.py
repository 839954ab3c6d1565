"""A run is as good as its worst verdict, and no better than complete."""

import pytest

from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.report.record import Footer, Header, RunRecord
from a2a_conformance.report.totals import totals
from a2a_conformance.verdict import Basis, CellResult, CheckKey, Level, RunVerdict, Status, Verdict
from a2a_simulator.scenario.play import Cell
from a2a_simulator.wire.wire_forms import V1_JSONRPC

CELL = Cell("a/b", V1_JSONRPC)


def verdict(status: Status, level: Level = Level.MUST, name: str = "art-append") -> Verdict:
    return Verdict(CheckKey(name, CELL), name, status, level, Basis.A2A, "text")


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([verdict(Status.PASS)], RunVerdict.CONFORMANT),
        ([verdict(Status.PASS), verdict(Status.INFO, Level.INFO)], RunVerdict.CONFORMANT),
        ([verdict(Status.PASS), verdict(Status.WARN, Level.SHOULD)], RunVerdict.WITH_WARNINGS),
        ([verdict(Status.PASS), verdict(Status.NOT_REACHED, Level.SHOULD)], RunVerdict.WITH_WARNINGS),
        ([verdict(Status.PASS), verdict(Status.NOT_REACHED)], RunVerdict.NOT_CONFORMANT),
        ([verdict(Status.PASS), verdict(Status.FAIL)], RunVerdict.NOT_CONFORMANT),
        ([verdict(Status.PASS), verdict(Status.ERROR)], RunVerdict.INCOMPLETE),
        ([verdict(Status.NOT_APPLICABLE)], RunVerdict.INCOMPLETE),
        ([], RunVerdict.INCOMPLETE),
    ],
)
def test_a_run_is_as_good_as_its_worst_verdict(verdicts: list[Verdict], expected: RunVerdict) -> None:
    header = Header(Hello("target", observes=Observes.ANSWER))
    record = RunRecord(header, (CellResult(CELL, tuple(verdicts)),), Footer(cells=1))
    assert totals(record).verdict is expected
