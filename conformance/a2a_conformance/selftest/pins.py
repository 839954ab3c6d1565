"""Pins: for each mutant exactly the verdicts in which it differs from the reference client, kept as data."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from a2a_conformance.outcome import Observes
from a2a_conformance.verdict import Status

EVERYWHERE: Final = "*"
"""In place of a list of cells: every cell that has the check and in which the reference client passes it."""

Row = Mapping[str, Mapping[str, Status]]
"""Cell → check → status, where a mutant differs from the reference client."""


@dataclass(frozen=True)
class Plans:
    """Which checks the reference client passes in which cells, level by level: what can be told apart at all."""

    cells: Mapping[Observes, Mapping[str, frozenset[str]]]

    @cached_property
    def by_check(self) -> Mapping[Observes, Mapping[str, frozenset[str]]]:
        """Check → the cells that have it, level by level."""
        out: dict[Observes, dict[str, set[str]]] = {}
        for level, cells in self.cells.items():
            for cell, checks in cells.items():
                for check in checks:
                    out.setdefault(level, {}).setdefault(check, set()).add(cell)
        return {level: {check: frozenset(at) for check, at in checks.items()} for level, checks in out.items()}


@dataclass(frozen=True, slots=True)
class Pins:
    """The pinned rows by mutant."""

    rows: Mapping[str, Row] = field(default_factory=dict)


def path() -> Path:
    """Where the pins are kept."""
    return Path(str(files("a2a_conformance.selftest"))) / "pins.json"


def load(plans: Plans, levels: Mapping[str, Observes]) -> Pins:
    """The committed pins, `*` spelled out; `levels` says at which level each mutant is judged. None yet: no rows."""
    if not path().is_file():
        return Pins()
    told = json.loads(path().read_text(encoding="utf-8"))
    return Pins({name: _spelled_out(row, plans, levels[name]) for name, row in told.items() if name in levels})


def dump(pins: Pins, plans: Plans, levels: Mapping[str, Observes]) -> str:
    """The pins as JSON text, short and in a stable order."""
    told = {name: _short(row, plans, levels[name]) for name, row in sorted(pins.rows.items())}
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def row_of(changes: Iterable[tuple[str, str, Status]]) -> Row:
    """A row from (cell, check, status)."""
    out: dict[str, dict[str, Status]] = {}
    for cell, check, status in changes:
        out.setdefault(cell, {})[check] = status
    return out


def changes(row: Row) -> Iterator[tuple[str, str, Status]]:
    """A row as (cell, check, status)."""
    return ((cell, check, status) for cell, checks in row.items() for check, status in checks.items())


def _spelled_out(told: Mapping[str, Any], plans: Plans, level: Observes) -> Row:
    at = plans.by_check.get(level, {})
    out: list[tuple[str, str, Status]] = []
    for name, cells in told.items():
        check, _, status = name.rpartition(" = ")
        where = sorted(at.get(check, ())) if cells == EVERYWHERE else _cells(cells)
        out += [(cell, check, Status(status)) for cell in where]
    return row_of(out)


def _short(row: Row, plans: Plans, level: Observes) -> dict[str, Any]:
    at = plans.by_check.get(level, {})
    told: dict[str, set[str]] = {}
    for cell, check, status in changes(row):
        told.setdefault(f"{check} = {status}", set()).add(cell)
    return {
        name: EVERYWHERE if frozenset(cells) == at.get(name.rpartition(" = ")[0]) else _forms(cells)
        for name, cells in sorted(told.items())
    }


def _forms(cells: set[str]) -> dict[str, str]:
    """Scenario → its cells, as `1.0-jsonrpc 0.3-jsonrpc`."""
    out: dict[str, list[str]] = {}
    for cell in sorted(cells):
        scenario, _, form = cell.rpartition(" [")
        out.setdefault(scenario, []).append(form.removesuffix("]"))
    return {scenario: " ".join(forms) for scenario, forms in out.items()}


def _cells(told: Mapping[str, str]) -> list[str]:
    return [f"{scenario} [{form}]" for scenario, forms in told.items() for form in forms.split()]
