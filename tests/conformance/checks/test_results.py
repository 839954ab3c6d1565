"""Each wrong result is reported under the requirement that it breaks; a right one breaks none."""

import pytest

from a2a_conformance.outcome import AnswerForm, Ended, Kind, Observes, Outcome, Told
from a2a_conformance.verdict import Status
from made_up_run import judged, play_of

APPEND = """
scenario: appended chunks
drive: [{send: Hello there}]
script:
  - reply:
      - task: submitted
      - status: {state: working, text: Thinking}
      - artifact: {id: a, text: "One "}
      - artifact: {id: a, text: "two ", append: true}
      - artifact: {id: a, text: three, append: true, last: true}
      - status: completed
"""
REPLACE = """
scenario: an artifact replaced
drive: [{send: Draft a title}]
script:
  - reply:
      - task: working
      - artifact: {id: title, text: A first draft}
      - artifact: {id: title, text: The better title, last: true}
      - status: completed
"""
INTERLEAVED = """
scenario: chunks interleaved
drive: [{send: Two lists}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: "apple "}
      - artifact: {id: b, text: "pear "}
      - artifact: {id: a, text: plum, append: true, last: true}
      - artifact: {id: b, text: fig, append: true, last: true}
      - status: completed
"""
KINDS = """
scenario: a file and data
drive: [{send: A map}]
script:
  - reply:
      - task: working
      - artifact: {id: map, parts: [{file: {name: m.png, type: image/png, base64: iVBORw0KGgo=}}, {data: {n: 1}}]}
      - status: completed
"""
SNAPSHOT = """
scenario: the whole task again at the end
dialects: "1.0"
drive: [{send: Hello there}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: Hello}
      - task: completed
"""
FAILED = """
scenario: the task fails
drive: [{send: Compile it}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: half}
      - status: {state: failed, text: No disk}
"""
PAUSED = """
scenario: the task asks
drive: [{send: Book it}]
script:
  - reply:
      - task: working
      - status: {state: input_required, text: Which day?}
"""
AUTH = PAUSED.replace("input_required", "auth_required")
MESSAGE = """
scenario: a Message
drive: [{send: What is it}]
script: [{reply: [{message: Paris.}]}]
"""
EOF_ = """
scenario: the stream ends early
drive: [{send: Write it}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: "One "}
      - fault: close
"""
MIDWAY = """
scenario: an error in the stream
drive: [{send: Write it}]
script:
  - reply:
      - task: working
      - error: {name: InternalError, message: Disk full}
"""
REFUSED = """
scenario: an error at once
drive: [{send: Write it}]
script: [{reply: [{error: InvalidParams}]}]
"""
FRAMED = APPEND.replace("  - reply:", "  - frame: {newline: crlf}\n    reply:")
COMMENTED = APPEND.replace("      - task: submitted", "      - comment: hi\n      - task: submitted")
OPEN = """
scenario: left open after the end
drive: [{send: Hello there}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: Hello}
      - status: completed
      - end: open
"""


def text(words: str) -> tuple[dict[str, str], ...]:
    return ({"text": words},)


