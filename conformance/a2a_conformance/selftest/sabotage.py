"""Whether any saboteur gets through: looks conformant, or passes what it never came near."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from a2a_conformance.adapters.base import SessionOver
from a2a_conformance.corpus import ids
from a2a_conformance.outcome import Hello
from a2a_conformance.report.record import Footer, Header, RunRecord
from a2a_conformance.report.totals import totals
from a2a_conformance.runner import Settings, run
from a2a_conformance.selftest.laboratory import SCALE, plays, scenario_of
from a2a_conformance.selftest.saboteurs import CASES, Case
from a2a_conformance.verdict import CellResult, Level, RunVerdict, Status
from a2a_simulator.server import Simulator

QUICK: Final = Settings(jobs=8, time_scale=SCALE, wait_cap=0.02, first_request=10.0)
FEW: Final = ("message/only", "lifecycle/plain")
"""What a saboteur is run through whose every cell costs a deadline or a process."""


@dataclass(frozen=True, slots=True)
class Sabotage:
    """What a saboteur came to: how many cells it was run through, and what speaks against the suite."""

    name: str
    cells: int
    problems: tuple[str, ...]


def every_family() -> frozenset[str]:
    """The smoke suite, and the first scenario of each family for clients that it leaves out."""
    smoke = ids(["smoke"])
    covered = {scenario.partition("/")[0] for scenario in smoke}
    first: dict[str, str] = {}
    for cell in plays():
        if "[1.0-" in cell:
            first.setdefault(cell.partition("/")[0], scenario_of(cell))
    return frozenset(smoke) | {scenario for family, scenario in first.items() if family not in covered}


def sabotage() -> Iterator[Sabotage]:
    """Runs each saboteur through the smoke suite and every other family in 1.0."""
    with Simulator() as simulator:
        for case in CASES:
            yield examine(case, simulator)


def examine(case: Case, simulator: Simulator) -> Sabotage:
    """Runs one saboteur."""
    results = _results(case, simulator)
    return Sabotage(case.name, len(results), tuple(_problems(case, results)))


def _results(case: Case, simulator: Simulator) -> list[CellResult]:
    chosen = FEW if case.slow else every_family()
    cells = [play for cell, play in plays().items() if scenario_of(cell) in chosen and "[1.0-" in cell]
    results: list[CellResult] = []
    try:
        results.extend(run(cells, case.make(), QUICK, simulator))
    except SessionOver:
        return results
    return results


def _problems(case: Case, results: list[CellResult]) -> Iterator[str]:
    outcome = totals(RunRecord(Header(Hello(case.name)), tuple(results), Footer(cells=len(results)))).verdict
    if outcome in (RunVerdict.CONFORMANT, RunVerdict.WITH_WARNINGS):
        yield f"saboteur {case.name} is {outcome}"
    if case.calls:
        return
    for result in results:
        for verdict in result.verdicts:
            if verdict.level is Level.MUST and verdict.status is Status.PASS:
                yield f"saboteur {case.name} passes {verdict.key} without a call"
                return
