"""Frozen sets: what they bind, how they are named, and that they never change."""

from dataclasses import replace

import pytest

from a2a_conformance import catalog, requirement_sets
from a2a_conformance.catalog.requirement import RowState
from a2a_conformance.catalog.sets import RequirementSet, Sets
from a2a_conformance.requirement_sets import CannotFreeze, UnknownSet, choose, freeze, load, names, newest
from a2a_conformance.verdict import Level
from a2a_simulator.wire.wire_forms import Dialect

V1, V03 = Dialect.V1_0, Dialect.V0_3


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A folder of our own with sets of two releases."""

    def write(dialect, release, **levels):
        lines = [
            f'set: "{dialect}@{release}"',
            "requirements:",
            *(f"  {id}: {level}" for id, level in levels.items()),
        ]
        (tmp_path / f"{dialect}@{release}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    write("1.0", "2026.12", **{"stream-open": "MUST"})
    write("1.0", "2027.03", **{"stream-open": "MUST", "stream-order": "SHOULD"})
    write("0.3", "2026.12", **{"v03-kind": "MUST"})
    monkeypatch.setattr(requirement_sets, "folder", lambda: tmp_path)
    monkeypatch.setattr(requirement_sets, "is_installed", lambda: False)
    for cached in (names, load):
        cached.cache_clear()
    yield tmp_path
    for cached in (names, load):
        cached.cache_clear()


def test_the_newest_set_of_each_dialect_is_the_default(shelf):
    assert [found.name for found in newest().chosen.values()] == ["1.0@2027.03", "0.3@2026.12"]
    assert newest().named() == "1.0@2027.03, 0.3@2026.12"
    assert newest().named(["0.3"]) == "2026.12"


def test_a_set_is_chosen_for_one_dialect_or_by_its_release_for_all(shelf):
    assert [found.release for found in choose(["1.0@2026.12"]).chosen.values()] == ["2026.12", "2026.12"]
    assert choose(["2026.12"]).named() == "2026.12"
    assert choose(["2027.03"]).named() == "1.0@2027.03, 0.3@2026.12"


def test_of_two_words_on_a_dialect_the_later_counts(shelf):
    assert choose(["2027.03", "1.0@2026.12"]).chosen[V1].release == "2026.12"


def test_a_set_that_does_not_exist_is_told_with_those_that_do(shelf):
    with pytest.raises(UnknownSet, match=r"1\.0@2026\.11.* there are 1\.0@2027\.03, 1\.0@2026\.12, 0\.3@2026\.12"):
        choose(["1.0@2026.11"])


def test_a_row_binds_as_its_set_froze_it_and_informs_where_none_names_it(shelf):
    row = catalog.get("stream-order")
    assert (row.level, newest().level_of(row, V1)) == (Level.MUST, Level.SHOULD)
    assert choose(["1.0@2026.12"]).level_of(row, V1) is Level.INFO
    assert newest().level_of(row, V03) is Level.INFO


def test_a_row_binds_under_its_earlier_id(shelf):
    renamed = replace(catalog.get("stream-open"), id="stream-opens", aliases=("stream-open",))
    assert newest().level_of(renamed, V1) is Level.MUST
    assert newest().state_of(renamed) is RowState.FROZEN


def test_a_row_that_no_set_names_is_provisional(shelf):
    assert newest().state_of(catalog.get("stream-order")) is RowState.FROZEN
    assert newest().state_of(catalog.get("stream-oneof")) is RowState.PROVISIONAL


def test_no_set_binds_nothing():
    assert Sets({}).level_of(catalog.get("stream-open"), V1) is Level.INFO
    assert Sets({V1: RequirementSet(V1, "2026.12", {})}).named() == "2026.12"


def test_a_new_set_names_what_is_judged_today(shelf):
    files = freeze("2027.06")
    assert [file.name for file in files] == ["1.0@2027.06.yaml", "0.3@2027.06.yaml"]
    fresh = newest().chosen
    assert fresh[V1].release == "2027.06"
    assert fresh[V1].levels == requirement_sets.judged(V1)
    assert fresh[V03].levels["stream-task-first"] is Level.INFO


def test_a_frozen_set_is_never_written_again(shelf):
    with pytest.raises(CannotFreeze, match=r"1\.0@2026\.12\.yaml exists"):
        freeze("2026.12")


@pytest.mark.parametrize("release", ["2026", "26.12", "2026.12.1", "2026.13", "2026.00", "next"])
def test_a_release_is_year_and_month(shelf, release):
    with pytest.raises(CannotFreeze, match=r"year\.month"):
        freeze(release)


def test_an_installed_package_freezes_nothing(shelf, monkeypatch):
    monkeypatch.setattr(requirement_sets, "is_installed", lambda: True)
    with pytest.raises(CannotFreeze, match="source tree"):
        freeze("2027.06")
    assert not list(shelf.glob("*@2027.06.yaml"))


@pytest.mark.parametrize("name", names())
def test_the_shipped_sets_name_rows_that_exist_in_their_dialect(name):
    shipped = load(name)
    assert shipped.name == name
    assert [id for id in shipped.levels if not catalog.get(id).exists_in(shipped.dialect)] == []


@pytest.mark.parametrize("dialect", [V1, V03])
def test_what_the_newest_set_froze_has_the_same_level_in_the_catalogue(dialect):
    frozen = newest().chosen[dialect].levels
    assert {id: catalog.get(id).level_in(dialect) for id in frozen} == frozen
