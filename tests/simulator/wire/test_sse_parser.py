"""The SSE parser follows WHATWG HTML §9.2.6 to the letter."""

import pytest

from a2a_simulator.wire.sse import Newline, SseComment, SseEvent, SseFrame, SseOversize, SseParser, SseResidue


def frames(data: bytes, limit: int = 1_000_000) -> list[SseFrame]:
    return SseParser(limit).feed(data)


def events(data: bytes) -> list[SseEvent]:
    return [frame for frame in frames(data) if isinstance(frame, SseEvent)]


def data_of(data: bytes) -> list[str]:
    return [event.data for event in events(data) if event.dispatched]


def test_an_event_ends_with_a_blank_line() -> None:
    parser = SseParser()
    assert parser.feed(b"data: one\n") == []
    (event,) = parser.feed(b"\n")
    assert isinstance(event, SseEvent)
    assert (event.data, event.raw, event.offset, event.dispatched) == ("one", b"data: one\n\n", 0, True)
    assert event.newlines == (Newline.LF, Newline.LF)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_lines_end_in_lf_crlf_or_cr(end: bytes) -> None:
    block = b"event: e" + end + b"data: 1" + end + end
    first, second = events(block + block)
    assert (first.event, first.data) == (second.event, second.data) == ("e", "1")
    assert first.raw == second.raw == block
    assert second.offset == len(block)
    assert set(first.newlines) == {{b"\n": Newline.LF, b"\r\n": Newline.CRLF, b"\r": Newline.CR}[end]}


def test_line_ends_may_be_mixed() -> None:
    (event,) = events(b"event: e\rid: 7\ndata: 1\r\n\n")
    assert (event.event, event.id, event.data) == ("e", "7", "1")
    assert event.newlines == (Newline.CR, Newline.LF, Newline.CRLF, Newline.LF)


def test_a_byte_order_mark_is_skipped_at_the_start_of_the_stream_only() -> None:
    mark = b"\xef\xbb\xbf"
    (event,) = events(mark + b"data: 1\n\n")
    assert (event.data, event.raw) == ("1", mark + b"data: 1\n\n")
    assert data_of(b"data: 1\n\n" + mark + b"data: 2\n\n") == ["1"]


def test_one_blank_after_the_colon_is_dropped_and_no_more() -> None:
    assert data_of(b"data:1\n\ndata: 1\n\ndata:  1\n\ndata:\t1\n\n") == ["1", "1", " 1", "\t1"]


def test_data_lines_are_joined_by_line_feeds() -> None:
    assert data_of(b"data: {\ndata:   1\r\ndata: }\n\n") == ["{\n  1\n}"]


def test_a_field_without_a_colon_has_an_empty_value() -> None:
    assert data_of(b"data\n\n") == [""]
    assert data_of(b"data\ndata\n\n") == ["\n"]


def test_a_block_without_data_is_not_dispatched() -> None:
    (event,) = events(b"event: ping\nid: 3\n\n")
    assert not event.dispatched
    assert (event.event, event.id) == ("ping", "3")


def test_the_event_name_does_not_outlive_its_event() -> None:
    first, second = events(b"event: e\ndata: 1\n\ndata: 2\n\n")
    assert (first.event, second.event) == ("e", None)


@pytest.mark.parametrize(("line", "expected"), [(b"id: 5", "5"), (b"id", ""), (b"id: a\x00b", None)])
def test_an_id_with_a_null_is_ignored(line: bytes, expected: str | None) -> None:
    assert events(line + b"\ndata: 1\n\n")[0].id == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [("1500", 1500), ("1.5", None), ("-1", None), ("", None), ("\u0661", None), ("9" * 5000, None)],
)
def test_retry_is_digits_only(value: str, expected: int | None) -> None:
    assert events(f"retry: {value}\ndata: 1\n\n".encode())[0].retry == expected


def test_unknown_fields_and_other_letter_cases_change_nothing() -> None:
    (event,) = events(b"foo: bar\nDATA: x\ndata: 1\n data: y\n\n")
    assert event.data == "1"
    assert event.fields == (("foo", "bar"), ("DATA", "x"), ("data", "1"), (" data", "y"))


def test_a_comment_outside_an_event_is_told_at_once() -> None:
    parser = SseParser()
    assert parser.feed(b": ping\n") == [SseComment(0, b": ping\n", (Newline.LF,), "ping")]
    (event,) = parser.feed(b"\ndata: 1\n\n")
    assert isinstance(event, SseEvent)
    assert event.offset == 8


def test_a_comment_inside_an_event_belongs_to_it() -> None:
    (event,) = frames(b"data: 1\n:ping\ndata: 2\n\n")
    assert isinstance(event, SseEvent)
    assert (event.data, event.comments) == ("1\n2", ("ping",))


def test_blank_lines_between_events_are_no_frames() -> None:
    assert data_of(b"\n\r\n\rdata: 1\n\n\n\n\r\ndata: 2\n\n") == ["1", "2"]


def test_bytes_that_are_no_utf8_are_replaced_and_told() -> None:
    bad, good = events(b"data: a\xffb\n\ndata: \xc3\xa9\n\n")
    assert (bad.data, bad.valid_utf8) == ("a\ufffdb", False)
    assert (good.data, good.valid_utf8) == ("é", True)


def test_an_event_in_bare_crs_does_not_wait_for_the_next_byte() -> None:
    parser = SseParser()
    (event,) = parser.feed(b"data: 1\r\r")
    assert isinstance(event, SseEvent)
    assert event.raw == b"data: 1\r\r"
    (late,) = parser.feed(b"\ndata: 2\r\r")
    assert isinstance(late, SseEvent)
    assert (late.data, late.offset) == ("2", 10)


def test_the_end_drops_an_event_without_its_blank_line() -> None:
    parser = SseParser()
    parser.feed(b"data: 1\n\ndata: 2\nid: 4")
    assert parser.close() == SseResidue(9, b"data: 2\nid: 4", "2")


def test_the_end_completes_a_last_line_that_might_have_been_crlf() -> None:
    parser = SseParser()
    assert parser.feed(b"data: 1\r\n\r") == []
    event = parser.close()
    assert isinstance(event, SseEvent)
    assert (event.data, event.raw) == ("1", b"data: 1\r\n\r")


def test_nothing_is_left_of_a_stream_that_ended_well() -> None:
    parser = SseParser()
    parser.feed(b"\xef\xbb\xbfdata: 1\r\n\r\n: ping\n\n")
    assert parser.close() is None


def test_an_event_over_the_limit_is_told_dropped_and_followed_by_the_next() -> None:
    parser = SseParser(limit=20)
    seen = parser.feed(b"data: 1\n\n" + b"data: " + b"x" * 50)
    assert [type(frame) for frame in seen] == [SseEvent, SseOversize]
    assert seen[1] == SseOversize(9, 20)
    assert parser.feed(b"x" * 50 + b"\ndata: y\n") == []
    (event,) = parser.feed(b"\ndata: 2\n\n")
    assert isinstance(event, SseEvent)
    assert (event.data, event.offset) == ("2", 9 + 6 + 100 + 1 + 8 + 1)
    assert parser.close() is None


def test_an_endless_line_does_not_fill_the_memory() -> None:
    parser = SseParser(limit=1000)
    for _ in range(1000):
        parser.feed(b"x" * 1000)
    assert len(parser._buffer) <= 2000
