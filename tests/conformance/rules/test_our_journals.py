"""The shipped scenarios, played to correct callers of three kinds, break in conversation only what they say."""

import pytest

from a2a_conformance import corpus
from a2a_conformance.checks.own_output import CLOSES, LENIENT
from a2a_conformance.rules.conversation_judge import SPOKEN
from a2a_conformance.rules.journals import judge_journal
from a2a_simulator.session.caller import IDEAL, Caller, Recovery
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.wire.wire_forms import PLAYABLE

CALLERS = (IDEAL, Caller(recovers=Recovery.GET), Caller(recovers=Recovery.SUBSCRIBE))


@pytest.mark.parametrize("id", corpus.paths())
def test_a_shipped_scenario_is_a_truthful_conversation(id):
    scenario = corpus.scenario(id)
    for cell in scenario.cells(PLAYABLE):
        for caller in CALLERS:
            journal = dry_run(scenario.lower(cell), caller)
            meant = {record.seq for record in journal if record.payload.get("deliberate")}
            found = [
                (str(cell), finding.requirement, finding.text)
                for finding in judge_journal(journal)
                if finding.requirement in SPOKEN - CLOSES - LENIENT
                and not finding.note
                and finding.frame not in meant
            ]
            assert found == []
