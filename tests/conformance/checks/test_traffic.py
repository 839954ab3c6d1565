"""Requests: defects of each one, ids between them, how often and when they come."""

from typing import Any

import pytest

from a2a_conformance.outcome import Ended, Kind, Outcome, Told, ToldError
from a2a_conformance.verdict import Status
from a2a_simulator.journal import Journal
from a2a_simulator.journal import Kind as RecordKind
from made_up_run import call_again, changed, dry_run, judged, play_of, with_call

PLAIN = """
scenario: plain
drive: [{send: Hello there}]
script:
  - reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]
"""
TURNS = """
scenario: asked and answered
drive: [{send: Book it}, {answer: Monday}]
script:
  - reply: [{task: working}, {status: {state: input_required, text: Which day?}}]
  - reply: [{task: working}, {artifact: {id: a, text: Booked}}, {status: completed}]
"""
TWICE = """
scenario: two messages
drive: [{send: First}, {send: Second}]
script:
  - reply: [{task: working}, {artifact: {id: a, text: One}}, {status: completed}]
  - reply: [{task: working}, {artifact: {id: a, text: Two}}, {status: completed}]
"""
LIMITED = """
scenario: told to wait
drive: [{send: Try me}]
script:
  - reply: [{http: {status: 429, headers: {Retry-After: "1"}, json: {error: {code: 429, message: Slow down}}}}]
  - reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]
"""
MESSAGE = """
scenario: a Message
drive: [{send: What is it}]
script: [{reply: [{message: Paris.}]}]
"""
POLLED = """
scenario: not waited for
drive:
  - send: Bake a cake
    mode: unary
    blocking: false
  - get: current
script:
  - reply: [{task: working}, {hold: {until: {call: GetTask}}}, {artifact: {id: a, text: Done}}, {status: completed}]
"""


def failing(verdicts: dict[str, Any]) -> set[str]:
    return {key for key, one in verdicts.items() if one.status in (Status.FAIL, Status.WARN)}


def params(payload: dict[str, Any], **message: Any) -> dict[str, Any]:
    old = payload["params"]["message"]
    new = {key: value for key, value in {**old, **message}.items() if value is not None}
    return {**payload, "params": {**payload["params"], "message": new}}


def task_of(journal: Journal) -> tuple[str, str]:
    """The first task that the agent gave, and its context."""
    for record in journal.of(RecordKind.EVENT):
        result = (record.payload.get("json") or {}).get("result", {})
        if "task" in result:
            return result["task"]["id"], result["task"]["contextId"]
    raise LookupError


@pytest.mark.parametrize("scenario", [PLAIN, TURNS, TWICE, MESSAGE])
@pytest.mark.parametrize("dialect", ["1.0", "0.3"])
def test_right_traffic_breaks_nothing(scenario: str, dialect: str) -> None:
    assert failing(judged(play_of(scenario, dialect))) == set()


SAME = {"msg-parts-nonempty": ["json-array-min"]}
"""Requirements of which one is an instance of the other."""


@pytest.mark.parametrize(
    "requirement",
    ["ver-send", "ver-format", "jr-envelope", "jr-content-type", "msg-id-required", "msg-parts-nonempty"],
)
def test_a_defect_of_a_request_fails_its_requirement_only(requirement: str) -> None:
    play = play_of(PLAIN)
    journal = with_call(dry_run(play), lambda p: {**p, "defects": [[requirement, "/params", "it is wrong"]]})
    verdicts = judged(play, journal)
    assert failing(verdicts) == {requirement, *SAME.get(requirement, ())}
    assert "it is wrong" in verdicts[requirement].text
    assert verdicts[requirement].frames


def test_without_any_call_nothing_of_a_request_is_judged() -> None:
    play = play_of(PLAIN)
    asked = changed(dry_run(play), lambda r: r if r.kind in (RecordKind.ASKED, RecordKind.REPORTED) else None)
    verdicts = judged(
        play, asked, told={"0": Outcome(Kind.COMPLETED, "Hello", artifacts={"a": ({"text": "Hello"},)})}
    )
    assert Status.PASS not in {one.status for one in verdicts.values()}
    assert verdicts["client-ends"].status is Status.NOT_REACHED


def test_a_new_message_with_a_made_up_task_and_context() -> None:
    play = play_of(PLAIN)
    journal = with_call(dry_run(play), lambda p: params(p, taskId="task-mine", contextId="ctx-mine"))
    assert failing(judged(play, journal)) == {"task-no-client-new-id", "ctx-no-client-made"}


