"""Each framing of a scenario puts exactly these bytes on the wire (scenario format §5.4)."""

import json

import pytest

from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.sse import comment, encode

TEXT = '{"a":"é","b":[1,{}]}'


def whole(framing: Framing, data: str = "{}", first: bool = False) -> bytes:
    return b"".join(encode(data, framing, first))


def test_plain_is_one_data_line_and_a_blank_one() -> None:
    assert encode("{}") == (b"data: {}\n\n",)


@pytest.mark.parametrize(
    ("framing", "expected"),
    [
        (Framing(newline="crlf"), b"data: {}\r\n\r\n"),
        (Framing(newline="cr"), b"data: {}\r\r"),
        (Framing(newline="mixed"), b"data: {}\r\n\n"),
        (Framing(newline="mixed", event="e", id="1"), b"event: e\rid: 1\ndata: {}\r\n\n"),
        (Framing(space=False), b"data:{}\n\n"),
        (Framing(event="e", id="1", retry=20), b"event: e\nid: 1\nretry: 20\ndata: {}\n\n"),
        (Framing(fields={"x": "y"}), b"x: y\ndata: {}\n\n"),
        (Framing(comment="hi"), b": hi\ndata: {}\n\n"),
        (Framing(blank_line=False), b"data: {}\n"),
    ],
)
def test_framing(framing: Framing, expected: bytes) -> None:
    assert whole(framing) == expected


def test_the_byte_order_mark_opens_the_stream_only() -> None:
    assert whole(Framing(bom=True), first=True) == b"\xef\xbb\xbfdata: {}\n\n"
    assert whole(Framing(bom=True), first=False) == b"data: {}\n\n"


def test_a_value_that_starts_with_a_blank_keeps_it() -> None:
    assert whole(Framing(space=False), " x") == b"data:  x\n\n"


def test_multi_line_data_is_the_same_json_over_several_lines() -> None:
    lines = whole(Framing(multi_line=True), TEXT).decode().splitlines()
    assert len(lines) > 5
    assert all(line.startswith("data: ") for line in lines[:-1])
    assert json.loads("\n".join(line.removeprefix("data: ") for line in lines)) == json.loads(TEXT)


def test_line_breaks_inside_a_field_cannot_make_new_fields() -> None:
    assert whole(Framing(event="a\ndata: b")) == b"event: a data: b\ndata: {}\n\n"


@pytest.mark.parametrize(
    ("split", "newline", "cut_after"),
    [
        ("inside_utf8", "lf", [b"\xc3"]),
        ("inside_newline", "crlf", [b"\r", b"\n", b"\r"]),
        ("inside_newline", "lf", [b"\n"]),
        ("inside_field_name", "lf", [b"da"]),
        ((4, 10), "lf", [b"data", b'{"a"']),
        ((0, 99_999), "lf", []),
    ],
)
def test_split_says_where_writes_end(split: str | tuple[int, ...], newline: str, cut_after: list[bytes]) -> None:
    slices = encode(TEXT, Framing(split=split, newline=newline))
    assert b"".join(slices) == whole(Framing(newline=newline), TEXT)
    assert len(slices) == len(cut_after) + 1
    for piece, end in zip(slices, cut_after, strict=False):
        assert piece.endswith(end)


def test_every_byte_is_one_write_each() -> None:
    assert all(len(piece) == 1 for piece in encode(TEXT, Framing(split="every_byte")))


def test_an_unknown_split_is_refused() -> None:
    with pytest.raises(ValueError, match="no such split: somewhere"):
        encode("{}", Framing(split="somewhere"))


def test_a_comment_is_a_line_of_its_own() -> None:
    assert comment("ping") == b": ping\n\n"
    assert comment("a\nb", Framing(newline="crlf")) == b": a\r\n: b\r\n\r\n"
