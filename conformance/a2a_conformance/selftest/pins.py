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
"""In place of cells: every cell that has the check and in which the reference client passes it."""

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
    """The committed pins, spelled out; `levels` says at which level each mutant is judged. None yet: no rows."""
    if not path().is_file():
        return Pins()
    told = json.loads(path().read_text(encoding="utf-8"))
    return Pins({name: _spelled_out(row, plans, levels[name]) for name, row in told.items() if name in levels})


def dump(pins: Pins, plans: Plans, levels: Mapping[str, Observes]) -> str:
    """The pins as JSON text in a stable order: of each mutant, checks that differ in the same cells on one line."""
    mutants = []
    for name, row in sorted(pins.rows.items()):
        groups = ",\n  ".join(json.dumps(group, ensure_ascii=False) for group in _short(row, plans, levels[name]))
        mutants.append(f" {json.dumps(name)}: [\n  {groups}\n ]")
    return "{\n" + ",\n".join(mutants) + "\n}\n"


def row_of(changes: Iterable[tuple[str, str, Status]]) -> Row:
    """A row from (cell, check, status)."""
    out: dict[str, dict[str, Status]] = {}
    for cell, check, status in changes:
        out.setdefault(cell, {})[check] = status
    return out


def changes(row: Row) -> Iterator[tuple[str, str, Status]]:
    """A row as (cell, check, status)."""
    return ((cell, check, status) for cell, checks in row.items() for check, status in checks.items())


def _spelled_out(groups: Iterable[tuple[list[str], Any]], plans: Plans, level: Observes) -> Row:
    at = plans.by_check.get(level, {})
    out: list[tuple[str, str, Status]] = []
    for names, cells in groups:
        for name in names:
            check, _, status = name.rpartition(" = ")
            where = sorted(at.get(check, ())) if cells == EVERYWHERE else _cells(cells, plans, level)
            out += [(cell, check, Status(status)) for cell in where]
    return row_of(out)


def _short(row: Row, plans: Plans, level: Observes) -> Iterator[tuple[list[str], str | list[str]]]:
    at = plans.by_check.get(level, {})
    told: dict[str, set[str]] = {}
    for cell, check, status in changes(row):
        told.setdefault(f"{check} = {status}", set()).add(cell)
    groups: dict[frozenset[str] | str, list[str]] = {}
    for name, cells in sorted(told.items()):
        here = frozenset(cells)
        groups.setdefault(EVERYWHERE if here == at.get(name.rpartition(" = ")[0]) else here, []).append(name)
    for where, names in groups.items():
        yield names, where if isinstance(where, str) else list(_forms(where, plans, level))


def _forms(cells: Iterable[str], plans: Plans, level: Observes) -> Iterator[str]:
    """Cells by scenario: `family/stem` for all of it, else with the forms, `family/stem 1.0-jsonrpc …`."""
    every = _by_scenario(plans.cells.get(level, {}))
    for scenario, forms in sorted(_by_scenario(cells).items()):
        yield scenario if forms == every.get(scenario) else " ".join((scenario, *forms))


def _cells(told: Iterable[str], plans: Plans, level: Observes) -> Iterator[str]:
    every = _by_scenario(plans.cells.get(level, {}))
    for entry in told:
        scenario, *forms = entry.split()
        yield from (f"{scenario} [{form}]" for form in forms or every.get(scenario, []))


def _by_scenario(cells: Iterable[str]) -> dict[str, list[str]]:
    out: dict[str, list[str]] = {}
    for cell in sorted(cells):
        scenario, _, form = cell.rpartition(" [")
        out.setdefault(scenario, []).append(form.removesuffix("]"))
    return out