WRONG = [
    (APPEND, {"artifacts": {"a": text("three")}, "answer": "three"}, "art-append"),
    (APPEND, {"artifacts": {"a": text("One ")}, "answer": "One "}, "art-append"),
    (APPEND, {"artifacts": {"a": text("One  two  three")}, "answer": "One  two  three"}, "art-append"),
    (APPEND, {"artifacts": {"a": text("two One three")}, "answer": "two One three"}, "stream-client-order"),
    (APPEND, {"artifacts": {}, "answer": ""}, "answer-text"),
    (APPEND, {"answer": "Thinking One two three"}, "answer-text"),
    (APPEND, {"outcome": Kind.INCOMPLETE}, "state-terminal-set"),
    (APPEND, {"outcome": Kind.ERROR}, "state-terminal-set"),
    (APPEND, {"task": "task-other"}, "outcome"),
    (REPLACE, {"artifacts": {"title": text("A first draftThe better title")}}, "art-append-default"),
    (REPLACE, {"artifacts": {"title": text("A first draft")}}, "art-append-default"),
    (INTERLEAVED, {"artifacts": {"a": text("apple pear plum"), "b": text("pear fig")}}, "art-interleave"),
    (INTERLEAVED, {"artifacts": {"a": text("apple plum"), "b": text("fig")}}, "art-append"),
    (KINDS, {"artifacts": {"map": ({"data": {"n": 1}},)}}, "art-part-kinds"),
    (KINDS, {"artifacts": {"map": ({"file": {"base64": "AAAA"}}, {"data": {"n": 1}})}}, "art-part-kinds"),
    (SNAPSHOT, {"artifacts": {"a": text("HelloHello")}}, "stream-client-final-snapshot"),
    (FAILED, {"outcome": Kind.COMPLETED}, "state-failed-reports"),
    (FAILED, {"outcome": Kind.UNKNOWN}, "state-failed-reports"),
    (FAILED, {"outcome": Kind.INCOMPLETE}, "state-terminal-set"),
    (PAUSED, {"outcome": Kind.COMPLETED}, "state-interrupted-set"),
    (PAUSED, {"outcome": Kind.INCOMPLETE}, "state-interrupted-set"),
    (PAUSED, {"question": "What?"}, "state-interrupted-set"),
    (AUTH, {"outcome": Kind.COMPLETED}, "auth-req-client-act"),
    (MESSAGE, {"outcome": Kind.INCOMPLETE}, "stream-msg-client-done"),
    (MESSAGE, {"answer": ""}, "stream-msg-client-done"),
    (EOF_, {"outcome": Kind.COMPLETED}, "stream-early-eof"),
    (EOF_, {"outcome": Kind.UNKNOWN, "answer": "One "}, "stream-early-eof"),
    (MIDWAY, {"outcome": Kind.COMPLETED, "error": None}, "stream-early-eof"),
    (REFUSED, {"outcome": Kind.COMPLETED, "error": None}, "err-client-by-reason"),
    (FRAMED, {"outcome": Kind.INCOMPLETE}, "sse-framing"),
    (COMMENTED, {"outcome": Kind.ERROR}, "sse-keepalive"),
]
SCENARIOS = {
    "append": APPEND, "replace": REPLACE, "interleaved": INTERLEAVED, "kinds": KINDS, "snapshot": SNAPSHOT,
    "failed": FAILED, "paused": PAUSED, "auth": AUTH, "message": MESSAGE, "eof": EOF_, "midway": MIDWAY,
    "refused": REFUSED, "framed": FRAMED, "commented": COMMENTED, "open": OPEN,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "dialect"),
    [(name, dialect) for name in SCENARIOS for dialect in ("1.0", "0.3") if name + dialect != "snapshot0.3"],
)
@pytest.mark.parametrize("level", [Observes.ENDED, Observes.ANSWER, Observes.AGGREGATE])
def test_a_right_result_breaks_nothing(name: str, dialect: str, level: Observes) -> None:
    verdicts = judged(play_of(SCENARIOS[name], dialect), observes=level)
    wrong = {key: one.text for key, one in verdicts.items() if one.status not in (Status.PASS, Status.NOT_APPLICABLE)}
    assert wrong == {}


@pytest.mark.parametrize(("scenario", "told", "check"), WRONG)
def test_a_wrong_result_fails_under_one_requirement(scenario: str, told: dict[str, object], check: str) -> None:
    verdicts = judged(play_of(scenario), **told)
    failed = {key for key, one in verdicts.items() if one.status in (Status.FAIL, Status.WARN)}
    assert failed == {check}
    assert verdicts[check].frames
    assert verdicts[check].cause
    assert verdicts[check].expected
    assert verdicts[check].got


@pytest.mark.parametrize("ended", [Ended.HANG, Ended.CRASH])
def test_a_call_that_never_ends_is_told_once_and_hides_the_rest(ended: Ended) -> None:
    verdicts = judged(play_of(APPEND), told={"0": Told("0", ended)})
    assert {key for key, one in verdicts.items() if one.status is Status.FAIL} == {"client-ends"}
    for hidden in ("art-append", "answer-text", "outcome", "state-terminal-set"):
        assert verdicts[hidden].status is Status.NOT_REACHED
        assert "client-ends" in verdicts[hidden].text


def test_waiting_for_the_end_of_a_stream_that_is_over_is_a_warning_only() -> None:
    verdicts = judged(play_of(OPEN), told={"0": Told("0", Ended.HANG)})
    statuses = {one.status for one in verdicts.values()}
    assert verdicts["stream-client-close-on-terminal"].status is Status.WARN
    assert Status.FAIL not in statuses
    assert Status.NOT_REACHED not in statuses