def test_an_answer_without_the_task_id() -> None:
    play = play_of(TURNS)
    journal = with_call(dry_run(play), lambda p: params(p, taskId=None), nth=1)
    verdicts = judged(play, journal)
    assert failing(verdicts) == {"state-input-continue"}
    assert verdicts["state-input-continue"].got == "no task id"


def test_an_answer_with_another_context() -> None:
    play = play_of(TURNS)
    journal = with_call(dry_run(play), lambda p: params(p, contextId="CTX-UPPER"), nth=1)
    assert failing(judged(play, journal)) == {"ctx-opaque", "msg-client-ids-match"}


def test_an_answer_to_a_task_that_never_was() -> None:
    play = play_of(TURNS)
    journal = with_call(dry_run(play), lambda p: params(p, taskId="task-nobody"), nth=1)
    assert failing(judged(play, journal)) == {"state-input-continue", "task-id-exists"}


def test_a_second_message_to_a_finished_task() -> None:
    play = play_of(TWICE)
    journal = dry_run(play)
    task, _ = task_of(journal)
    again = with_call(journal, lambda p: params(p, taskId=task), nth=1)
    verdicts = judged(play, again)
    assert failing(verdicts) == {"send-client-terminal-newtask"}
    assert verdicts["send-client-terminal-newtask"].status is Status.WARN


def test_a_message_sent_twice() -> None:
    play = play_of(PLAIN)
    verdicts = judged(play, call_again(dry_run(play)))
    assert failing(verdicts) == {"extra-send"}
    assert len(verdicts["extra-send"].frames) == 1


def test_a_message_sent_after_the_run_was_over() -> None:
    play = play_of(PLAIN)
    verdicts = judged(play, call_again(dry_run(play), late=True))
    assert failing(verdicts) == {"extra-send"}
    assert "over" in verdicts["extra-send"].text


def test_a_cancel_that_nobody_asked_for() -> None:
    play = play_of(PLAIN)
    journal = call_again(dry_run(play), operation="CancelTask", late=True, params={"id": "task-x"})
    assert "extra-send/cancel" in failing(judged(play, journal))


def refused_twice() -> Journal:
    """The refused call of LIMITED, sent again at once under another id and refused again."""
    journal = dry_run(play_of(LIMITED))
    calls = [record for record in journal.of(RecordKind.CALLED) if record.payload["operation"] != "FetchCard"]
    return call_again(journal, params=params(dict(calls[0].payload), messageId="msg-other")["params"])


def test_a_retry_before_its_time_and_under_another_id() -> None:
    told = {"0": Outcome(Kind.ERROR, error=ToldError(None, http_status=429))}
    verdicts = judged(play_of(LIMITED), refused_twice(), told=told)
    assert failing(verdicts) == {"send-retry-same-msgid", "err-client-retry-after"}


def test_without_a_retry_there_is_nothing_to_judge_of_it() -> None:
    told = {"0": Outcome(Kind.ERROR, error=ToldError(None, http_status=429))}
    verdicts = judged(play_of(LIMITED), told=told)
    assert verdicts["err-client-retry-after"].status is Status.NOT_APPLICABLE
    assert verdicts["send-retry-same-msgid"].status is Status.NOT_APPLICABLE


def test_a_task_asked_for_after_a_message() -> None:
    play = play_of(MESSAGE)
    journal = call_again(dry_run(play), operation="GetTask", params={"id": "task-x"})
    assert "stream-msg-client-done/calls" in failing(judged(play, journal))


def test_a_task_that_is_not_waited_for_is_looked_after() -> None:
    play = play_of(POLLED)
    assert judged(play)["send-nonblocking-followup"].status is Status.PASS
    lost = changed(
        dry_run(play), lambda r: None if r.call and r.call > 2 and r.kind is not RecordKind.REPORTED else r
    )
    told = {"0": Outcome(Kind.INCOMPLETE), "1": Told("1", Ended.SKIPPED, note="")}
    assert judged(play, lost, told=told)["send-nonblocking-followup"].status is Status.FAIL


def test_calls_without_a_reply_and_replies_without_a_call_are_noted() -> None:
    play = play_of(TWICE)
    journal = dry_run(play)
    unscripted = with_call(journal, lambda p: {**p, "entry": "unscripted"}, nth=1)
    verdicts = judged(play, unscripted)
    assert verdicts["unscripted-call"].status is Status.INFO
    assert verdicts["unused-entry"].status is Status.INFO
    assert "script[1]" in verdicts["unused-entry"].text
