import pytest

from a2a_conformance.outcome import Ended, ErrorKind, Kind, Observes, Outcome, Surfaced, Told, ToldError
from a2a_conformance.verdict import Status, Verdict
from made_up_run import judged, play_of

SCRIPT = """
scenario: made up
drive: [{send: Hello there}]
script: [{reply: [{task: working}, {status: {state: %s, text: So it is}}, {%s}]}]
"""
MESSAGE = "scenario: made up\ndrive: [{send: Hi}]\nscript: [{reply: [{message: Hello}, {end: open}]}]"
CLOSE = "stream-client-close-on-terminal"
TASK = Surfaced("task", state="working")


def wrong(verdicts: dict[str, Verdict]) -> dict[str, Status]:
    fine = (Status.PASS, Status.NOT_APPLICABLE, Status.INFO)
    return {key: one.status for key, one in verdicts.items() if one.status not in fine}


def shown(state: str, ended: Ended, more: str, error: Outcome | None = None) -> dict[str, Verdict]:
    told = Told("0", ended, error, (TASK, Surfaced("status", state=state, parts=({"text": "So it is"},))))
    return judged(play_of(SCRIPT % (state, more)), observes=Observes.EVENTS, told={"0": told})


@pytest.mark.parametrize("state", ["completed", "failed", "rejected", "canceled"])
def test_a_client_that_reads_on_after_the_end_is_warned(state: str) -> None:
    assert wrong(shown(state, Ended.LEFT, "end: open")) == {CLOSE: Status.WARN}


@pytest.mark.parametrize("state", ["input_required", "auth_required"])
def test_a_client_may_read_on_at_a_pause(state: str) -> None:
    assert wrong(shown(state, Ended.LEFT, "end: open")) == {}


def test_a_client_that_reads_on_after_a_lone_message_is_warned() -> None:
    told = Told("0", Ended.LEFT, None, (Surfaced("message", parts=({"text": "Hello"},)),))
    assert wrong(judged(play_of(MESSAGE), observes=Observes.EVENTS, told={"0": told})) == {CLOSE: Status.WARN}


def test_an_iteration_that_ends_by_itself_is_right() -> None:
    assert wrong(shown("completed", Ended.CLEAN, "end: open")) == {}


LATE = Outcome(Kind.ERROR, error=ToldError(ErrorKind.TRANSPORT, message="connection reset"))


def test_an_error_from_a_connection_that_breaks_after_the_end_is_warned() -> None:
    assert wrong(shown("completed", Ended.ERROR, "fault: drop", LATE)) == {CLOSE: Status.WARN}


@pytest.mark.parametrize("level", [Observes.ANSWER, Observes.AGGREGATE])
def test_so_it_is_at_levels_that_tell_outcomes(level: Observes) -> None:
    play = play_of(SCRIPT % ("completed", "fault: drop"))
    told = Told("0", Ended.ERROR, LATE)
    assert wrong(judged(play, observes=level, told={"0": told})) == {CLOSE: Status.WARN}
    assert wrong(judged(play, observes=level)) == {}


def test_where_only_the_end_is_seen_nothing_is_held_against_it() -> None:
    play = play_of(SCRIPT % ("completed", "fault: drop"))
    assert wrong(judged(play, observes=Observes.ENDED, told={"0": Told("0", Ended.ERROR)})) == {}
    well = play_of(SCRIPT % ("completed", "end: close"))
    assert wrong(judged(well, observes=Observes.ENDED, told={"0": Told("0", Ended.ERROR)})) == {
        "outcome": Status.FAIL
    }


def test_an_error_where_the_stream_ended_well_is_no_such_thing() -> None:
    assert Status.FAIL in wrong(shown("completed", Ended.ERROR, "end: close", LATE)).values()


def test_an_error_in_place_of_a_question_is_no_such_thing() -> None:
    assert Status.FAIL in wrong(shown("input_required", Ended.ERROR, "end: close", LATE)).values()