def test_a_success_without_the_answer_passes_no_check_of_its_content() -> None:
    verdicts = judged(play_of(APPEND), answer="", artifacts={})
    assert verdicts["answer-text"].status is Status.FAIL
    assert verdicts["art-append"].status is Status.NOT_REACHED


@pytest.mark.parametrize(
    ("answer", "right"),
    [
        ("apple plum pear fig", True),
        ("**apple plum**\n\n- pear fig", True),
        ("pear fig", False),
        ("apple plum", False),
        ("apple pear plum fig", False),
        ("apple plum pear fig apple plum", False),
        ("pear fig apple plum", False),
        ("Two lists: apple plum pear fig", False),
    ],
)
def test_an_undeclared_answer_holds_each_text_once_in_order_unbroken(answer: str, right: bool) -> None:
    verdicts = judged(play_of(INTERLEAVED), observes=Observes.ANSWER, form=AnswerForm(), answer=answer)
    assert (Status.FAIL not in {one.status for one in verdicts.values()}) is right


def test_at_level_ended_only_the_end_is_judged() -> None:
    verdicts = judged(play_of(REFUSED), observes=Observes.ENDED, told={"0": Told("0", Ended.CLEAN)})
    assert verdicts["outcome"].status is Status.FAIL
    assert verdicts["err-client-by-reason"].status is Status.NOT_APPLICABLE


def test_on_the_wire_alone_no_result_is_judged() -> None:
    verdicts = judged(play_of(APPEND), observes=Observes.WIRE)
    assert verdicts["art-append"].status is Status.NOT_APPLICABLE
    assert verdicts["extra-send"].status is Status.PASS


CARRIED = """
scenario: made up
covers: [sse-framing]
drive: [{send: Hello there}]
script: [{frame: {newline: cr}, reply: [{message: Hi}]}]
"""


def test_in_a_scenario_made_for_the_carriage_what_goes_wrong_is_due_to_it() -> None:
    told = {"0": Told("0", Ended.CLEAN, Outcome(Kind.INCOMPLETE))}
    verdicts = judged(play_of(CARRIED), told=told)
    assert [key for key, one in verdicts.items() if one.status is Status.FAIL] == ["sse-framing"]
    assert verdicts["stream-msg-client-done"].explained_by == "sse-framing"
    plain = judged(play_of(CARRIED.replace("covers: [sse-framing]", "")), told=told)
    assert [key for key, one in plain.items() if one.status is Status.FAIL] == ["stream-msg-client-done"]


@pytest.mark.parametrize(
    ("interval", "steps", "status"),
    [
        ("200ms", "{task: working}, {wait: 1s}, {status: completed}", Status.PASS),
        ("5s", "{task: working}, {wait: 1s}, {status: completed}", Status.NOT_REACHED),
        ("5s", "{task: working}, {comment: still here}, {status: completed}", Status.PASS),
        ("5s", "{task: working, frame: {comment: still here}}, {status: completed}", Status.PASS),
    ],
)
def test_comments_are_judged_only_where_one_was_on_the_wire(interval: str, steps: str, status: Status) -> None:
    text = f"scenario: x\nserve: {{interval: {interval}}}\ncovers: [sse-keepalive]\ndrive: [{{send: Hello there}}]\n"
    assert judged(play_of(f"{text}script: [{{reply: [{steps}]}}]\n"))["sse-keepalive"].status is status


MIXED = """
scenario: one call waits, one streams
drive:
  - {send: Count, mode: unary}
  - {send: Say hello, mode: stream}
script:
  - when: {text: Count}
    reply:
      - task: working
      - artifact: {id: a, text: "one "}
      - artifact: {id: a, text: two, append: true, last: true}
      - status: completed
  - when: {text: Say hello}
    reply:
      - message: Hello
"""


def test_what_only_a_stream_shows_is_not_asked_of_an_answer_that_came_whole() -> None:
    verdicts = judged(play_of(MIXED))
    assert {verdict.status for verdict in verdicts.values()} <= {Status.PASS, Status.NOT_APPLICABLE}
    assert verdicts["art-append"].status is Status.NOT_APPLICABLE
