import pytest

from a2a_conformance import catalog
from a2a_conformance.catalog.requirement import Judge, LeftOut, Seen
from a2a_conformance.explained.explanation import PLACES, WHAT_JUDGES, WHY_LEFT_OUT, explain
from a2a_conformance.explained.text import lines
from a2a_conformance.rules.conversation_examples import talk_examples
from a2a_conformance.rules.examples import examples


def told(id, check=""):
    return "\n".join(lines(explain(catalog.get(id)), check))


def test_it_tells_what_from_where_how_strongly_and_why():
    text = told("art-append")
    assert text.startswith("art-append  (MUST, implied: a breach fails the run)\n")
    assert "from      A2A 1.0 §4.2.2; A2A 0.3 §7.2.3" in text
    assert "because   The member is defined so." in text
    assert "extend the parts of that entry" in text


def test_it_shows_what_is_played_and_what_a_correct_client_tells_of_it():
    text = told("stream-early-eof")
    assert "what is played, faults/clean-end [1.0-jsonrpc]" in text
    assert "← task working" in text
    assert "a correct client tells, send: incomplete" in text


def test_the_mutants_that_fail_little_else_come_first():
    failing = explain(catalog.get("stream-early-eof")).failing
    assert failing[0].mutant.name in ("eof-is-success", "reset-is-success")
    assert all("stream-early-eof" in {check.partition("/")[0] for check in one.checks} for one in failing)


def test_a_rule_shows_a_stream_that_breaks_it():
    text = told("stream-nothing-after-terminal")
    assert "a good stream, SSE of A2A 1.0" in text
    bad = text.partition("a bad stream, SSE of A2A 1.0")[2]
    assert '\n  ▶ data: {"jsonrpc":"2.0"' in bad


def test_a_rule_over_whole_conversations_shows_one_that_breaks_it():
    bad = told("send-terminal-reject").partition("a bad stream, a conversation of A2A 1.0")[2]
    assert "\n  ▶ ←" in bad


@pytest.mark.parametrize("id", [one.requirement for one in (*examples(), *talk_examples())])
def test_every_rule_shows_a_bad_stream(id):
    assert explain(catalog.get(id)).streams.bad is not None


def test_a_row_that_is_not_judged_says_why():
    assert "judged    not (planned: protocol): the part of the protocol" in told("push-https")


def test_a_facet_is_told_of():
    text = told("ctx-opaque", "ctx-opaque/pin-0")
    assert "check     ctx-opaque/pin-0: what a scenario pins under this requirement, at its drive step 0" in text


@pytest.mark.parametrize("row", catalog.ROWS, ids=lambda row: row.id)
def test_every_requirement_can_be_explained(row):
    explained = explain(row)
    assert explained.advice
    assert len(explained.citations) in (1, len(row.dialects))


def test_every_word_of_the_catalogue_is_told_in_words():
    assert set(WHY_LEFT_OUT) == set(LeftOut)
    assert set(WHAT_JUDGES) == set(Judge)
    assert set(PLACES) == set(Seen)
