import pytest

from a2a_conformance.judge import judge_text
from a2a_conformance.rules.conversation_examples import talk_examples, talks
from a2a_conformance.rules.conversation_judge import SPOKEN
from a2a_conformance.verdict import Status

TOLD = [pytest.param(talk, dialect, id=f"{talk.name} {dialect}") for talk in talks() for dialect in talk.dialects]


@pytest.mark.parametrize(("talk", "dialect"), TOLD)
def test_a_conversation_breaks_what_it_says_and_nothing_else(talk, dialect):
    found = [(finding.requirement, finding.frame) for finding in talk.judged(dialect) if not finding.note]
    assert sorted(found) == sorted(talk.expected(dialect))


@pytest.mark.parametrize(("talk", "dialect"), TOLD)
def test_what_is_only_noted_breaks_nothing(talk, dialect):
    noted = {finding.requirement for finding in talk.judged(dialect) if finding.note}
    assert set(talk.notes) <= noted


def test_every_rule_has_a_good_and_a_bad_conversation():
    examples = {example.requirement: example for example in talk_examples()}
    assert {id for id in SPOKEN if id not in examples or not examples[id].bad_cases} == set()
    assert {id for id in SPOKEN if not examples[id].good_cases} == set()


@pytest.mark.parametrize(("talk", "dialect"), TOLD)
def test_a_conversation_is_a_journal_that_judge_reads(talk, dialect):
    judgement = judge_text(talk.text(dialect))
    assert (judgement.verdict is Status.PASS) == (not talk.speaks) or {i for i, _ in talk.speaks} <= {"hist-zero"}
