"""What a correct client may report, given what crossed the wire."""

import pytest

from a2a_conformance.oracle.accept import Accept, Certainty
from a2a_conformance.oracle.build import accept
from a2a_conformance.oracle.compare import judge_outcome
from a2a_conformance.outcome import Hello, Kind, Observes, Outcome
from a2a_simulator.journal import Journal, Record
from a2a_simulator.journal import Kind as RecordKind
from made_up_run import call_again, changed, dry_run, play_of


def head(script: str, drive: str = "[{send: Hello there}]", more: str = "") -> str:
    return f"scenario: made up\n{more}\ndrive: {drive}\nscript:\n{script}\n"


def of(script: str, **how: str) -> Accept:
    play = play_of(head(script, **how))
    return accept(play, dry_run(play))["0"]


def kinds(accepted: Accept) -> set[Kind]:
    return {want.kind for want in accepted.wanted}


@pytest.mark.parametrize("state", ["completed", "failed", "canceled", "rejected", "input_required", "auth_required"])
def test_a_legal_script_has_exactly_one_end(state: str) -> None:
    accepted = of(f"  - reply: [{{task: working}}, {{status: {state}}}]")
    assert accepted.certainty is Certainty.EXACT
    assert kinds(accepted) == {Kind(state)}


def test_a_message_is_the_end() -> None:
    assert kinds(of("  - reply: [{message: Paris.}]")) == {Kind.MESSAGE}


@pytest.mark.parametrize("fault", ["close", "drop", "reset"])
def test_a_break_is_incomplete_or_an_error_but_never_success(fault: str) -> None:
    accepted = of(f"  - reply: [{{task: working}}, {{artifact: {{id: a, text: One}}}}, {{fault: {fault}}}]")
    assert accepted.certainty is Certainty.SET
    assert kinds(accepted) == {Kind.INCOMPLETE, Kind.ERROR}
    assert all(want.partial for want in accepted.wanted)


@pytest.mark.parametrize("fault", ["close", "drop", "reset"])
def test_an_early_end_taken_for_a_result_is_shown_at_the_end_not_at_what_came_before(fault: str) -> None:
    play = play_of(head(f"  - reply: [{{task: working}}, {{artifact: {{id: a, text: One}}}}, {{fault: {fault}}}]"))
    journal = dry_run(play)
    outcome = Outcome(Kind.COMPLETED, answer="One")
    (difference,) = judge_outcome(accept(play, journal)["0"], outcome, Hello("x", observes=Observes.AGGREGATE))
    assert [record.kind for record in journal if record.seq in difference.frames] == [RecordKind.CLOSED]


def test_a_client_that_recovers_is_held_to_what_it_was_told_then() -> None:
    script = """  - reply:
      - task: working
      - artifact: {id: a, text: "One "}
      - fault: close
      - hold: {until: {call: GetTask}, release: before_reply}
      - artifact: {id: a, text: two, append: true}
      - status: completed"""
    play = play_of(head(script, drive="[{send: Hello there}, {get: current, after: [incomplete, error]}]"))
    journal = dry_run(play)
    alone = changed(journal, _belongs_to_the_first_step)
    accepted = accept(play, alone)["0"]
    assert kinds(accepted) == {Kind.COMPLETED}
    assert accepted.wanted[0].known.artifacts["a"].text == "One two"


def _belongs_to_the_first_step(record: Record) -> Record | None:
    if record.kind in (RecordKind.ASKED, RecordKind.REPORTED) and record.seq > 1:
        return None
    return record


def test_an_error_is_told_with_its_code() -> None:
    accepted = of("  - reply: [{error: {name: InvalidParams, message: Bad day}}]")
    (want,) = accepted.wanted
    assert want.kind is Kind.ERROR
    assert want.error is not None
    assert (want.error.code, want.error.name, want.error.message) == (-32602, "InvalidParams", "Bad day")


def test_an_http_error_is_told_with_its_status() -> None:
    (want,) = of("  - reply: [{http: {status: 404, body: nothing here}}]").wanted
    assert want.error is not None
    assert want.error.http == 404


def test_a_step_against_the_rules_may_be_applied_ignored_or_refused() -> None:
    accepted = of("""  - reply:
      - task: working
      - artifact: {id: a, text: Hello}
      - status: completed
      - artifact: {id: late, text: too late}
        deliberate: stream-nothing-after-terminal""")
    assert accepted.certainty is Certainty.SET
    assert kinds(accepted) == {Kind.COMPLETED, Kind.ERROR}
    contents = [set(want.known.artifacts) for want in accepted.wanted if want.kind is Kind.COMPLETED]
    assert {"a"} in contents
    assert {"a", "late"} in contents


