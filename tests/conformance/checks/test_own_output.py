"""Our own output is held to our own rules: an unnamed breach and a named one that is none are our faults."""

import json
import re
from dataclasses import replace

from a2a_conformance.rules.journals import judge_journal
from a2a_conformance.verdict import Status
from a2a_simulator.journal import Kind as RecordKind
from a2a_simulator.journal import Record
from made_up_run import changed, dry_run, judged, play_of, with_call

PLAIN = """
scenario: plain
drive: [{send: Hello there}]
script: [{reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]}]
"""
LATE = """
scenario: an event too many
drive: [{send: Hello there}]
script:
  - reply:
      - task: working
      - status: completed
      - artifact: {id: late, text: too late}
        deliberate: stream-nothing-after-terminal
"""


def marked(record: Record, *deliberate: str) -> Record:
    if record.kind is not RecordKind.EVENT or "artifactUpdate" not in str(record.payload.get("json")):
        return record
    return replace(record, payload={**record.payload, "deliberate": list(deliberate)})


def test_legal_output_is_silent() -> None:
    assert "harness" not in judged(play_of(PLAIN))
    assert "harness" not in judged(play_of(LATE))


def test_a_breach_that_the_script_does_not_name_is_ours() -> None:
    play = play_of(LATE)
    verdict = judged(play, changed(dry_run(play), marked))["harness"]
    assert verdict.status is Status.ERROR
    assert "stream-nothing-after-terminal" in verdict.text


def test_a_breach_that_is_named_but_not_made_is_ours() -> None:
    play = play_of(PLAIN)
    journal = changed(dry_run(play), lambda record: marked(record, "stream-nothing-after-terminal"))
    verdict = judged(play, journal)["harness"]
    assert verdict.status is Status.ERROR
    assert "no rule says" in verdict.text


def patient(record: Record) -> Record:
    return replace(record, t=record.t + 9) if record.kind is RecordKind.LEFT else record


def test_what_only_a_busy_machine_makes_late_is_not_ours() -> None:
    play = play_of(PLAIN.replace("{status: completed}", "{status: completed}, {end: open}"))
    journal = changed(dry_run(play), patient)
    assert "stream-close-terminal" in [finding.requirement for finding in judge_journal(journal)]
    assert "harness" not in judged(play, journal)


def without_streaming(record: Record) -> Record:
    value = record.payload.get("json")
    if record.kind is not RecordKind.EVENT or not isinstance(value, dict) or "capabilities" not in value:
        return record
    return replace(record, payload={**record.payload, "json": {**value, "capabilities": {}}})


def test_what_we_answer_though_it_should_be_refused_is_not_ours() -> None:
    play = play_of(PLAIN)
    journal = changed(dry_run(play), without_streaming)
    assert "stream-cap-gate" in [finding.requirement for finding in judge_journal(journal)]
    assert "harness" not in judged(play, journal)


TURNS = """
scenario: asked and answered
drive: [{send: Book it}, {answer: Monday}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: "To: "}
      - status: {state: input_required, text: Which day?}
  - reply:
      - task: working
      - artifact: {id: a, text: Monday, append: true}
      - status: completed
"""


def test_what_a_script_breaks_because_of_its_client_is_not_ours() -> None:
    play = play_of(TURNS)
    journal = dry_run(play)
    second = [r for r in journal.of(RecordKind.CALLED) if r.payload["operation"] != "FetchCard"][1].call

    def in_a_new_task(record: Record) -> Record:
        if record.kind is not RecordKind.EVENT or record.call != second:
            return record
        renamed = re.sub(r"task-\w+", "task-other", json.dumps(record.payload["json"]))
        told = json.loads(renamed)
        told["result"].get("task", {}).pop("artifacts", None)
        return replace(record, payload={**record.payload, "json": told})

    elsewhere = changed(journal, in_a_new_task)
    lost = with_call(elsewhere, lambda p: {**p, "params": {"message": {"messageId": "m", "parts": []}}}, nth=1)
    assert "art-append-unknown" in {finding.requirement for finding in judge_journal(lost)}
    verdicts = judged(play, lost)
    assert verdicts["state-input-continue"].status is Status.FAIL
    assert "harness" not in verdicts


HALF = """
scenario: half an answer
drive: [{send: Hello there, mode: unary}]
script:
  - reply:
      - task: working
      - artifact: {id: a, text: Hel}
      - fault: close
      - hold: {until: {call: [GetTask]}, timeout: 1s}
      - artifact: {id: a, text: lo, append: true}
      - status: completed
"""


def test_an_answer_that_stops_early_says_so_by_its_fault() -> None:
    play = play_of(HALF)
    assert "send-blocking-default" in {finding.requirement for finding in judge_journal(dry_run(play))}
    assert "harness" not in judged(play)
