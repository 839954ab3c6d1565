"""The shipped scenarios: complete by family, legal, in both dialects, and found by suite or glob."""

import re

import pytest

from a2a_conformance import catalog, corpus
from a2a_simulator.scenario.load import load
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.wire.wire_forms import V0_3_JSONRPC, V1_JSONRPC

KNOWN = frozenset(row.id for row in catalog.ROWS)
ONE_DIALECT = {
    "cards/shape-0.3": "a card without a list of interfaces",
    "cards/tenant": "0.3 has no tenants",
    "cards/odd-tenant": "0.3 has no tenants",
    "cards/patch-number": "0.3 writes a patch number",
    "cards/fresh": "the card is spelled out, in the shape of one dialect",
    "errors/version-not-supported": "0.3 has no such error",
    "errors/reason-not-first": "0.3 has no ErrorInfo",
    "json/any-data": "data is a map in 0.3",
    "message/empty-members": "0.3 tells the content of a part by its kind",
    "json/missing-member": "only 1.0 wants such a thing refused",
    "lifecycle/final-in-1.0": "0.3 has the flag",
}
FAMILIES = {
    "message": 5,
    "lifecycle": 8,
    "artifacts": 9,
    "interrupted": 6,
    "failures": 7,
    "listener": 7,
    "ids": 4,
    "faults": 5,
    "sse": 5,
    "errors": 5,
    "cards": 5,
    "cancel": 3,
}


def load_one(id: str) -> Scenario:
    return load(corpus.paths()[id], corpus.fixtures_root() / "scenarios", KNOWN)


@pytest.mark.parametrize("id", corpus.paths())
def test_every_scenario_loads_names_known_requirements_and_lowers_to_its_cells(id: str) -> None:
    scenario = load_one(id)
    assert scenario.id == id
    assert scenario.later == ()
    for cell in scenario.cells():
        assert scenario.lower(cell).cell == cell


@pytest.mark.parametrize("id", corpus.paths())
def test_every_scenario_runs_in_both_dialects_unless_that_is_impossible(id: str) -> None:
    forms = {cell.wire_form for cell in load_one(id).cells()}
    assert (forms == {V1_JSONRPC, V0_3_JSONRPC}) == (id not in ONE_DIALECT)


@pytest.mark.parametrize("id", corpus.paths())
def test_every_scenario_says_what_a_client_has_to_get_right(id: str) -> None:
    scenario = load_one(id)
    assert len(scenario.file.about or "") > 40
    assert (
        corpus.paths()[id]
        .read_text(encoding="utf-8")
        .startswith("# yaml-language-server: $schema=../../schema/scenario.schema.json\nscenario: ")
    )
    for section in scenario.file.spec or ():
        assert re.fullmatch(r"(1\.0|0\.3) §\d+(\.\d+)*", section)


def test_titles_are_not_used_twice() -> None:
    titles = [load_one(id).title for id in corpus.paths()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize(("family", "least"), FAMILIES.items())
def test_every_family_is_there(family: str, least: int) -> None:
    assert len(corpus.ids([f"{family}/*"])) >= least


def test_smoke_is_ten_scenarios_and_every_name_in_it_exists() -> None:
    assert len(corpus.SUITES["smoke"]) == 10
    assert set(corpus.ids(["smoke"])) == set(corpus.SUITES["smoke"])


def test_suites_contain_each_other() -> None:
    smoke, core, everything = (set(corpus.ids([suite])) for suite in ("smoke", "core", "all"))
    assert smoke < core < everything == set(corpus.paths())


def test_core_is_what_a_client_can_run() -> None:
    assert all("client" in load_one(id).targets for id in corpus.ids(["core"]))


def test_globs_and_names_select_in_order_and_once() -> None:
    assert corpus.ids(["message/only", "message/o*", "lifecycle/plain.a2a.yaml"]) == (
        "lifecycle/plain",
        "message/only",
    )
    assert [one.id for one in corpus.select(["message/only"])] == ["message/only"]


def test_a_pattern_that_fits_nothing_names_the_suites() -> None:
    with pytest.raises(corpus.NothingSelected, match=r"no scenario fits 'nonsense' \(suites: smoke, core, all"):
        corpus.ids(["message/only", "nonsense"])