def test_a_pause_and_the_end_are_both_right_when_the_stream_goes_on() -> None:
    accepted = of("  - reply: [{task: working}, {status: auth_required}, {status: working}, {status: completed}]")
    assert kinds(accepted) == {Kind.AUTH_REQUIRED, Kind.COMPLETED}


def test_a_client_that_leaves_a_running_task_has_no_right_end() -> None:
    play = play_of(head("  - reply: [{task: working}, {artifact: {id: a, text: One}}, {status: completed}]"))
    accepted = accept(play, left_after(dry_run(play), "artifactUpdate"))["0"]
    assert accepted.wanted == ()
    assert accepted.gave_up is not None


def left_after(journal: Journal, member: str) -> Journal:
    """The journal as if the client had closed the stream after this event."""
    out: list[Record] = []
    call = None
    for record in journal:
        if call is not None and record.call == call:
            continue
        out.append(record)
        if record.kind is RecordKind.EVENT and member in str(record.payload.get("json")):
            call = record.call
            out.append(
                Record(record.seq, record.t, RecordKind.LEFT, {}, record.run, "back", record.agent, None, call)
            )
    return Journal(tuple(out))


def test_without_any_answer_nothing_is_accepted_or_refused() -> None:
    play = play_of(head("  - reply: [{message: Paris.}]"))
    journal = changed(dry_run(play), lambda r: r if r.call is None else None)
    accepted = accept(play, journal)["0"]
    assert not accepted.reached


def test_each_step_has_its_own_end() -> None:
    script = """  - reply:
      - task: submitted
      - artifact: {id: a, text: "To: New York. "}
      - status: {state: input_required, text: Which day?}
  - reply:
      - task: working
      - artifact: {id: a, text: Monday., append: true}
      - status: completed"""
    play = play_of(head(script, drive="[{send: Book it}, {answer: Monday}]"), "0.3")
    accepted = accept(play, dry_run(play))
    assert kinds(accepted["0"]) == {Kind.INPUT_REQUIRED}
    assert kinds(accepted["1"]) == {Kind.COMPLETED}
    assert accepted["1"].wanted[0].known.artifacts["a"].text == "To: New York. Monday."


def test_parallel_conversations_do_not_mix() -> None:
    script = """  - times: any
    reply: [{task: working}, {artifact: {id: a, text: "You said: ${request.text}"}}, {status: completed}]"""
    play = play_of(head(script, drive='[{parallel: {times: 3, steps: [{send: "Question ${n}"}]}}]'))
    accepted = accept(play, dry_run(play))
    texts = [one.wanted[0].known.artifacts["a"].text for one in accepted.values() if one.wanted]
    assert texts == ["You said: Question 1", "You said: Question 2", "You said: Question 3"]


def test_texts_that_are_no_answer_are_foreign() -> None:
    accepted = of("""  - reply:
      - task: submitted
      - status: {state: working, text: Thinking hard}
      - artifact: {id: a, text: An old draft}
      - artifact: {id: a, text: The title}
      - status: completed""")
    assert set(accepted.foreign) == {"Hello there", "Thinking hard", "An old draft"}


def test_a_second_send_after_a_refusal_decides() -> None:
    script = "  - reply: [{http: {status: 503, body: busy}}]\n  - reply: [{message: Paris.}]"
    play = play_of(head(script))
    journal = dry_run(play)
    calls = [r for r in journal.of(RecordKind.CALLED) if r.payload["operation"] != "FetchCard"]
    if len(calls) == 1:
        journal = call_again(journal)
        assert kinds(accept(play, journal)["0"]) == {Kind.ERROR}
    else:
        assert kinds(accept(play, journal)["0"]) == {Kind.MESSAGE}


UNSENT = """
scenario: made up
drive: [{send: Hello there}]
script: [{reply: [{task: working}, {status: completed, cut: {at: %s, fault: close}}]}]
"""


@pytest.mark.parametrize(("at", "completed"), [("before_blank_line", True), ("middle", False)])
def test_an_event_that_lacks_only_its_blank_line_may_be_taken_as_told(at: str, completed: bool) -> None:
    play = play_of(UNSENT % at)
    wanted = accept(play, dry_run(play))["0"]
    assert (Kind.COMPLETED in {want.kind for want in wanted.wanted}) is completed
    assert {Kind.INCOMPLETE, Kind.ERROR} <= {want.kind for want in wanted.wanted}
    assert [slot.state for slot in wanted.slots if slot.optional] == (["completed"] if completed else [])
