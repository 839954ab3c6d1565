"""Whatever stands in a file: it loads and lowers, or its problems are told with their places. Never anything else."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_conformance import corpus
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.yaml_text import read

DOCUMENTS = [read(file.read_text(encoding="utf-8"), "f").value for file in corpus.paths().values()]
WORDS = ("current", "any", "working", "open", "1.0", "${n}", "${x}", "20ms", "/a", "close", "")
KEYS = ("status", "task", "frame", "dialects", "bindings", "text", "parts", "repeat", "when", "listener", "x")
LEAVES = st.none() | st.booleans() | st.integers(-2, 3) | st.floats(0, 2) | st.sampled_from(WORDS)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(KEYS), inner)
)


def ways(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way for key, inner in pairs for way in [(*path, key), *ways(inner, (*path, key))]]


def changed(value: Any, way: tuple[Any, ...], new: Any) -> Any:
    if not way:
        return new
    out = value.copy()
    out[way[0]] = changed(value[way[0]], way[1:], new)
    return out


@st.composite
def broken_in_one_place(draw: st.DrawFn) -> str:
    document = draw(st.sampled_from(DOCUMENTS))
    way = draw(st.sampled_from(ways(document)))
    return json.dumps(changed(document, way, draw(VALUES)))


def check(text: str) -> None:
    try:
        scenario = load_text(text, "f", known_requirements={"stream-early-eof"})
    except ScenarioProblems as refused:
        found = refused.problems
    else:
        for cell in scenario.cells():
            scenario.lower(cell)
        assert all(it.reason for it in scenario.excluded)
        return
    assert found
    assert all(problem.place.line >= 1 and problem.place.column >= 1 and problem.text for problem in found)


@settings(max_examples=300, deadline=None)
@given(broken_in_one_place())
def test_a_scenario_with_one_value_changed(text: str) -> None:
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abc:-{}[]&*!|>'\"#%@`,? \n\t0.~", max_size=40) | st.text(max_size=20))
def test_any_text(text: str) -> None:
    check(text)
