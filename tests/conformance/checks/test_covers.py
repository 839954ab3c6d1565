"""What agents may do is judged of clients where a scenario shows whether they cope with it."""

from a2a_conformance.outcome import Kind
from a2a_conformance.verdict import Level, Status
from a2a_simulator.journal import Journal
from made_up_run import judged, play_of

REJECTED = """
scenario: the agent declines at once
covers: [state-terminal-set, state-rejected, stream-open]
drive:
  - send: Hello there
    expect: {outcome: rejected}
script:
  - reply: [{task: rejected}]
"""


def test_a_permission_of_agents_holds_where_the_client_copes():
    verdict = judged(play_of(REJECTED))["state-rejected"]
    assert (verdict.status, verdict.level) == (Status.PASS, Level.MAY)


def test_it_is_not_reached_where_the_client_does_not_cope_and_never_fails():
    verdicts = judged(play_of(REJECTED), outcome=Kind.COMPLETED)
    assert verdicts["state-rejected"].status is Status.NOT_REACHED
    assert verdicts["state-rejected"].explained_by in verdicts


def test_it_is_no_pass_where_no_call_was_made():
    assert judged(play_of(REJECTED), Journal(()))["state-rejected"].status is not Status.PASS


def test_what_rules_judge_of_agents_is_no_check_of_clients():
    assert "stream-open" not in judged(play_of(REJECTED))
