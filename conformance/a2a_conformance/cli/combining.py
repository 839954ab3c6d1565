"""Several runs of one cell (rounds, `--repeat`) made one result, and the checks that did not agree."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from a2a_conformance.verdict import CellResult, Status, Verdict
from a2a_simulator.scenario.play import Play

_WORST_FIRST: Final = (
    Status.ERROR,
    Status.FAIL,
    Status.NOT_REACHED,
    Status.WARN,
    Status.INFO,
    Status.PASS,
    Status.NOT_APPLICABLE,
)


_HOLDS: Final = frozenset({Status.PASS, Status.NOT_APPLICABLE})
"""Whether a situation came up may depend on who was faster: these agree."""


class Combiner:
    """Collects results until all runs of a cell are there."""

    def __init__(self, plays: Sequence[Play]) -> None:
        self._due = Counter(str(play.cell) for play in plays)
        self._heard: dict[str, list[CellResult]] = {}
        self._flaky: list[str] = []

    def add(self, result: CellResult) -> CellResult | None:
        """The cell's result once its last run is in, else None."""
        name = str(result.cell)
        heard = self._heard.setdefault(name, [])
        heard.append(result)
        if len(heard) < self._due[name]:
            return None
        del self._heard[name]
        self._flaky += _disagreeing(heard)
        return worst_of(heard)

    @property
    def flaky(self) -> tuple[str, ...]:
        """Checks that came out differently, each with how often it came out how."""
        return tuple(self._flaky)


def worst_of(results: Sequence[CellResult]) -> CellResult:
    """The run with the gravest verdict stands for all of them; its journal is the one that is kept."""
    worst = min(results, key=_gravity)
    return replace(worst, seconds=sum(result.seconds for result in results))


def _gravity(result: CellResult) -> tuple[int, int]:
    ranks = [_WORST_FIRST.index(verdict.status) for verdict in result.verdicts]
    gravest = min(ranks, default=len(_WORST_FIRST))
    return gravest, -ranks.count(gravest)


def _disagreeing(results: Sequence[CellResult]) -> list[str]:
    told: dict[str, Counter[Status]] = {}
    for result in results:
        for verdict in result.verdicts:
            told.setdefault(_name(verdict), Counter())[verdict.status] += 1
    return [
        f"{name}: " + ", ".join(f"{count} {status.value.replace('_', ' ')}" for status, count in counts.items())
        for name, counts in told.items()
        if not counts.keys() <= _HOLDS and len(counts) > 1
    ]


def _name(verdict: Verdict) -> str:
    return str(verdict.key)
