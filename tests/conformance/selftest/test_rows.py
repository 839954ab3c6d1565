"""The committed pins: each mutant has a row of its own, and each scenario tells some mutant apart or says why not."""

import json
from collections.abc import Iterator

import pytest

from a2a_conformance import corpus
from a2a_conformance.selftest import pins
from a2a_conformance.selftest.population import all_mutants

ROWS = json.loads(pins.path().read_text(encoding="utf-8"))


def told(cells: str | list[str]) -> Iterator[str]:
    """The scenarios of a group that are named one by one."""
    return iter(() if cells == pins.EVERYWHERE else (cell.split()[0] for cell in cells))


@pytest.mark.parametrize("name", [mutant.name for mutant in all_mutants()])
def test_every_mutant_has_a_row(name: str) -> None:
    assert ROWS[name]


def test_no_two_mutants_of_a_level_have_the_same_row() -> None:
    levels = {mutant.name: mutant.observes for mutant in all_mutants()}
    seen: dict[str, str] = {}
    for name, row in ROWS.items():
        shape = f"{levels.get(name)} {json.dumps(row)}"
        assert shape not in seen, f"{name} and {seen[shape]}"
        seen[shape] = name


def test_a_scenario_that_alone_tells_no_mutant_apart_says_why_it_is_there() -> None:
    tellers: dict[tuple[str, str], set[str]] = {}
    for name, row in ROWS.items():
        for names, cells in row:
            for check in names:
                if check.endswith((" = fail", " = warn", " = info")):
                    tellers.setdefault((name, check), set()).update(told(cells))
    alone = {next(iter(scenarios)) for scenarios in tellers.values() if len(scenarios) == 1}
    for scenario in corpus.select(["all"]):
        assert scenario.id in alone or len(scenario.file.about or "") > 80, scenario.id
