import pytest

from a2a_conformance.outcome import Surfaced
from a2a_conformance.runner.leaving import Leaving
from a2a_conformance.runner.settings import Settings
from a2a_simulator.journal import Journal
from a2a_simulator.journal import Kind as RecordKind
from a2a_simulator.scenario.play import Play
from a2a_simulator.session.dry_run import dry_run
from fake_run import FakeRun
from made_up_run import play_of

SCRIPT = """
scenario: made up
drive: [{send: Hello there}]
script: [{reply: [{task: submitted}, {status: %s}, %s]}]
"""
LINGER = Settings().linger


def left(
    journal: Journal, play: Play, last: Surfaced | None, after: float = LINGER + 0.01, *, idle: bool = True
) -> bool:
    now = [0.0]
    run = FakeRun(records=journal.records, is_idle=idle)
    leaving = Leaving(run, play, "0", Settings(), lambda: now[0])
    if last is not None:
        leaving.hear(last)
    now[0] = after
    return leaving.due()


def told(state: str) -> Surfaced:
    return Surfaced("status", state=state)


def made(state: str, end: str = "{end: open}") -> tuple[Journal, Play]:
    """What a caller sees while the agent keeps the stream open: nothing is closed, and nobody has left."""
    play = play_of(SCRIPT % (state, end))
    ended = (RecordKind.CLOSED, RecordKind.LEFT) if "open" in end else ()
    calls = {record.call for record in dry_run(play) if record.payload.get("operation") == "SendStreamingMessage"}
    kept = [record for record in dry_run(play) if not (record.kind in ended and record.call in calls)]
    return Journal(tuple(record for record in kept if record.kind is not RecordKind.REPORTED)), play


@pytest.mark.parametrize("state", ["completed", "failed", "input_required", "auth_required"])
def test_leaves_when_the_answer_was_shown_and_the_stream_stays_open(state: str) -> None:
    assert left(*made(state), told(state))


def test_gives_the_iteration_time_to_end_by_itself() -> None:
    assert not left(*made("completed"), told("completed"), LINGER - 0.01)


def test_stays_while_the_agent_may_go_on_by_itself() -> None:
    assert not left(*made("input_required"), told("input_required"), idle=False)


def test_stays_as_long_as_the_last_thing_written_was_not_shown() -> None:
    assert not left(*made("completed"), told("working"))
    assert not left(*made("completed"), told("input_required"))
    assert not left(*made("completed"), None)


def test_a_stream_that_the_agent_closed_is_not_left_but_hung_on() -> None:
    assert not left(*made("completed", "{end: close}"), told("completed"))


def test_a_lone_message_is_an_answer() -> None:
    play = play_of("scenario: m\ndrive: [{send: Hi}]\nscript: [{reply: [{message: Hello}, {end: open}]}]")
    journal = Journal(
        tuple(r for r in dry_run(play) if r.kind not in (RecordKind.CLOSED, RecordKind.LEFT, RecordKind.REPORTED))
    )
    assert left(journal, play, Surfaced("message"))
