import pytest

from a2a_conformance.report.escaping import cut, plain_lines, visible, visible_lines, wire_text, xml_safe
from a2a_conformance.report.frames import Lane, around, frames
from a2a_conformance.report.payloads import event_line, outcome_line, surfaced_line
from a2a_conformance.report.timeline import WIDTH, axis, duration, pause
from a2a_simulator.journal import Kind
from a2a_simulator.wire.wire_forms import V0_3_JSONRPC, V1_JSONRPC
from made_up_record import append_journal, cell, paused_journal


@pytest.mark.parametrize("form", [V1_JSONRPC, V0_3_JSONRPC], ids=str)
def test_both_dialects_read_the_same(form) -> None:
    lines = [frame.line for frame in frames(append_journal(cell("artifacts/append", form)))]
    assert lines == [
        "asked to send (drive step 0)",
        "GET /.well-known/agent-card.json",
        f"SendStreamingMessage ({form.dialect}) POST /",
        "200 text/event-stream",
        "task submitted",
        "artifact report “Flights: LH 400, ”",
        "comment : heartbeat␊␊",
        "artifact report append last “seat 12A”",
        "status completed",
        "response ended",
        "told its caller: completed “seat 12A”",
    ]


def test_who_does_something_stands_in_his_lane() -> None:
    lanes = {frame.kind: frame.lane for frame in frames(paused_journal())}
    assert lanes[Kind.CALLED] is lanes[Kind.LEFT] is lanes[Kind.REPORTED] is Lane.CLIENT
    assert lanes[Kind.HEAD] is lanes[Kind.EVENT] is Lane.AGENT


def test_every_kind_of_record_has_a_line() -> None:
    journal = [{"seq": number, "t": 0.0, "kind": kind.value, "payload": {}} for number, kind in enumerate(Kind)]
    assert all(frame.line for frame in frames(journal))
    assert len(frames(journal)) == len(Kind)


def test_a_record_of_an_unknown_kind_is_left_out() -> None:
    assert frames([{"seq": 1, "t": 0, "kind": "rumour"}]) == ()


def test_frames_around_a_failure() -> None:
    shown = frames(append_journal(cell("artifacts/append")))
    assert [frame.seq for frame in around(shown, (6,), reach=1)] == [5, 6, 7, 11]
    assert shown[-1].kind is Kind.REPORTED
    assert [frame.seq for frame in around(shown, (), reach=1)] == [9, 10, 11]


def test_time_goes_from_left_to_right_and_a_pause_shows() -> None:
    shown = frames(paused_journal())
    marks = axis(shown, frozenset({5})).marks
    places = [mark.x for mark in marks]
    assert places == sorted(places)
    assert (places[0], places[-1]) == (0.0, WIDTH)
    longest = max(range(1, len(places)), key=lambda at: places[at] - places[at - 1])
    assert shown[longest].kind is Kind.LEFT
    assert [mark.frame.seq for mark in marks if mark.hit] == [5]
    assert pause(shown[4], shown[5]) == "5.0 s"
    assert pause(shown[2], shown[3]) == ""
    assert axis((), frozenset()).marks == ()


@pytest.mark.parametrize(("seconds", "told"), [(0.0003, "0.3 ms"), (0.048, "48 ms"), (5, "5.0 s")])
def test_durations(seconds: float, told: str) -> None:
    assert duration(seconds) == told


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ({"jsonrpc": "2.0", "error": {"code": -32001, "message": "no such task"}}, "error -32001 “no such task”"),
        ({"result": {"message": {"parts": [{"text": "hi"}]}}}, "message “hi”"),
        ({"kind": "message", "parts": [{"kind": "data", "data": {"a": 1}}]}, 'message data {"a": 1}'),
        ({"name": "Agent", "skills": []}, "agent card “Agent”"),
        ({"result": 7}, "7"),
        (None, "null"),
        ({"statusUpdate": {"status": None}}, "status none"),
        ({"artifactUpdate": {"artifact": [], "append": 3}}, "artifact ?"),
    ],
)
def test_an_event_in_a_line_whatever_it_is(value, line: str) -> None:
    assert event_line(value) == line


def test_outcomes_and_surfaced_events_in_a_line() -> None:
    error = {"outcome": "error", "error": {"kind": "http", "http_status": 503, "message": "busy"}}
    assert outcome_line(error, {}) == "error http 503 “busy”"
    assert outcome_line({"ended": "hang", "outcome": None}, {}) == "ended hang"
    assert outcome_line({"outcome": "completed", "artifacts": {"a": "x", "b": []}}, {}) == "completed a: “x” b: empty"
    assert surfaced_line({"event": "artifact", "artifact": "a", "last": True, "text": "x"}) == "artifact a last “x”"


def test_nothing_invisible_stays_so() -> None:
    hidden = "a\x00\r\n\t\x1b\x7f\x9b\u200b\u202e\ufeffz"
    assert visible(hidden) == "a␀␍␊␉␛␡\\u{9b}\\u{200b}\\u{202e}\\u{feff}z"
    assert visible_lines("a\nb") == "a␊\nb"
    assert plain_lines("a\nb\r") == "a\nb␍"
    assert visible("Zürich 東京 🙂") == "Zürich 東京 🙂"
    assert xml_safe("\ufffe\ud800\n") == "\\u{fffe}\\u{d800}\n"
    assert cut("abcdef", 3) == "ab…"


def test_bytes_that_are_no_text_are_told_byte_by_byte() -> None:
    assert wire_text({"base64": "Yf9i"}) == "a\\xffb"
    assert wire_text({"text": "ü"}) == "ü"
