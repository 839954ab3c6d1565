"""The kill matrix: which checks tell which mutants apart, and what must hold of it (design §8)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from a2a_conformance.selftest.mutant import Mutant
from a2a_conformance.selftest.pins import Plans, Row, changes
from a2a_conformance.verdict import Status

TELLING: Final = frozenset({Status.FAIL, Status.WARN, Status.INFO})
"""Verdicts that tell a mutant apart: the worst that each level comes to."""
OBSERVATIONS: Final = frozenset({"unscripted-call", "unused-entry"})
"""Checks that only note what others judge: a mutant that nothing else tells apart is not."""


def kills(row: Row) -> bool:
    """Whether a mutant with this row is told apart."""
    return any(status in TELLING and check not in OBSERVATIONS for _, check, status in changes(row))


@dataclass(frozen=True, slots=True)
class Matrix:
    """The mutants, the row of each, and what can be told apart at all."""

    mutants: Mapping[str, Mutant]
    rows: Mapping[str, Row]
    plans: Plans
    whole: frozenset[str] = frozenset()
    """Checks that hold when all others of their scenario do, and otherwise are explained by one of them."""

    @property
    def checks(self) -> tuple[str, ...]:
        """All checks that the reference client passes somewhere."""
        return tuple(sorted({check for checks in self.plans.by_check.values() for check in checks}))

    def telling(self, name: str, among: frozenset[Status] = TELLING) -> Mapping[str, tuple[str, ...]]:
        """Check → the cells in which it tells a mutant apart."""
        out: dict[str, list[str]] = {}
        for cell, check, status in changes(self.rows.get(name, {})):
            if status in among:
                out.setdefault(check, []).append(cell)
        return {check: tuple(sorted(cells)) for check, cells in sorted(out.items())}

    def tellers(self) -> Mapping[str, tuple[str, ...]]:
        """Check → the mutants that it tells apart; a check of a whole scenario also by being explained."""
        out: dict[str, list[str]] = {check: [] for check in self.checks}
        hidden: dict[str, list[str]] = {}
        for name in self.mutants:
            for check in self.telling(name):
                out.setdefault(check, []).append(name)
            for check in self.telling(name, frozenset({Status.NOT_REACHED})):
                hidden.setdefault(check, []).append(name)
        for check, names in out.items():
            if not names and check in self.whole:
                names += hidden.get(check, [])
        return {check: tuple(names) for check, names in out.items()}

    def idle_scenarios(self) -> tuple[str, ...]:
        """Scenarios in which no mutant is told apart."""
        every = {cell.rpartition(" [")[0] for cells in self.plans.cells.values() for cell in cells}
        busy = {
            cell.rpartition(" [")[0]
            for name in self.mutants
            for cells in self.telling(name).values()
            for cell in cells
        }
        return tuple(sorted(every - busy))

    def problems(self) -> Iterator[str]:
        """What does not hold, a line each."""
        for name in self.mutants:
            if not kills(self.rows.get(name, {})):
                yield f"mutant {name} is told apart by no check ({self._file(name)}; `selftest --mutant {name}`)"
        yield from self._twins()
        for check, names in self.tellers().items():
            if not names:
                yield f"check {check} tells no mutant apart: write one under selftest/mutants (docs/adding-a-rule.md)"
        for scenario in self.idle_scenarios():
            yield f"fixtures/scenarios/{scenario}.a2a.yaml tells no mutant apart (`selftest --scenario {scenario}`)"
        for name, row in self.rows.items():
            wrong = next((cell for cell, _, status in changes(row) if status is Status.ERROR), None)
            if wrong is not None:
                yield f"mutant {name} is taken for an error of the harness in {wrong} (`selftest --mutant {name}`)"

    def _file(self, name: str) -> str:
        return f"selftest/mutants/{self.mutants[name].module}.py"

    def _twins(self) -> Iterator[str]:
        seen: dict[tuple[object, ...], str] = {}
        for name, mutant in self.mutants.items():
            row = self.rows.get(name, {})
            shape = (mutant.observes, frozenset(changes(row)))
            if row and shape in seen:
                other = seen[shape]
                yield f"mutants {other} and {name} differ in nothing that is judged ({self._file(name)})"
            seen.setdefault(shape, name)
