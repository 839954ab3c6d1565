"""Journals of whole conversations become several entries and drive steps."""

import io

import pytest
import yaml

from a2a_conformance import catalog
from a2a_conformance.corpus import fixtures_root
from a2a_conformance.importing import import_recording
from a2a_conformance.judge import NothingUnderstood, judge_journal
from a2a_conformance.vetting import vet
from a2a_simulator import journal
from a2a_simulator.journal import Kind, Record
from a2a_simulator.protocol.states import State
from a2a_simulator.scenario.load import find, load, load_text
from a2a_simulator.session.dry_run import dry_run
from made_up_streams import V1, answer, chunk, encoded, status, task

CORPUS = fixtures_root() / "scenarios"
FILES = find([CORPUS])
SILENT = {"cards/no-card", "faults/empty-stream", "host/sunny-day", "cards/fresh"} | {
    f"errors/{name}" for name in ("http-404", "http-500", "rate-limited")
}
"""What brings no event to import."""


def saved(records):
    out = io.StringIO()
    journal.write(records, out)
    return out.getvalue().encode()


def name_of(path):
    return path.relative_to(CORPUS).as_posix().removesuffix(".a2a.yaml")


def imported(records):
    return yaml.safe_load(import_recording(saved(records), "run.ndjson").text)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_journal_of_a_scenario_is_a_scenario_again(path):
    scenario = load(path)
    played = dry_run(scenario.lower(scenario.cells()[0]))
    try:
        judge_journal(played)
    except NothingUnderstood:
        assert name_of(path) in SILENT
        return
    again = import_recording(saved(played), path.name)
    assert again.notes == ()
    assert vet(load_text(again.text, known_requirements=catalog.ids())) == ()


def test_turns_of_one_task_become_answers():
    scenario = load(CORPUS / "interrupted" / "input-required-answer.a2a.yaml")
    file = imported(dry_run(scenario.lower(scenario.cells()[0])))
    assert [next(iter(step)) for step in file["drive"]] == ["send", "answer"]
    assert len(file["script"]) == 2


def test_a_cancel_during_a_stream_stands_beside_it():
    scenario = load(CORPUS / "cancel" / "race.a2a.yaml")
    file = imported(dry_run(scenario.lower(scenario.cells()[0])))
    assert file["drive"][0]["meanwhile"] == [{"cancel": "current"}]
    assert file["script"][1]["when"] == {"call": "CancelTask"}
    holds = [step["hold"] for step in file["script"][0]["reply"] if "hold" in step]
    assert holds == [{"until": {"call": "CancelTask"}, "release": "after_reply"}]


def recorded(*timed, **params):
    asked = {"http": "POST", "path": "/", "operation": "SendStreamingMessage", "dialect": "1.0", "request_id": 1}
    head = {"status": 200, "headers": {"content-type": "text/event-stream"}}
    records = [
        Record(2, 0.0, Kind.CALLED, asked | {"params": params}, call=1),
        Record(3, 0.0, Kind.HEAD, head, call=1),
    ]
    for seq, (t, event) in enumerate(timed, 4):
        records.append(Record(seq, t, Kind.EVENT, {"json": answer(encoded(event, V1))}, call=1))
    return [*records, Record(99, timed[-1][0], Kind.CLOSED, {"clean": True}, call=1)]


def test_pauses_become_waits_and_short_ones_do_not():
    timed = recorded((0.01, task()), (0.34, chunk()), (0.35, chunk(append=True)), (2.96, status(State.COMPLETED)))
    reply = imported(timed)["script"][0]["reply"]
    assert [step.get("wait") for step in reply if "wait" in step] == ["330ms", "2.6s"]
    assert [next(iter(step)) for step in reply] == ["task", "wait", "artifact", "artifact", "wait", "status"]


def test_what_was_asked_is_asked_again():
    said = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "When? ${now}"}]}
    file = imported(recorded((0.0, task(State.COMPLETED)), message=said))
    assert file["drive"] == [{"send": "When? $${now}"}]
    data = {"messageId": "m", "role": "ROLE_USER", "parts": [{"data": {"day": 1}}, {"text": "this"}]}
    file = imported(recorded((0.0, task(State.COMPLETED)), message=data))
    assert file["drive"] == [{"send": {"parts": [{"data": {"day": 1}}, {"text": "this"}]}}]
