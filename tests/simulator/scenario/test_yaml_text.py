"""Located YAML: scalars of 1.2, places of keys and values, and the limits of files that nobody vouches for."""

import pytest

from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.yaml_text import MAX_BYTES, MAX_DEPTH, read


def problem(text: str | bytes) -> str:
    with pytest.raises(ScenarioProblems) as caught:
        read(text, "f.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"),
        ("on", "on"),
        ("20:00", "20:00"),
        ("1_000", "1_000"),
        ("2026-01-01", "2026-01-01"),
        ("0o17", 15),
        ("0x1F", 31),
        ("017", 17),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("1.5", 1.5),
        ("-.5e3", -500.0),
        ('"42"', "42"),
        ("'true'", "true"),
        (".inf", ".inf"),
        ("é 👋", "é 👋"),
    ],
)
def test_scalars_are_those_of_yaml_1_2(text: str, value: object) -> None:
    found = read(f"a: {text}\n", "f.yaml").value["a"]
    assert found == value
    assert type(found) is type(value)


def test_every_value_and_key_has_its_place() -> None:
    located = read("a: 1\nb:\n  - x\n  - {c: 👋, d: 2}\n", "f.yaml")
    assert str(located.place(("b", 1, "d"))) == "f.yaml:4:15"
    assert str(located.place(("b", 1, "d"), key=True)) == "f.yaml:4:12"
    assert str(located.place(("b",), key=True)) == "f.yaml:2:1"


def test_what_shorthand_leaves_out_is_told_at_what_is_there() -> None:
    located = read("expect: {outcome: failed}\n", "f.yaml")
    found = located.problem(("expect", 0, "outcome", 0), "what")
    assert str(found) == "f.yaml:1:19: expect.outcome: what"


def test_a_key_twice_is_told_with_the_first_place_and_all_of_them_at_once() -> None:
    assert problem("a: 1\nb: 2\na: 3\nb: 4\n").splitlines() == [
        "f.yaml:3:1: a: the key stands here a second time, first in line 1 (keep one of the two)",
        "f.yaml:4:1: b: the key stands here a second time, first in line 2 (keep one of the two)",
    ]


def test_an_alias_is_the_value_of_its_anchor() -> None:
    assert read("a: &x {b: 1}\nc: [*x, *x]\n", "f.yaml").value == {"a": {"b": 1}, "c": [{"b": 1}, {"b": 1}]}


def test_aliases_count_as_often_as_they_are_used() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    assert "more than 50,000 values" in problem("\n".join(lines))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: &x [*x]\n", "contains itself"),
        ("a: *x\n", "has no anchor"),
        ("a: !!python/object:os.system x\n", "f.yaml:1:4: tags are not allowed"),
        ("a: !!str 1\n", "tags are not allowed"),
        ("a: &x {b: 1}\nc: {<<: *x}\n", "f.yaml:2:5: merge keys"),
        ("1: x\n", 'the key 1 is no text (write "1")'),
        ("? [a, b]\n: x\n", "a key has to be text"),
        ("", "the file is empty"),
        ("# nothing\n", "the file is empty"),
        ("a: 1\n---\nb: 2\n", "f.yaml:2:1: a second document"),
        ("a: b: c\n", "text with `: ` in it (put the whole text in quotes)"),
        ("a:\n\t- b\n", "f.yaml:2:1: a tab (indent with spaces)"),
        ("a: @b\n", "put the text in quotes"),
        ("a: [1, 2\n", "f.yaml:"),
        ("a: 'x\n", "f.yaml:"),
        ("a: \x07\n", "a character that YAML does not allow"),
        (b"a: \xff\n", "f.yaml:1:1: the file is not UTF-8"),
        ('a: "\\ud83d\\ude00"\n', "write the character itself"),
        ("a: 1e999\n", "too large a number"),
        ("[" * 100_000, f"nested deeper than {MAX_DEPTH} levels"),
        ("a: " + "x" * MAX_BYTES, "larger than 1 MiB"),
    ],
)
def test_what_is_refused_is_told_with_its_place(text: str | bytes, says: str) -> None:
    found = problem(text)
    assert says in found
    assert "\n" not in found


def test_a_byte_order_mark_is_no_content() -> None:
    assert read(b"\xef\xbb\xbfa: 1\n", "f.yaml").value == {"a": 1}
