"""A legal scenario with one fault: exactly the rule of that fault speaks."""

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

from a2a_conformance import catalog
from a2a_conformance.fuzz.faults import FAULTS, broken
from a2a_conformance.fuzz.life import Life
from a2a_conformance.fuzz.writing import write
from a2a_conformance.rules.journals import judge_journal
from a2a_simulator.scenario.load import load_text
from a2a_simulator.session.dry_run import dry_run
from made_up_choices import Drawn

QUIET = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def streams(draw):
    """Streams of one task, with one artifact at least."""
    life = Life(Drawn(draw))
    first = life.first()
    one = {"artifact": {"id": "whole", "text": "All of it", "last": True}}
    reply = [first, *life.updates(3), one, {"status": "working"}, *life.updates(3), life.end()]
    return {"scenario": "made up", "drive": [{"send": "Go", "mode": "stream"}], "script": [{"reply": reply}]}


def spoken(document):
    """What the rules say, cell by cell."""
    note(write(document))
    scenario = load_text(write(document), "made-up.a2a.yaml", "made/up", catalog.ids())
    plays = [scenario.lower(cell) for cell in scenario.cells()]
    return [{one.requirement for one in judge_journal(dry_run(play)) if not one.note} for play in plays]


@given(streams())
@QUIET
def test_without_a_fault_the_rules_are_silent(document):
    assert spoken(document) == [set(), set()]


@pytest.mark.parametrize("name", FAULTS)
@given(document=streams(), data=st.data())
@QUIET
def test_one_fault_is_told_by_its_rule_alone(name, document, data):
    fault = FAULTS[name]
    made = broken(document, fault, Drawn(data.draw))
    assume(made is not None)
    assert spoken(made) == [{fault.requirement}] * len(fault.dialects)
