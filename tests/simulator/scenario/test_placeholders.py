"""Placeholders: which a text mentions, and how they are filled."""

import pytest

from a2a_simulator.scenario.placeholders import count, count_json, fill, fill_json, literal, names


@pytest.mark.parametrize(
    ("text", "found"),
    [("${task.id} ${nonsense}", ("task.id", "nonsense")), ("$${task.id}", ()), ("$ {x} ${", ()), ("${}", ("",))],
)
def test_names(text: str, found: tuple[str, ...]) -> None:
    assert names(text) == found


def test_fill_replaces_what_it_knows_and_unescapes() -> None:
    assert fill("${a} ${b} $${a} $$", {"a": "1"}) == "1 ${b} ${a} $$"
    assert fill_json({"${a}": ["${a}", 1, None]}, {"a": "x"}) == {"x": ["x", 1, None]}


def test_count_fills_only_the_counter() -> None:
    assert count("${n} ${a} $${n}", 3) == "3 ${a} $${n}"
    assert count("${n}", None) == "${n}"
    assert count_json({"k": ["${n}"], "m": 1}, 2) == {"k": ["2"], "m": 1}


@pytest.mark.parametrize("data", [b"${a}", b"$${a}", b"$$${a}", b"plain $"])
def test_literal_bytes_survive_filling(data: bytes) -> None:
    assert fill(literal(data).decode(), {"a": "1"}).encode() == data
