import io
import json
import time
from pathlib import Path

import pytest

from a2a_conformance.judge import NothingUnderstood, judge_journal, judge_text
from a2a_conformance.verdict import Status
from a2a_simulator import journal
from a2a_simulator.journal import Kind, Record
from a2a_simulator.protocol.states import State
from a2a_simulator.wire.json_text import dumps
from made_up_streams import V03, V1, answer, chunk, encoded, status, task

FLIGHT = Path(__file__).parents[2] / "fixtures" / "streams" / "flight.sse"
DONE = status(State.COMPLETED)
BOTH = pytest.mark.parametrize("dialect", [V1, V03], ids=str)


HEAD = "HTTP/1.1 {}\r\ncontent-type: {}\r\n\r\n"


def sse(*events, dialect=V1, end="\n\n"):
    return "".join(f"data: {dumps(answer(encoded(event, dialect)))}{end}" for event in events)


def lines(*events, dialect=V1, wrap=answer):
    return "".join(f"{dumps(wrap(encoded(event, dialect)))}\n" for event in events)


def told(judgement):
    return [(finding.requirement, finding.frame) for finding in judgement.findings if not finding.note]


def test_the_flight_stream_is_clean_0_3():
    judgement = judge_text(FLIGHT.read_bytes())
    assert (judgement.dialect, judgement.events, judgement.findings) == (V03, 5, ())
    assert judgement.verdict is Status.PASS


def test_the_flight_stream_is_no_1_0():
    assert judge_text(FLIGHT.read_bytes(), "1.0").verdict is Status.FAIL


@BOTH
def test_the_dialect_is_told_by_the_events(dialect):
    judgement = judge_text(sse(task(), DONE, dialect=dialect))
    assert (judgement.dialect, judgement.verdict) == (dialect, Status.PASS)


@BOTH
@pytest.mark.parametrize("end", ["\n\n", "\r\n\r\n", "\r\r"], ids=repr)
def test_every_line_end_is_read(dialect, end):
    assert judge_text(sse(task(), chunk(), DONE, dialect=dialect, end=end)).events == 3


@BOTH
def test_json_lines_are_read_with_and_without_envelope(dialect):
    with_envelope = judge_text(lines(task(), DONE, dialect=dialect))
    bare = judge_text(lines(task(), DONE, dialect=dialect, wrap=lambda event: event))
    assert with_envelope.verdict is bare.verdict is Status.PASS
    assert with_envelope.notes == ()
    assert "no JSON-RPC envelope" in bare.notes[0]


def test_a_json_list_and_a_single_object_are_read():
    assert judge_text(json.dumps([answer(encoded(event, V1)) for event in (task(), DONE)])).events == 2
    assert judge_text(json.dumps(answer(encoded(task(State.COMPLETED), V1)), indent=2)).verdict is Status.PASS


def test_a_breach_of_a_must_fails_and_of_a_should_warns():
    assert told(judge_text(sse(task(), DONE, chunk()))) == [("stream-nothing-after-terminal", 3)]
    assert judge_text(sse(task(), DONE, chunk())).verdict is Status.FAIL
    silent = judge_text(sse(task(), status(State.INPUT_REQUIRED)))
    assert (told(silent), silent.verdict) == ([("state-input-required-msg", 2)], Status.WARN)


def test_what_is_left_open_passes():
    judgement = judge_text(sse(task(), chunk(append=True), DONE))
    assert (told(judgement), judgement.verdict) == ([("art-append-unknown", 2)], Status.PASS)


def test_a_missing_blank_line_at_the_end_is_told_and_forgiven():
    judgement = judge_text(sse(task(), DONE).rstrip("\n"))
    assert (judgement.events, judgement.verdict) == (2, Status.PASS)
    assert "blank line" in judgement.notes[0]


def test_a_file_that_breaks_off_inside_an_event_ends_too_early():
    judgement = judge_text(sse(task(), DONE)[:-20])
    assert told(judgement) == [("stream-early-eof", 1)]
    assert judgement.notes == ("the file breaks off inside an event",)


def test_json_lines_that_break_off_end_too_early():
    judgement = judge_text(lines(task(), DONE)[:-20])
    assert told(judgement) == [("stream-early-eof", 1)]


def test_comments_and_headers_are_passed_over():
    text = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: ping\n\n" + sse(task(), DONE)
    judgement = judge_text(text)
    assert (judgement.events, judgement.verdict) == (2, Status.PASS)
    assert "HTTP headers" in judgement.notes[0]


def test_a_head_of_another_status_or_content_type_is_remarked_on():
    judgement = judge_text(HEAD.format("500 Oops", "application/json") + lines(task(), DONE))
    assert judgement.verdict is Status.PASS
    assert judgement.notes[1:] == (
        "the HTTP status is 500, not 200",
        "the content type is application/json; a stream has text/event-stream",
    )
    assert len(judge_text(HEAD.format("200 OK", "text/event-stream; charset=utf-8") + sse(task(), DONE)).notes) == 1


def test_of_several_heads_the_last_counts():
    heads = HEAD.format("100 Continue", "x/y") + HEAD.format("200", "text/event-stream")
    assert len(judge_text(heads + sse(task(), DONE)).notes) == 1


def test_the_end_mark_of_another_protocol_is_named():
    judgement = judge_text(sse(task(), DONE) + "data: [DONE]\n\n")
    assert judgement.notes == ("line 5: `[DONE]` is the end mark of another protocol",)
    assert judgement.verdict is Status.FAIL


def test_an_answer_that_is_only_an_error_is_not_passed_over_in_silence():
    judgement = judge_text('data: {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}\n\n')
    assert judgement.notes == ("there is no event, only an error: -32601 Method not found",)


