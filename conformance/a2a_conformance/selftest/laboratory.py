"""Runs variants of the reference client through cells of the corpus and keeps their verdicts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from a2a_conformance.adapters.base import Adapter
from a2a_conformance.checks.made_for import for_all
from a2a_conformance.corpus import corpus, scenario
from a2a_conformance.outcome import Ended, Observes
from a2a_conformance.plan import plan
from a2a_conformance.reference.adapter import reference_target
from a2a_conformance.runner import Settings, run
from a2a_conformance.selftest.mutant import Mutant
from a2a_conformance.tellings.told import MARK, told
from a2a_conformance.verdict import CellResult, Level, Status
from a2a_simulator.scenario.play import Play
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.server import Simulator
from a2a_simulator.wire.wire_forms import PLAYABLE

SCALE: Final = 0.2
"""Time scale of the self-test: a hold is given up after a second."""

SETTINGS: Final = Settings(jobs=8, time_scale=SCALE, wait_cap=0.02, first_request=60.0, quiet=1.5)
"""A hang is given up after 0.3 seconds of silence."""
PATIENT: Final = replace(SETTINGS, quiet=25.0)
"""The same, with five seconds of silence."""

RACES: Final = frozenset({"interrupted/auth-required-open"})
"""Scenarios in which client and script may rightly be one before the other: their verdicts cannot be pinned."""

HOLDS: Final = frozenset({Status.PASS, Status.NOT_APPLICABLE})
LEVELS: Final = (Observes.AGGREGATE, Observes.EVENTS)
"""The levels at which the reference client is judged."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a check came to."""

    status: Status
    level: Level
    text: str


Verdicts = Mapping[str, Mapping[str, Seen]]
"""Cell (`family/stem [form]`) → check → what it came to."""


@cache
def plays() -> Mapping[str, Play]:
    """All plays for clients in the corpus by the name of their cell, in order of the scenarios."""
    return {str(cell): scenario.lower(cell) for scenario in scenarios() for cell in scenario.cells(PLAYABLE)}


def scenarios() -> tuple[Scenario, ...]:
    """The scenarios for clients whose verdicts can be pinned."""
    return tuple(one for one in corpus() if "client" in one.targets and one.id not in RACES)


def play_of(cell: str) -> Play:
    """The play of a cell, be it of a scenario as it is written or in a telling. Raises KeyError."""
    id, mark, telling = scenario_of(cell).partition(MARK)
    if not mark:
        return plays()[cell]
    one = told(scenario(id), telling)
    return next(one.lower(each) for each in one.cells(PLAYABLE) if str(each) == cell)


def whole_checks() -> frozenset[str]:
    """The checks that hold when all others of their scenario do."""
    hello = reference_target().hello()
    checks = (check for play in plays().values() for check in plan(play, hello))
    return frozenset(check.name for check in checks if check.judge is for_all)


def scenario_of(cell: str) -> str:
    """The scenario that a cell belongs to."""
    return cell.rpartition(" [")[0]


def examine(
    make: Callable[[], Adapter], cells: Iterable[str], simulator: Simulator, hanging: Collection[str] = ()
) -> Verdicts:
    """Runs cells against a target; the verdicts of each. Raises SessionOver.

    On a busy machine an honest target may look like one that hangs: a hang in a cell that is not one of `hanging` is
    looked at again, with more patience.
    """
    results = {str(result.cell): result for result in _run(make, cells, simulator, SETTINGS)}
    doubtful = [cell for cell, result in results.items() if cell not in hanging and _hung(result)]
    if doubtful:
        results |= {str(result.cell): result for result in _run(make, doubtful, simulator, PATIENT)}
    return {cell: _seen(result) for cell, result in results.items()}


def _run(
    make: Callable[[], Adapter], cells: Iterable[str], simulator: Simulator, settings: Settings
) -> Iterator[CellResult]:
    return run([play_of(cell) for cell in cells], make(), settings, simulator)


def _hung(result: CellResult) -> bool:
    return any(told.get("ended") == Ended.HANG for told in result.told)


def target_of(variant: Mutant | None, observes: Observes) -> Adapter:
    """A mutant as a target, or the reference client itself."""
    if variant is None:
        return reference_target(observes)
    return reference_target(observes, variant.components, variant.client, variant.name)


def difference(reference: Verdicts, variant: Verdicts) -> dict[str, dict[str, Status]]:
    """Cell → check → status of the variant, where it is another than that of the reference client.

    Whether a situation came up at all may depend on who was faster, so `pass` and `not_applicable` are the same here.
    """
    out: dict[str, dict[str, Status]] = {}
    for cell, checks in variant.items():
        expected = reference.get(cell, {})
        changed = {
            check: seen.status
            for check, seen in checks.items()
            if check not in expected or not _alike(expected[check].status, seen.status)
        }
        if changed:
            out[cell] = changed
    return out


def _alike(one: Status, other: Status) -> bool:
    return one is other or (one in HOLDS and other in HOLDS)


def _seen(result: CellResult) -> dict[str, Seen]:
    return {verdict.key.check: Seen(verdict.status, verdict.level, verdict.text) for verdict in result.verdicts}
