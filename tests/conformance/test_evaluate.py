"""Each planned check gets exactly one verdict, and it says why."""

import pytest

from a2a_conformance import corpus
from a2a_conformance.evaluate import judge_run
from a2a_conformance.outcome import Ended, Hello, Kind, Observes, Outcome, Told, ToldError
from a2a_conformance.plan import plan
from a2a_conformance.verdict import Level, Status
from a2a_simulator.journal import Journal
from a2a_simulator.journal import Kind as RecordKind
from a2a_simulator.scenario.play import Play
from made_up_run import changed, dry_run, ideal, judged, play_of

PLAIN = """
scenario: plain
drive: [{send: Hello there}]
script: [{reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]}]
"""
FOREIGN_CARD = """
scenario: only a foreign interface
dialects: "1.0"
card:
  supportedInterfaces:
    - {url: "${base_url}/x", protocolBinding: "https://x.example/y", protocolVersion: "1.0"}
drive: [{send: Hello there}]
script: [{reply: [{message: Hi}]}]
expect: {any_of: [{outcome: message}, {outcome: error, error: {name: NoUsableInterface}}]}
"""


def cells() -> list[object]:
    return [
        pytest.param(scenario.lower(cell), id=str(cell))
        for scenario in corpus.select(["core"])
        for cell in scenario.cells()
    ]


@pytest.mark.parametrize("play", cells())
def test_each_check_has_exactly_one_verdict_and_a_correct_client_breaks_none(play: Play) -> None:
    hello = Hello("ideal", observes=Observes.AGGREGATE, features=frozenset({"listener", "auth"}))
    journal = dry_run(play)
    found = []
    for nth in range(4):
        told = list(ideal(play, journal, nth).values())
        verdicts = judge_run(play, hello, told, journal)
        assert [v.key for v in verdicts] == [check.key for check in plan(play, hello)]
        found.append([f"{v.key.check}: {v.text}" for v in verdicts if v.status in (Status.FAIL, Status.ERROR)])
    assert [] in found, found[0]


def test_a_target_that_lacks_the_features_is_judged_by_nothing() -> None:
    play = play_of(PLAIN)
    skipped = [Told("0", Ended.SKIPPED, note="the target does not declare stream")]
    verdicts = judge_run(play, Hello("x"), skipped, Journal(()))
    assert {v.status for v in verdicts} == {Status.NOT_APPLICABLE}
    assert "does not declare stream" in verdicts[0].text


def test_a_client_that_rightly_refuses_the_card_is_judged_by_the_pin_alone() -> None:
    play = play_of(FOREIGN_CARD)
    silent = _without_calls(dry_run(play))
    refused = Outcome(Kind.ERROR, error=ToldError(None, message="no usable interface"))
    verdicts = judged(play, silent, told={"0": refused})
    assert verdicts["scenario-pin/pin"].status is Status.PASS
    assert verdicts["extra-send"].status is Status.NOT_APPLICABLE
    assert Status.NOT_REACHED not in {v.status for v in verdicts.values()}


def test_a_client_that_refuses_a_good_card_does_not_pass() -> None:
    play = play_of(PLAIN)
    silent = _without_calls(dry_run(play))
    verdicts = judged(play, silent, told={"0": Outcome(Kind.ERROR)})
    assert verdicts["extra-send"].status is Status.NOT_REACHED


def _without_calls(journal: Journal) -> Journal:
    posts = {r.call for r in journal.of(RecordKind.CALLED) if r.payload["operation"] != "FetchCard"}
    return changed(journal, lambda r: None if r.call is not None and r.call in posts else r)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("success without a call", Told("0", Ended.CLEAN, Outcome(Kind.COMPLETED, "Hello"))),
        ("nothing", Told("0", Ended.CLEAN, Outcome(Kind.UNKNOWN))),
        ("error", Told("0", Ended.ERROR, Outcome(Kind.ERROR))),
    ],
)
def test_a_target_that_does_nothing_passes_no_check(name: str, told: Told) -> None:
    play = play_of(PLAIN)
    journal = changed(dry_run(play), lambda r: r if r.kind in (RecordKind.ASKED, RecordKind.REPORTED) else None)
    hello = Hello(name, observes=Observes.ANSWER)
    assert Status.PASS not in {v.status for v in judge_run(play, hello, [told], journal)}


def test_what_was_not_reached_names_the_failure_that_explains_it() -> None:
    verdicts = judged(play_of(PLAIN), outcome=Kind.INCOMPLETE)
    assert verdicts["state-terminal-set"].status is Status.FAIL
    assert "explained by state-terminal-set" in verdicts["answer-text"].text


def test_a_verdict_shows_its_frames_and_its_place() -> None:
    verdict = judged(play_of(PLAIN), artifacts={"a": ({"text": "Helo"},)}, answer="Helo")["answer-text"]
    assert verdict.status is Status.FAIL
    assert verdict.frames
    assert str(verdict.place).startswith("made/up.a2a.yaml:")


RATED = """
scenario: rated
drive:
  - send: Hello there
    expect: {any_of: [{outcome: completed}, {outcome: incomplete, rate: warn}]}
script: [{reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]}]
"""


@pytest.mark.parametrize("outcome", [Kind.INCOMPLETE, Kind.FAILED, Kind.MESSAGE])
@pytest.mark.parametrize("text", [PLAIN, RATED], ids=["plain", "rated"])
def test_where_nothing_binds_nothing_fails(text: str, outcome: Kind) -> None:
    play = play_of(text)
    journal = dry_run(play)
    told = [Told("0", Ended.CLEAN, Outcome(outcome, "Hello"))]
    hello = Hello("lax", observes=Observes.ANSWER)
    strict = judge_run(play, hello, told, journal)
    lax = judge_run(play, hello, told, journal, lambda row, dialect: Level.INFO)
    assert {v.status for v in strict} & {Status.FAIL, Status.WARN}
    assert not {v.status for v in lax} & {Status.FAIL, Status.WARN}
    assert {v.level for v in lax} == {Level.INFO}
    assert [v.key for v in lax] == [v.key for v in strict]


def test_a_client_may_leave_where_something_is_wrong_on_purpose_before_the_rest_is_written() -> None:
    play = play_of(
        """
scenario: a Message midway
dialects: "1.0"
drive: [{send: Hello there, mode: stream}]
script:
  - reply:
      - task: working
      - {message: Still here, deliberate: stream-no-message-midway}
      - artifact: {id: a, text: Hello}
      - status: completed
expect: {any_of: [{outcome: completed}, {outcome: [message, error], rate: info}]}
"""
    )
    whole = list(dry_run(play))
    wrong = next(record for record in whole if record.payload.get("deliberate"))
    journal = Journal(
        tuple(record for record in whole if record.kind is not RecordKind.EVENT or record.seq <= wrong.seq)
    )
    told = [Told("0", Ended.CLEAN, Outcome(Kind.MESSAGE, answer="Still here"))]
    verdicts = {one.key.check: one for one in judge_run(play, Hello("x", observes=Observes.AGGREGATE), told, journal)}
    assert verdicts["state-terminal-set"].status is Status.NOT_APPLICABLE
    assert not [one for one in verdicts.values() if one.status in (Status.FAIL, Status.NOT_REACHED, Status.ERROR)]
