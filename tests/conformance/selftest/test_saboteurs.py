from collections.abc import Iterator

import pytest

from a2a_conformance.selftest import sabotage as under_test
from a2a_conformance.selftest.laboratory import plays
from a2a_conformance.selftest.sabotage import Sabotage
from a2a_conformance.selftest.saboteurs import CASES, Case
from a2a_simulator.server import Simulator

QUICK = [case for case in CASES if not case.slow]


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with Simulator() as host:
        yield host


@pytest.mark.parametrize("case", QUICK, ids=lambda case: case.name)
def test_a_saboteur_gets_nowhere(case: Case, simulator: Simulator) -> None:
    assert under_test.examine(case, simulator).problems == ()


def test_a_saboteur_that_got_through_would_be_told(simulator: Simulator) -> None:
    from a2a_conformance.reference.adapter import reference_target

    honest = Case("honest", "Does all that it should.", reference_target, calls=True)
    told: Sabotage = under_test.examine(honest, simulator)
    assert told.problems == ("saboteur honest is conformant",)


def test_saboteurs_are_run_through_every_family() -> None:
    families = {cell.partition("/")[0] for cell in plays()}
    assert {scenario.partition("/")[0] for scenario in under_test.every_family()} == families