def test_findings_stand_in_the_order_of_the_frames_and_have_their_line():
    head = HEAD.format("200 OK", "text/event-stream")
    text = head + ": ping\n\n" + sse(task(), DONE) + "data: [DONE]\n\n" + sse(chunk())
    judgement = judge_text(text)
    frames = [finding.frame for finding in judgement.findings]
    assert frames == sorted(frames)
    assert len(set(frames)) > 1
    assert judgement.lines == {1: 6, 2: 8, 3: 10, 4: 12}


def test_json_lines_have_their_line_too():
    assert judge_text("\n" + lines(task(), DONE)).lines == {1: 2, 2: 3}


def test_text_with_a_line_separator_inside_is_one_line():
    assert judge_text(lines(task(), chunk(text="a\u2028b\u0085c"), DONE)).events == 3


def test_a_byte_order_mark_is_no_harm():
    assert judge_text("\ufeff" + sse(task(), DONE)).verdict is Status.PASS
    assert judge_text("\ufeff" + lines(task(), DONE)).events == 2


def test_a_journal_is_judged_call_by_call():
    records = [
        Record(1, 0.0, Kind.CALLED, {"operation": "SendStreamingMessage", "dialect": "1.0", "request_id": 1}, call=1),
        Record(2, 0.0, Kind.EVENT, {"json": answer(encoded(task(), V1))}, call=1),
        Record(3, 0.0, Kind.CLOSED, {"clean": True}, call=1),
    ]
    out = io.StringIO()
    journal.write(records, out)
    judgement = judge_text(out.getvalue())
    assert (told(judgement), judgement.dialect, judgement.events) == ([("stream-early-eof", 2)], None, 1)
    assert judgement.lines[2] == 3


def test_what_a_journal_shows_that_was_broken_on_purpose_is_a_note():
    asked = {"operation": "SendStreamingMessage", "dialect": "1.0", "request_id": 1}
    cut = {"json": answer(encoded(task(), V1)), "deliberate": ["stream-early-eof"]}
    records = [Record(1, 0.0, Kind.CALLED, asked, call=1), Record(2, 0.0, Kind.EVENT, cut, call=1)]
    judgement = judge_journal(journal.Journal((*records, Record(3, 0.0, Kind.CLOSED, {"clean": True}, call=1))))
    assert [(finding.requirement, finding.note) for finding in judgement.findings] == [("stream-early-eof", True)]
    assert judgement.verdict is Status.PASS


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("\n \n", "empty"),
        ("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n", "HTTP headers without a body"),
        ("content-type: text/event-stream\nconnection: keep-alive\n", "headers"),
        ("<!DOCTYPE html>\n<html><body>Login</body></html>", "web page"),
        ("Id\tType\tData\tTime\n1\tmessage\t{}\t10:00", "network tab"),
        ("* Connected to localhost\n> POST / HTTP/1.1", "curl -v"),
        ("POST / HTTP/1.1\nhost: x\n", "request"),
        ("\x1f\x8b\x00\x00garbage", "compressed"),
        ("Hello, world", "neither SSE nor JSON Lines nor a journal"),
        ("data: hello\n\n", "none of it is an event of A2A"),
        ('{"name":"an agent","url":"http://x"}', "none of it is an event of A2A"),
        ("{not json", "neither JSON nor one JSON value a line"),
        ('{"jsonrpc": "2.0", "resu', "line 1, column"),
        ('data: {"jsonrpc": "2.0", "resu', "the only event breaks off, its JSON is broken"),
        ('data: {"jsonrpc": "2.0", }\n\n', "the JSON is broken at line 1: no JSON"),
        (": ping\n\n: ping\n\n", "only comments (keep-alives)"),
        ("event: ping\n\n", "none of them has data"),
        (f"{HEAD.format('302 Found', 'text/html')}<!DOCTYPE html><p>Log in: now</p>", "web page"),
        (f"{HEAD.format('302 Found', 'text/html')}<html>\n:root {{}}", "the HTTP status is 302, not 200"),
        (f"{HEAD.format('200 OK', 'text/html')}<html>", "the content type is text/html"),
        ('{"journal": 1}\n', "no answer to a call"),
        ('{"journal": 9}\n', "version 9"),
        (lines(task()) + "oops\n" + lines(DONE), "line 2 is no JSON"),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_a_file_that_is_no_stream_is_an_error_with_the_likely_reason(text, reason):
    with pytest.raises(NothingUnderstood) as problem:
        judge_text(text)
    assert reason in str(problem.value)
    assert "\n" not in str(problem.value)


def test_the_error_shows_the_first_line():
    with pytest.raises(NothingUnderstood, match="first line: 'Hello, world'"):
        judge_text("Hello, world\nmore")


def test_another_dialect_is_refused():
    with pytest.raises(ValueError, match=r"not '0\.1'"):
        judge_text(sse(task()), "0.1")


@BOTH
def test_a_long_stream_is_judged_at_no_more_than_its_budget(dialect):
    many = 4000
    text = sse(task(), *[chunk(append=number > 0) for number in range(many)], DONE, dialect=dialect)
    start = time.process_time()
    judgement = judge_text(text)
    spent = time.process_time() - start
    assert judgement.verdict is Status.PASS
    assert spent / many < 4 * 40e-6


def test_lines_that_are_no_field_are_remarked_on():
    text = sse(task(), status(State.WORKING), chunk(), DONE)
    lost = text.replace("data: ", "data ", 3).replace("data ", "data: ", 1)
    (note,) = judge_text(lost).notes
    assert note.startswith('line 3: `data {"jsonrpc":"2.0","i` is no field of SSE')
    assert note.endswith("(and in 1 more events)")
    assert judge_text("\ufeff: hello\nid\nretry: 1\n" + text.replace("\n", "\r\n")).notes == ()
