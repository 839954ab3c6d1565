from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.styles import Ink, ink_for
from a2a_conformance.report.terminal import terminal
from made_up_record import HOSTILE, failing, header, passing


def test_a_passing_run_takes_a_few_lines(snapshot: SnapshotAssertion) -> None:
    assert terminal(passing(), Ink(), "a2a-report/index.html") == snapshot


def test_a_failing_run_tells_each_cause_once(snapshot: SnapshotAssertion) -> None:
    assert terminal(failing(), Ink(), "a2a-report/index.html") == snapshot


def test_an_incomplete_run_says_why(snapshot: SnapshotAssertion) -> None:
    assert terminal(replace(passing(), footer=None), Ink()) == snapshot


def test_a_flaky_check_is_told() -> None:
    record = passing()
    assert record.footer is not None
    record = replace(record, footer=replace(record.footer, flaky=("a :: b [c]: 2 pass, 1 fail",)))
    assert "1 flaky check, of the same run repeated:\n  a :: b [c]: 2 pass, 1 fail" in terminal(record, Ink())


def test_a_demo_is_named_as_such() -> None:
    record = RunRecord(header(demo=True), passing().results, passing().footer)
    text = terminal(record, Ink())
    assert "acme-client 2.1.0 (demo, not yours)" in text
    assert text.endswith("\nthis is the demo client: nothing is said about yours\n")


def test_what_came_over_the_wire_cannot_speak_to_the_terminal() -> None:
    text = terminal(failing(), Ink(), "a2a-report/index.html")
    assert HOSTILE not in text
    assert not any(ord(char) < 32 and char != "\n" for char in text)
    assert "\u202e" not in text
    assert "␛[31mred\\u{202e} desrever␀" in text


def test_neither_can_what_a_target_calls_itself() -> None:
    record = passing()
    hello = replace(record.header.hello, name="acme\x1b[2J", version="1\x07")
    told = terminal(replace(record, header=replace(record.header, hello=hello)), Ink())
    assert "acme␛[2J 1␇" in told
    assert "\x1b" not in told


def test_more_causes_than_fit_are_counted() -> None:
    text = terminal(failing(), Ink(), "a2a-report/index.html", shown=2)
    assert "… and 4 more causes: a2a-report/index.html" in text


def test_colour_only_where_it_is_wanted() -> None:
    assert "\x1b[" not in terminal(failing(), Ink(False))
    assert "\x1b[31mFAIL\x1b[0m" in terminal(failing(), Ink(True))
    assert ink_for({}, terminal=True) == Ink(True)
    assert ink_for({"NO_COLOR": "1", "FORCE_COLOR": "1"}, terminal=True) == Ink(False)
    assert ink_for({"FORCE_COLOR": "1"}, terminal=False) == Ink(True)
    assert ink_for({"TERM": "dumb"}, terminal=True) == Ink(False)
