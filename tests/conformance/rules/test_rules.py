"""Every rule has streams that it speaks of, and is silent on streams that agents may send."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from a2a_conformance.rules.engine import SPOKEN, judge_stream
from a2a_conformance.rules.observed import observe
from a2a_conformance.verdict import Level
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.parts import File
from a2a_simulator.protocol.states import State, UnknownState
from made_up_streams import DROP, V03, V1, answer, chunk, edited, encoded, error, message, status, task

BOTH = (V1, V03)
INPUT, AUTH = State.INPUT_REQUIRED, State.AUTH_REQUIRED
DONE = status(State.COMPLETED)
INFO = "type.googleapis.com/google.rpc.ErrorInfo"
REASON = {"@type": INFO, "reason": "TASK_NOT_FOUND", "domain": "a2a-protocol.org"}


@dataclass(frozen=True)
class Case:
    """A stream; `frames` are events, edited results (as functions of the dialect), or whole envelopes."""

    name: str
    frames: tuple[Any, ...]
    speaks: tuple[tuple[str, int], ...] = ()
    """Requirement and frame, from 1."""
    notes: tuple[str, ...] = ()
    dialects: tuple[Any, ...] = BOTH
    how: dict[str, Any] = field(default_factory=dict)


def edit(event: Event, **edits: Any):
    return lambda dialect: answer(edited(encoded(event, dialect), **edits))


def whole(value: Any):
    return lambda dialect: value


def enveloped(event: Event, **edits: Any):
    return lambda dialect: edited(answer(encoded(event, dialect)), **edits)


def found(case: Case, dialect: Any):
    frames = [
        observe(number, frame(dialect) if callable(frame) else answer(encoded(frame, dialect)), dialect)
        for number, frame in enumerate(case.frames, 1)
    ]
    return judge_stream(frames, dialect, **case.how)


def test_every_requirement_has_a_bad_stream():
    shown = {name for case in BAD for name, _ in case.speaks} | {
        name for case in (*BAD, *GOOD) for name in case.notes
    }
    assert shown == SPOKEN


def cells(cases):
    return [pytest.param(case, dialect, id=f"{case.name}-{dialect}") for case in cases for dialect in case.dialects]


SUB = {"subscribe": True}
BAD = (
    Case("starts with a status", (status(), DONE), (("stream-task-first", 1),), dialects=(V1,)),
    Case("starts with an artifact", (chunk(), DONE), (("stream-task-first", 1),), dialects=(V1,)),
    Case("subscription starts with a status", (status(), DONE), (("sub-task-first", 1),), dialects=(V1,), how=SUB),
    Case("subscription starts with a message", (message(),), (("sub-task-first", 1),), dialects=(V1,), how=SUB),
    Case("two messages", (message(), message("again")), (("stream-msg-exactly-one", 2),)),
    Case("message, then a task", (message(), task(State.COMPLETED)), (("stream-msg-no-task", 2),)),
    Case("message, then a status", (message(), DONE), (("stream-msg-no-task", 2),)),
    Case("two tasks", (task(), task(), DONE), (("stream-task-then-updates", 2),)),
    Case("a task in a subscription", (task(), task(), DONE), (("sub-updates-follow", 2),), how=SUB),
    Case("a message in a subscription", (task(), message(), DONE), (("sub-updates-follow", 2),), how=SUB),
    Case("a message midway", (task(), message(), DONE), (("stream-no-message-midway", 2),)),
    Case("an artifact after completed", (task(), DONE, chunk()), (("stream-nothing-after-terminal", 3),)),
    Case("a status after failed", (task(), status(State.FAILED), status()), (("stream-nothing-after-terminal", 3),)),
    Case("a message after completed", (task(), DONE, message()), (("stream-nothing-after-terminal", 3),)),
    Case("two endings", (task(), DONE, status(State.CANCELED)), (("stream-nothing-after-terminal", 3),)),
    Case("a task after completed", (task(), DONE, task(State.COMPLETED)), (("stream-nothing-after-terminal", 3),),
         dialects=(V03,)),
    Case("an update after a finished first task", (task(State.COMPLETED), chunk()),
         (("stream-nothing-after-terminal", 2),)),
    Case("ends while working", (task(), chunk()), (("stream-early-eof", 2),)),
    Case("ends after the pause was over", (task(), status(INPUT, "What?", final=False), status()),
         (("stream-early-eof", 3),), ("stream-close-interrupted",)),
    Case("breaks off while working", (task(),), (("stream-early-eof", 1),), how={"clean": False}),
    Case("has no event", (), (("stream-early-eof", 0),)),
    Case("another task", (task(), chunk(task="task-b"), DONE), (("stream-single-task", 2),)),
    Case("another context", (task(), status(context="ctx-2"), DONE), (("stream-single-task", 2),)),
    Case("append to nothing", (task(), chunk(append=True), DONE), (("art-append-unknown", 2),)),
    Case("append to another artifact", (task(), chunk("a"), chunk("b", append=True), DONE),
         (("art-append-unknown", 3),)),
    Case("append after the last chunk", (task(), chunk(last=True), chunk(append=True), DONE),
         (("art-append-after-last", 3),)),
    Case("a terminal state changes", (task(), DONE, task(State.FAILED)), (("state-terminal-final", 3),),
         ("stream-final-snapshot",), dialects=(V1,)),
    Case("a pause without a question", (task(), status(INPUT, final=True)), (("state-input-required-msg", 2),),
         ("stream-close-interrupted",)),
    Case("goes on after final", (task(), status(INPUT, "What?", final=True), DONE),
         (("v03-final-last", 3),), ("stream-close-interrupted",), dialects=(V03,)),
    Case("completed without final", (task(), status(State.COMPLETED, final=False)), (("v03-final-last", 2),),
         dialects=(V03,)),
    Case("final is missing", (task(), edit(status(), final=DROP), DONE), (("v03-final", 2),), dialects=(V03,)),
    Case("final is a text", (task(), edit(status(), final="no"), DONE), (("v03-final", 2),), dialects=(V03,)),
    Case("kind is missing", (task(), edit(chunk(), kind=DROP), DONE), (("v03-kind", 2),), dialects=(V03,)),
    Case("kind in 1.0", (task(), edit(chunk(), artifactUpdate__kind="artifact-update"), DONE),
         (("stream-no-kind", 2),), dialects=(V1,)),
    Case("final in 1.0", (task(), edit(DONE, statusUpdate__final=True)), (("stream-no-kind", 2),), dialects=(V1,)),
    Case("two members", (task(), edit(status(), artifactUpdate={}), DONE), (("stream-oneof", 2),),
         dialects=(V1,)),
    Case("no task id", (task(), edit(status(), statusUpdate__taskId=DROP), DONE), (("stream-update-ids", 2),),
         dialects=(V1,)),
    Case("no context id", (task(), edit(chunk(), contextId=DROP), DONE),
         (("stream-update-ids", 2),), dialects=(V03,)),
    Case("no artifact id", (task(), edit(chunk(), artifactUpdate__artifact__artifactId=DROP), DONE), (("art-id", 2),),
         dialects=(V1,)),
    Case("one id for two artifacts", (task(State.WORKING, "a", "a"), DONE), (("art-id-unique", 1),)),
    Case("an index", (task(), edit(chunk(), artifactUpdate__index=0), DONE), (("art-no-index", 2),), dialects=(V1,)),
    Case("no parts", (task(), edit(chunk(), artifactUpdate__artifact__parts=[]), DONE), (("art-parts-nonempty", 2),),
         dialects=(V1,)),
    Case("no base64", (task(), edit(chunk(parts=(File(content=b"x"),)), artifactUpdate__artifact__parts__0__raw="?"),
                       DONE), (("json-base64", 2),), dialects=(V1,)),
    Case("snake case", (task(), edit(chunk(), artifactUpdate__taskId=DROP, artifactUpdate__task_id="task-a"), DONE),
         (("json-camel", 2),), dialects=(V1,)),
    Case("a state by number", (task(), edit(status(), statusUpdate__status__state=2), DONE), (("json-enum", 2),),
         dialects=(V1,)),
    Case("metadata is a list", (edit(task(), task__metadata=[]), DONE), (("json-metadata-keys", 1),), dialects=(V1,)),
    Case("a part with two contents", (task(), edit(chunk(), artifactUpdate__artifact__parts__0__url="x:y"), DONE),
         (("json-part-oneof", 2),), dialects=(V1,)),
    Case("a task without id", (edit(task(), task__id=DROP), DONE), (("json-required", 1),), dialects=(V1,)),
    Case("no time", (task(), status(timestamp="yesterday"), DONE), (("json-ts-utc", 2),)),
    Case("an offset", (task(), status(timestamp="2026-01-01T00:00:00+01:00"), DONE), (("json-ts-z", 2),),
         dialects=(V1,)),
    Case("half a surrogate", (task(), whole('{"jsonrpc":"2.0","id":1,"result":{"artifactUpdate":{"taskId":"task-a",'
         '"contextId":"ctx-1","artifact":{"artifactId":"a","parts":[{"text":"\\ud800"}]}}}}'), DONE),
         (("json-utf8", 2),), dialects=(V1,)),
    Case("a message without id", (edit(message(), message__messageId=""),),
         (("msg-id-required", 1),), dialects=(V1,)),
    Case("a message without parts", (edit(message(), message__parts=[]),), (("msg-parts-nonempty", 1),),
         dialects=(V1,)),
    Case("a message of the user", (edit(message(), role="user"),), (("msg-role-direction", 1),), dialects=(V03,)),
    Case("a message without context", (edit(message(), message__contextId=DROP),), (("msg-server-contextid", 1),),
         dialects=(V1,)),
    Case("two Ls", (task(), edit(status(State.CANCELED), statusUpdate__status__state="TASK_STATE_CANCELLED")),
         (("state-canceled-spelling", 2),), dialects=(V1,)),
    Case("no state", (task(), edit(status(), status__state=DROP), DONE), (("state-status-required", 2),),
         dialects=(V03,)),
    Case("an unknown state", (task(), status(UnknownState("PONDERING")), DONE), (("state-values", 2),)),
    Case("an unknown state at the end", (task(), status(UnknownState("PONDERING"))), (("state-values", 2),),
         ("stream-early-eof",)),
    Case("a bare event", (whole({"task": {}}),), (("jr-stream-sse", 1), ("json-required", 1),
         ("state-status-required", 1)), ("stream-early-eof",), dialects=(V1,)),
    Case("another version of JSON-RPC", (task(), enveloped(DONE, jsonrpc="1.0")), (("jr-envelope", 2),)),
    Case("result and error", (task(), enveloped(DONE, error={"code": -32603, "message": "x", "data": [REASON]})),
         (("jr-result-xor-error", 2),), ("stream-errors-midway",)),
    Case("another id", (task(), enveloped(DONE, id=2)), (("jr-id-echo", 2),)),
    Case("an id as text", (task(), DONE), (("jr-id-echo", 1), ("jr-id-echo", 2)), how={"rpc_id": "1"}),
    Case("no id", (enveloped(task(), id=DROP), enveloped(DONE, id=DROP)), (("jr-id-echo", 1), ("jr-id-echo", 2))),
    Case("a code as text", (task(), whole(error("x", data=[REASON]))), (("jr-error-code", 2),),
         ("stream-errors-midway",)),
    Case("a code out of range", (task(), whole(error(-5, data=[REASON]))), (("err-range", 2),),
         ("stream-errors-midway",)),
    Case("no message", (task(), whole(error(-32001, "", data=[REASON]))), (("err-three-parts", 2),),
         ("stream-errors-midway",)),
    Case("details are no list", (task(), whole(error(-32001, data="gone"))), (("err-jsonrpc-data-array", 2),),
         ("stream-errors-midway",), dialects=(V1,)),
    Case("a detail without type", (task(), whole(error(-32001, data=[REASON, {"a": 1}]))),
         (("err-details-typed", 2),),
         ("stream-errors-midway",), dialects=(V1,)),
    Case("no ErrorInfo", (task(), whole(error(-32001))), (("err-jsonrpc-errorinfo", 2),), ("stream-errors-midway",),
         dialects=(V1,)),
    Case("a reason in lower case", (task(), whole(error(-32001, data=[{**REASON, "reason": "gone"}]))),
         (("err-reason-form", 2),), ("stream-errors-midway",), dialects=(V1,)),
    Case("nothing of A2A", (whole(answer({"a": 1})), whole(answer({"b": 1}))),
         (("stream-oneof", 1), ("stream-oneof", 2), ("err-appropriate", 2)), dialects=(V1,)),
    Case("no JSON", (whole("Hello"),), (("jr-envelope", 1), ("err-appropriate", 1))),
)  # fmt: skip


@pytest.mark.parametrize(("case", "dialect"), cells(BAD))
def test_a_bad_stream_is_told_by_the_rule_it_breaks_and_no_other(case, dialect):
    findings = found(case, dialect)
    assert [(finding.requirement, finding.frame) for finding in findings if not finding.note] == list(case.speaks)
    assert {finding.requirement for finding in findings if finding.note} == set(case.notes)


GOOD = (
    Case("a message", (message(),)),
    Case("a task", (task(State.SUBMITTED), status(), DONE)),
    Case("a finished task alone", (task(State.REJECTED, text="No"),)),
    Case("chunks", (task(), chunk(text="a"), chunk(text="b", append=True), chunk(text="c", append=True, last=True),
                    DONE)),
    Case("equal text twice", (task(), chunk(text="ha"), chunk(text="ha", append=True), chunk(text="ha", append=True),
                              DONE)),
    Case("equal updates twice", (task(), status(text="still"), status(text="still"), DONE)),
    Case("replaced", (task(), chunk(text="draft", last=True), chunk(text="final", last=True), DONE)),
    Case("interleaved", (task(), chunk("a"), chunk("b"), chunk("a", append=True, last=True),
                         chunk("b", append=True, last=True), DONE)),
    Case("no last chunk", (task(), chunk(), DONE)),
    Case("an empty last chunk", (task(), chunk(), chunk(text="", append=True, last=True), DONE)),
    Case("appended to what the task had", (task(State.WORKING, "report"), chunk(append=True), DONE)),
    Case("appended to what an earlier stream had", (task(), chunk(append=True), DONE), how={"known": {"report"}}),
    Case("closed at a question", (task(), status(INPUT, "What?", final=True)), notes=("stream-close-interrupted",)),
    Case("opened with a question", (task(INPUT, text="What?"),), notes=("stream-close-interrupted",)),
    Case("open at a question", (task(), status(INPUT, "What?", final=False), status(), DONE),
         notes=("stream-close-interrupted",)),
    Case("open at auth", (task(), status(AUTH, "Sign in", final=False), status(), DONE),
         notes=("stream-close-interrupted",)),
    Case("left at a question", (task(), status(INPUT, "What?", final=False)), how={"clean": None}),
    Case("left while working", (task(), chunk()), how={"clean": None}),
    Case("the task once more", (task(), chunk(), DONE, task(State.COMPLETED, "report")),
         notes=("stream-final-snapshot",), dialects=(V1,)),
    Case("the task once more instead of its status", (task(), chunk(), task(State.COMPLETED, "report")),
         notes=("stream-final-snapshot",), dialects=(V1,)),
    Case("no context in the task", (task(context=None), status(), DONE), dialects=(V1,)),
    Case("0.3 without a task", (status(State.SUBMITTED), chunk(), DONE), notes=("stream-task-first",),
         dialects=(V03,)),
    Case("0.3 with a late task", (status(State.SUBMITTED), task(), DONE), notes=("stream-task-first",),
         dialects=(V03,)),
    Case("0.3 resubscribed in the middle", (chunk(append=True), DONE), dialects=(V03,), how=SUB),
    Case("0.3 resubscribed to a finished task", (task(State.COMPLETED),), dialects=(V03,), how=SUB),
    Case("0.3 final while working", (task(), status(final=True)), notes=("v03-final-last",), dialects=(V03,)),
    Case("0.3 question without final", (task(), status(INPUT, "What?", final=False)),
         notes=("stream-close-interrupted", "v03-final-last"), dialects=(V03,)),
    Case("0.3 time without zone", (task(), status(timestamp="2025-05-01T10:00:00"), DONE), dialects=(V03,)),
    Case("subscribed", (task(State.WORKING, "report"), chunk(append=True), DONE), how=SUB),
    Case("an error midway", (task(), whole(error(data=[REASON]))), notes=("stream-errors-midway",)),
    Case("an error at once", (whole(error(-32001, data=[REASON])),), notes=("stream-errors-midway",)),
    Case("an error of JSON-RPC with free details", (whole(error(-32602, data="which")),),
         notes=("stream-errors-midway",)),
    Case("unknown members", (edit(task(), x_vendor={"a": 1}), enveloped(DONE, trace="abc"))),
    Case("no envelope where none belongs", (lambda d: encoded(task(), d), lambda d: encoded(DONE, d)),
         how={"enveloped": False}),
    Case("the id of the request", (task(), DONE), how={"rpc_id": 1}),
    Case("times", (task(), status(timestamp="2026-01-01T00:00:00Z"), status(timestamp="2026-01-01T00:00:00.123456Z"),
                   DONE)),
)  # fmt: skip


@pytest.mark.parametrize(("case", "dialect"), cells(GOOD))
def test_a_legal_stream_breaks_nothing(case, dialect):
    findings = found(case, dialect)
    assert [str(finding) for finding in findings if not finding.note] == []
    assert {finding.requirement for finding in findings} == set(case.notes)


def test_a_note_is_info_and_a_breach_has_the_level_of_its_row():
    open_end = judge_stream([observe(1, answer(encoded(task(), V1)), V1)], V1)
    assert [finding.level for finding in open_end] == [Level.MUST]
    first = judge_stream([observe(1, answer(encoded(DONE, V03)), V03)], V03)
    assert [(finding.requirement, finding.level, finding.note) for finding in first] == [
        ("stream-task-first", Level.INFO, True)
    ]


def test_a_message_inside_another_object_may_lack_its_kind_in_0_3_at_no_more_than_info():
    frames = [
        observe(1, answer(edited(encoded(task(text="Hm"), V03), status__message__kind=DROP)), V03),
        observe(2, answer(encoded(DONE, V03)), V03),
    ]
    assert [(finding.requirement, finding.level) for finding in judge_stream(frames, V03)] == [
        ("v03-kind", Level.INFO)
    ]


def test_an_error_event_by_name_is_an_error():
    frames = [
        observe(1, answer(encoded(task(), V1)), V1),
        observe(2, '{"code":500,"message":"x"}', V1, name="error"),
    ]
    findings = judge_stream(frames, V1)
    assert ("stream-errors-midway", 2) in [(finding.requirement, finding.frame) for finding in findings]
    assert "stream-early-eof" not in [finding.requirement for finding in findings]
