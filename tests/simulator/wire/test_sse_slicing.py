"""Frames depend on the bytes alone, never on how they were cut; and they are those of WHATWG."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.sse import SseEvent, SseFrame, SseParser, SseResidue, encode

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
lines = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=8)
names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n:"), max_size=4).map("x-{}".format)
framings = st.builds(
    Framing,
    newline=st.sampled_from(["lf", "crlf", "cr", "mixed"]),
    bom=st.booleans(),
    space=st.booleans(),
    event=st.none() | lines,
    id=st.none() | lines,
    retry=st.none() | st.integers(0, 10_000),
    fields=st.dictionaries(names, lines, max_size=2),
    comment=st.none() | lines,
    blank_line=st.booleans(),
    split=st.sampled_from([None, "every_byte", "inside_utf8", "inside_newline", "inside_field_name", (3, 5)]),
)
streams = st.lists(st.tuples(texts, framings), max_size=5).map(
    lambda items: b"".join(
        piece for index, (text, framing) in enumerate(items) for piece in encode(text, framing, first=index == 0)
    )
)
junk = st.lists(
    st.sampled_from([b"\r", b"\n", b"\r\n", b"data", b":", b" ", b"id", b"\xef\xbb\xbf", b"\xc3\xa9", b"\xff", b"1"])
).map(b"".join)


def read(data: bytes, cuts: list[int], limit: int = 1_000_000) -> tuple[list[SseFrame], SseResidue | SseEvent | None]:
    parser = SseParser(limit)
    edges = [0, *sorted(cuts), len(data)]
    frames = [frame for a, b in pairwise(edges) for frame in parser.feed(data[a:b])]
    return frames, parser.close()


def whatwg(data: bytes) -> list[tuple[str, str]]:
    """The algorithm of the standard, told line by line: (event name, data) of each dispatched event."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    out: list[tuple[str, str]] = []
    name, body = "", ""
    for line in text.split("\n")[:-1]:
        if line == "":
            if body != "":
                out.append((name, body.removesuffix("\n")))
            name, body = "", ""
        elif not line.startswith(":"):
            field, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if field == "event":
                name = value
            elif field == "data":
                body += value + "\n"
    return out


def dispatched(data: bytes, cuts: list[int]) -> list[tuple[str, str]]:
    frames, end = read(data, cuts)
    return [
        (frame.event or "", frame.data)
        for frame in [*frames, end]
        if isinstance(frame, SseEvent) and frame.dispatched
    ]


@given(streams | junk, st.data())
def test_any_slicing_gives_the_same_frames(stream: bytes, draw: st.DataObject) -> None:
    cuts = draw.draw(st.lists(st.integers(0, len(stream))))
    whole = read(stream, [])
    assert read(stream, cuts) == whole
    assert read(stream, list(range(len(stream)))) == whole


@given(streams | junk, st.data())
def test_what_is_dispatched_is_what_the_standard_dispatches(stream: bytes, draw: st.DataObject) -> None:
    cuts = draw.draw(st.lists(st.integers(0, len(stream))))
    assert dispatched(stream, cuts) == whatwg(stream)


@given(streams | junk, st.data())
def test_each_frame_says_where_its_bytes_stand(stream: bytes, draw: st.DataObject) -> None:
    frames, end = read(stream, draw.draw(st.lists(st.integers(0, len(stream)))))
    last = 0
    for frame in [*frames, *([end] if end else [])]:
        assert isinstance(frame, SseEvent | SseResidue) or hasattr(frame, "raw")
        assert stream[frame.offset : frame.offset + len(frame.raw)] == frame.raw
        assert frame.offset >= last
        last = frame.offset + len(frame.raw)


@given(streams | junk, st.integers(4, 40), st.data())
def test_a_frame_over_the_limit_is_dropped_however_the_bytes_are_cut(
    stream: bytes, limit: int, draw: st.DataObject
) -> None:
    cuts = draw.draw(st.lists(st.integers(0, len(stream))))
    data = stream + b"\n\n\ndata: end\n\n"
    frames, end = read(data, cuts, limit + 14)
    whole = read(data, [], limit + 14)
    assert (frames, end) == whole
    last = frames[-1]
    assert isinstance(last, SseEvent)
    assert last.data == "end"


@given(st.lists(st.tuples(lines, framings), min_size=1, max_size=5))
def test_what_was_encoded_is_read_again(items: list[tuple[str, Framing]]) -> None:
    expected, stream = [], b""
    for index, (text, framing) in enumerate(items):
        stream += b"".join(encode(text, framing, first=index == 0))
        if not framing.blank_line:
            stream += b"\n\n" if framing.newline == "lf" else b"\r\n\r\n"
        expected.append(text)
    assert [data for _, data in dispatched(stream, [])] == expected
