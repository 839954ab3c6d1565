"""JSON text: compact out, strict in."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2a_simulator.wire.json_text import dumps, indented, loads

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


def told(text: bytes | str) -> list[str]:
    return [defect.requirement for defect in loads(text).defects]


def test_writing_is_compact_keeps_order_and_does_not_escape() -> None:
    assert dumps({"b": [1, 2.5, None], "a": "é✓"}) == '{"b":[1,2.5,null],"a":"é✓"}'


@given(values)
def test_what_was_written_is_read(value: object) -> None:
    reading = loads(dumps(value).encode("utf-8", "surrogatepass"))
    assert reading.value == value
    assert reading.defects == ()


@given(values)
def test_indenting_adds_white_space_and_nothing_else(value: object) -> None:
    text = dumps(value)
    assert json.loads(indented(text)) == value


def test_indenting_keeps_numbers_and_strings_as_they_stand() -> None:
    assert indented('{"a":1.50,"b":[{},"x,{}"]}') == '{\n  "a": 1.50,\n  "b": [\n    {},\n    "x,{}"\n  ]\n}'


@pytest.mark.parametrize(
    ("text", "requirement"),
    [
        ("", "jr-envelope"),
        ("{", "jr-envelope"),
        ("{'a': 1}", "jr-envelope"),
        ("[1,]", "jr-envelope"),
        ("1 2", "jr-envelope"),
        ('{"a": 1, "a": 2}', "jr-envelope"),
        ('[{"a": {"b": 1, "b": 1}}]', "jr-envelope"),
        ("[NaN]", "jr-envelope"),
        ("[-Infinity]", "jr-envelope"),
        ('"a\tb"', "jr-envelope"),
        ("9" * 5000, "jr-envelope"),
        ("[" * 100_000, "jr-envelope"),
        (b'"\xff"', "json-utf8"),
        (b"\xef\xbb\xbf{}", "json-utf8"),
        ('"\\ud800"', "json-utf8"),
        ('{"\\uDC00": 1}', "json-utf8"),
    ],
)
def test_what_rfc_8259_does_not_allow_is_told(text: str | bytes, requirement: str) -> None:
    assert told(text) == [requirement]


def test_the_requirement_of_broken_grammar_is_the_callers() -> None:
    assert [defect.requirement for defect in loads("{", "jr-stream-sse").defects] == ["jr-stream-sse"]


def test_what_can_be_read_is_read_in_spite_of_a_defect() -> None:
    assert loads('{"a": 1, "a": 2}').value == {"a": 2}
    assert loads(b'"a\xffb"').value == "a\ufffdb"
    value = loads("[NaN, Infinity]").value
    assert value is not None
    assert math.isnan(value[0])
    assert value[1] == math.inf


def test_pairs_of_surrogates_are_well_formed() -> None:
    assert loads('"\\ud83d\\ude00"').value == "😀"
    assert told('"\\ud83d\\ude00"') == []


def test_the_place_of_a_broken_text_is_told() -> None:
    (defect,) = loads('{\n  "a": }').defects
    assert "line 2, column 8" in defect.text
