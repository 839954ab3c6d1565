"""When two lists of parts are the same content."""

import pytest

from a2a_conformance.oracle.parts import merge, same, same_others, show

PNG = {"file": {"name": "m.png", "type": "image/png", "base64": "iVBORw0KGgo="}}


def test_how_text_is_cut_is_nobodys_result() -> None:
    assert same([{"text": "One two"}], [{"text": "One "}, {"text": ""}, {"text": "two"}])
    assert not same([{"text": "One two"}], [{"text": "One  two"}])
    assert merge([{"text": "a"}, {"data": 1}, {"text": "b"}]) == ({"text": "a"}, {"data": 1}, {"text": "b"})


@pytest.mark.parametrize(
    ("told", "right"),
    [
        (PNG, True),
        ({"file": {"base64": "iVBORw0KGgo"}}, True),
        ({"file": {"name": "m.png"}}, True),
        ({"file": {"name": "n.png"}}, False),
        ({"file": {"base64": "AAAA"}}, False),
        ({"file": {"base64": "no base 64!"}}, False),
        ({"data": {}}, False),
        ({"text": "m.png"}, False),
    ],
)
def test_of_a_file_what_is_told_is_compared(told: dict[str, object], right: bool) -> None:
    assert same([PNG], [told]) is right


@pytest.mark.parametrize(
    ("told", "right"),
    [({"n": 1}, True), ({"n": 1.0}, True), ({"n": True}, False), ({"n": "1"}, False), ({}, False), (None, False)],
)
def test_data_is_compared_as_json(told: object, right: bool) -> None:
    assert same([{"data": {"n": 1}}], [{"data": told}]) is right


def test_data_and_files_are_compared_whatever_stands_between() -> None:
    assert same_others([{"text": "a"}, PNG], [PNG, {"text": "b"}])
    assert not same_others([PNG], [{"text": "b"}])


def test_parts_are_shown_in_one_line() -> None:
    assert show([{"text": "a"}, PNG, {"data": {"n": 1}}]) == "'a' + file m.png + data {\"n\": 1}"
    assert show([]) == "nothing"
