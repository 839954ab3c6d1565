"""What is imported and played breaks what the recording broke, and nothing else."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_conformance import catalog
from a2a_conformance.importing import import_recording
from a2a_conformance.judge import NothingUnderstood, judge_text
from a2a_conformance.recordings import read_recording
from a2a_conformance.rules.engine import SPOKEN, judge_stream
from a2a_conformance.rules.examples.files import cases
from a2a_conformance.rules.journals import dispatched, judge_journal
from a2a_conformance.rules.observed import observe
from a2a_conformance.vetting import vet
from a2a_simulator.journal import Kind
from a2a_simulator.protocol.states import State
from a2a_simulator.scenario.load import load_text
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.wire.json_text import dumps
from made_up_streams import V03, V1, answer, chunk, encoded, message, status, task

SERVERS = Path(__file__).parents[3] / "fixtures" / "streams" / "servers"
RECORDINGS = sorted(path for path in SERVERS.glob("*/*/*") if path.suffix in (".sse", ".json"))
EARLY = "stream-early-eof"

STREAMS = [
    pytest.param(case.sse(dialect).encode(), dialect, id=f"{case.family}/{case.name} [{dialect}]")
    for case in cases()
    if case.speaks or case.notes
    for dialect in case.dialects
]


def broken(findings, frames):
    """Requirement and number of the event, for what shows in one stream."""
    return Counter(
        (finding.requirement, frames[finding.frame])
        for finding in findings
        if finding.requirement in SPOKEN - {EARLY} and not finding.note and finding.frame in frames
    )


def recorded(data, dialect, ended):
    """What the recording breaks; `ended`: also by its end."""
    judgement = judge_text(data, dialect)
    if ended:
        return judgement.findings
    items = list(read_recording(data))
    frames = [observe(number, item.data, dialect, name=item.name) for number, item in enumerate(items, 1)]
    enveloped = any("jsonrpc" in item.json for item in items if isinstance(item.json, dict))
    return judge_stream(frames, dialect, enveloped=enveloped, clean=None)


def played(scenario):
    journal = dry_run(scenario.lower(scenario.cells()[0]))
    calls = [record.call for record in journal.of(Kind.CALLED) if record.payload.get("operation") != "FetchCard"]
    events = [
        record.seq
        for record in journal
        if record.call == calls[0]
        and (record.kind is Kind.EVENT or (record.kind is Kind.COMMENT and any(dispatched(record))))
    ]
    return journal, {seq: number for number, seq in enumerate(events, 1)}


def check(data, dialect):
    imported = import_recording(data, "recorded.sse", dialect=dialect)
    scenario = load_text(imported.text, known_requirements=catalog.ids())
    assert vet(scenario) == ()
    journal, frames = played(scenario)
    cut_short = "- fault: close" in imported.text
    wanted = broken(recorded(data, dialect, ended=not cut_short), range(1000))
    said = broken(judge_journal(journal), frames)
    if "recorded-1" in imported.text:
        said -= Counter({key: count for key, count in said.items() if key[0] == "jr-id-echo" and key not in wanted})
    assert said == wanted
    early = any(each.requirement == EARLY and not each.note for each in judge_text(data, dialect).findings)
    assert (EARLY in imported.breaks) == early
    assert cut_short or not early


@pytest.mark.parametrize(("data", "dialect"), STREAMS)
def test_a_stream_of_the_rules_comes_round(data, dialect):
    try:
        judge_text(data, dialect)
    except NothingUnderstood:
        with pytest.raises(NothingUnderstood):
            import_recording(data, "recorded.sse", dialect=dialect)
        return
    check(data, dialect)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.relative_to(SERVERS).as_posix())
def test_a_stream_of_a_real_server_comes_round(path):
    check(path.read_bytes(), path.parent.name)


STATES = st.sampled_from([State.SUBMITTED, State.WORKING, State.INPUT_REQUIRED, State.COMPLETED, State.FAILED])
TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
EVENTS = st.one_of(
    st.builds(task, STATES),
    st.builds(status, STATES, TEXTS),
    st.builds(chunk, st.sampled_from(["a", "b"]), TEXTS, append=st.booleans(), last=st.booleans()),
    st.builds(message, TEXTS),
)


@given(st.lists(EVENTS, min_size=1, max_size=8), st.sampled_from([V1, V03]))
@settings(max_examples=60, deadline=None)
def test_any_events_in_any_order_come_round(events, dialect):
    text = "".join(f"data: {dumps(answer(encoded(event, dialect)))}\n\n" for event in events)
    check(text.encode(), dialect)
