import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

from a2a_conformance import catalog
from a2a_conformance.catalog import suite
from a2a_conformance.selftest.speakers import lint_catalogue
from a2a_conformance.verdict import Basis, Level
from a2a_simulator import wire
from a2a_simulator.wire.wire_forms import Dialect


def test_ids_are_unique_and_aliases_hide_none():
    names = [name for row in catalog.ROWS for name in (row.id, *row.aliases)]
    assert len(names) == len(set(names))
    assert catalog.ids() == set(names)


def test_every_topic_is_collected():
    modules = [
        importlib.import_module(f"{catalog.__name__}.{info.name}") for info in pkgutil.iter_modules(catalog.__path__)
    ]
    tables = [row for module in modules for row in getattr(module, "ROWS", ())]
    assert sorted(row.id for row in tables) == sorted(row.id for row in catalog.ROWS)


def test_the_lint_finds_nothing():
    assert [str(mistake) for mistake in lint_catalogue()] == []


def those(condition):
    return [row.id for row in catalog.ROWS if condition(row)]


def test_every_row_names_its_section_unless_it_is_ours():
    ours = (Basis.PROFILE, Basis.QUALITY)
    assert those(lambda row: not row.section and row.basis not in ours and row not in suite.ROWS) == []


def test_a_level_may_differ_in_0_3():
    row = catalog.get("stream-task-first")
    assert row.level_in(Dialect.V1_0) is Level.MUST
    assert row.level_in(Dialect.V0_3) is Level.INFO


def test_what_the_specification_leaves_open_is_info():
    for name in ("stream-close-interrupted", "stream-errors-midway", "art-append-unknown", "state-unknown-value"):
        assert catalog.get(name).level is Level.INFO


def test_every_defect_that_a_reader_names_is_a_requirement():
    topics = ("art-", "err-", "jr-", "json-", "msg-", "state-", "stream-", "svc-", "v03-", "ver-")
    named = {
        node.value: path.name
        for path in Path(wire.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith(topics)
    }
    assert "art-id" in named
    assert {name: place for name, place in named.items() if name not in catalog.ids()} == {
        "json-rpc": "card_reader.py"
    }


def test_an_unknown_id_is_a_key_error():
    with pytest.raises(KeyError):
        catalog.get("stream-nothing-after-terminl")
