"""`selftest --rule`: the streams of a rule hold, and a rule that says nothing or too much is told."""

import pytest

from a2a_conformance.rules import engine
from a2a_conformance.rules.conversation_examples import talk_examples
from a2a_conformance.rules.examples import examples
from a2a_conformance.selftest.rule import has_streams, wrong


@pytest.mark.parametrize("requirement", sorted({one.requirement for one in (*examples(), *talk_examples())}))
def test_the_streams_of_every_rule_hold(requirement):
    assert has_streams(requirement)
    assert list(wrong(requirement)) == []


def test_a_rule_that_stays_silent_is_told(monkeypatch):
    silent = tuple(rule for rule in engine.RULES if "art-append-unknown" not in rule.speaks)
    monkeypatch.setattr(engine, "RULES", silent)
    assert any("no rule speaks of art-append-unknown" in line for line in wrong("art-append-unknown"))


def test_a_requirement_without_streams_has_none():
    assert not has_streams("client-ends")
