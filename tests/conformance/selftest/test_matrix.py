from a2a_conformance.outcome import Observes
from a2a_conformance.reference.components import Components
from a2a_conformance.selftest.matrix import Matrix
from a2a_conformance.selftest.mutant import BugClass, Mutant
from a2a_conformance.selftest.pins import Plans, Row
from a2a_conformance.verdict import Status

ALIVE = "mutant alive is told apart by no check (selftest/mutants/ends.py; `selftest --mutant alive`)"
CELL, OTHER = "family/a [1.0-jsonrpc]", "family/a [0.3-jsonrpc]"


def matrix(rows: dict[str, Row], *checks: str, whole: frozenset[str] = frozenset()) -> Matrix:
    plans = Plans({Observes.AGGREGATE: dict.fromkeys((CELL, OTHER), frozenset(checks))})
    mutants = {name: Mutant(name, BugClass.EOF, "", (), Components(), module="ends") for name in rows}
    return Matrix(mutants, rows, plans, whole)


def test_all_is_well_when_each_mutant_and_each_check_is_told_apart() -> None:
    rows = {"one": {CELL: {"a": Status.FAIL}}, "two": {CELL: {"b": Status.WARN}}}
    assert list(matrix(rows, "a", "b").problems()) == []


def test_a_mutant_that_nothing_tells_apart_is_a_problem() -> None:
    rows: dict[str, Row] = {"one": {CELL: {"a": Status.FAIL}}, "alive": {}}
    assert list(matrix(rows, "a").problems()) == [ALIVE]


def test_what_is_explained_or_only_observed_tells_no_mutant_apart() -> None:
    hidden = {CELL: {"a": Status.NOT_REACHED, "unused-entry": Status.INFO}}
    problems = list(matrix({"one": {OTHER: {"a": Status.FAIL}}, "alive": hidden}, "a").problems())
    assert problems == [ALIVE]


def test_a_check_that_tells_no_mutant_apart_is_a_problem() -> None:
    problems = list(matrix({"one": {CELL: {"a": Status.FAIL}}}, "a", "b").problems())
    assert problems == ["check b tells no mutant apart: write one under selftest/mutants (docs/adding-a-rule.md)"]


def test_a_check_of_a_whole_scenario_may_be_explained_by_others() -> None:
    rows = {"one": {CELL: {"a": Status.FAIL, "b": Status.NOT_REACHED}}}
    assert list(matrix(rows, "a", "b", whole=frozenset({"b"})).problems()) == []


def test_two_mutants_with_the_same_row_are_one() -> None:
    row = {CELL: {"a": Status.FAIL}}
    assert "differ in nothing" in next(iter(matrix({"one": row, "two": dict(row)}, "a").problems()))


def test_an_error_of_the_harness_is_never_the_way_to_catch_a_mutant() -> None:
    rows = {"one": {CELL: {"a": Status.FAIL, "harness": Status.ERROR}}}
    assert list(matrix(rows, "a").problems()) == [
        f"mutant one is taken for an error of the harness in {CELL} (`selftest --mutant one`)",
    ]
