import pytest

from a2a_conformance.outcome import Observes
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.fold import Fold
from a2a_conformance.selftest.crew import Job, do
from a2a_conformance.selftest.laboratory import LEVELS, difference, plays
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_conformance.selftest.population import all_mutants
from a2a_conformance.verdict import Status

FEW = tuple(cell for cell in plays() if cell.startswith(("artifacts/append [", "message/only [", "ids/odd-ids [")))


def test_every_mutant_replaces_one_part_and_says_what_is_wrong_with_it() -> None:
    for each in all_mutants():
        parts = [each.client is not Client, *(part for part in _changed(each.components))]
        assert sum(map(bool, parts)) == 1, each.name
        assert each.text.endswith("."), each.name


def _changed(components: object) -> list[bool]:
    plain = type(components)()
    return [getattr(components, name) is not getattr(plain, name) for name in type(components).__slots__]


def test_bugs_are_named_as_repository_and_number() -> None:
    for each in all_mutants():
        for bug in each.bugs:
            repository, _, number = bug.partition("#")
            assert repository.count("/") == 1, each.name
            assert number.isdigit(), each.name


def test_two_mutants_of_one_name_are_refused() -> None:
    taken = all_mutants()[0].name
    with pytest.raises(ValueError, match=taken):
        mutant(taken, BugClass.EOF)(Fold)


def test_what_is_no_part_of_the_client_is_no_mutant() -> None:
    with pytest.raises(TypeError, match="int"):
        mutant("no-part", BugClass.EOF)(int)


@pytest.mark.parametrize("level", LEVELS)
def test_the_reference_client_passes(level: Observes) -> None:
    verdicts = do(Job(None, level, FEW))
    bad = {Status.FAIL, Status.WARN, Status.NOT_REACHED, Status.ERROR}
    assert not [check for checks in verdicts.values() for check, seen in checks.items() if seen.status in bad]


def test_a_mutant_differs_where_its_fault_matters_and_nowhere_else() -> None:
    reference = do(Job(None, Observes.AGGREGATE, FEW))
    changed = difference(reference, do(Job("append-replaces", Observes.AGGREGATE, FEW)))
    assert {cell.partition(" [")[0] for cell in changed} == {"artifacts/append"}
    assert {"art-append": Status.FAIL}.items() <= next(iter(changed.values())).items()


def test_what_follows_from_an_answer_without_its_task_is_no_fault_of_its_own() -> None:
    cells = tuple(cell for cell in plays() if cell.startswith("interrupted/answer-then-failed ["))
    for checks in do(Job("answer-without-task-id", Observes.AGGREGATE, cells)).values():
        assert checks["state-input-continue"].status is Status.FAIL
        assert checks["outcome"].status is Status.NOT_REACHED
        assert checks["outcome"].text.endswith("explained by state-input-continue")
