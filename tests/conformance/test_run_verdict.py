"""What a run comes to, of what it speaks, and with which code it ends."""

import pytest

from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.run_verdict import Exit, exit_code, rule
from a2a_conformance.verdict import Basis, CellResult, CheckKey, Level, RunVerdict, Status, Verdict
from a2a_simulator.scenario.play import Cell
from a2a_simulator.wire.wire_forms import V1_JSONRPC

HELLO = Hello("target", observes=Observes.ANSWER)
CELL = Cell("a/b", V1_JSONRPC)


def verdict(status: Status, level: Level = Level.MUST, name: str = "art-append", basis: Basis = Basis.A2A) -> Verdict:
    return Verdict(CheckKey(name, CELL), name, status, level, basis, "text")


def ruled(*verdicts: Verdict, **how: object) -> RunVerdict:
    return rule([CellResult(CELL, verdicts)], HELLO, **how).verdict  # type: ignore[arg-type]


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
    assert ruled(*verdicts) is expected


def test_a_run_that_was_stopped_is_incomplete() -> None:
    assert ruled(verdict(Status.PASS), stopped="Ctrl-C") is RunVerdict.INCOMPLETE


def test_a_baseline_excuses_no_verdict_only_the_exit_code() -> None:
    failed = verdict(Status.FAIL)
    ruling = rule([CellResult(CELL, (failed,))], HELLO, excused=[failed.key])
    assert ruling.verdict is RunVerdict.NOT_CONFORMANT
    assert ruling.unexpected == ()
    assert exit_code(ruling) is Exit.OK


def test_strict_turns_warnings_into_failures() -> None:
    results = [CellResult(CELL, (verdict(Status.PASS), verdict(Status.WARN, Level.SHOULD)))]
    assert rule(results, HELLO).unexpected == ()
    assert len(rule(results, HELLO, strict=True).unexpected) == 1


def test_the_scope_says_what_the_verdict_speaks_of() -> None:
    verdicts = (
        verdict(Status.PASS),
        verdict(Status.FAIL),
        verdict(Status.PASS, name="client-ends", basis=Basis.IMPLIED),
        verdict(Status.NOT_REACHED, name="outcome", basis=Basis.IMPLIED),
        verdict(Status.NOT_APPLICABLE, name="art-part-kinds"),
    )
    scope = rule([CellResult(CELL, verdicts)], Hello("x"), requirements="2026.12").scope
    assert (scope.explicit.applied, scope.explicit.failed, scope.explicit.held) == (1, 1, 0)
    assert (scope.implied.applied, scope.implied.held, scope.implied.not_reached) == (2, 1, 1)
    assert str(scope) == (
        "client, 1.0 over jsonrpc, wire only, requirements 2026.12: 3 MUST applied (2 implied), 1 not judged"
    )


@pytest.mark.parametrize(
    ("status", "stale", "usage", "signal", "code"),
    [
        (Status.PASS, False, False, None, 0),
        (Status.FAIL, False, False, None, 1),
        (Status.PASS, True, False, None, 3),
        (Status.FAIL, True, False, None, 1),
        (Status.FAIL, True, True, None, 2),
        (Status.ERROR, True, True, None, 4),
        (Status.ERROR, True, True, Exit.INTERRUPTED, 130),
        (Status.PASS, False, False, Exit.TERMINATED, 143),
    ],
)
def test_of_several_reasons_the_gravest_decides(
    status: Status, stale: bool, usage: bool, signal: Exit | None, code: int
) -> None:
    ruling = rule([CellResult(CELL, (verdict(status),))], HELLO)
    assert exit_code(ruling, stale=stale, usage=usage, signal=signal) == code
