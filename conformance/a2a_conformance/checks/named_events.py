"""Events with a name: A2A gives them none, so a client that listens for unnamed events only may miss them."""

from a2a_conformance.checks.beats import scripts
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.shown import shown
from a2a_conformance.oracle.differ import NOT_DONE

UNNAMED = (None, "", "message")
"""What browsers take for no name."""


def missed_names(evidence: Evidence) -> str:
    """Why an unfinished call says nothing of the client; empty: the events had no names, or the client saw them."""
    named = any(beat.mods.frame.event not in UNNAMED for beats in scripts(evidence.play) for beat in beats)
    if not named:
        return ""
    for told in evidence.told.values():
        outcome = shown(told, evidence.hello)
        if outcome is not None and outcome.outcome in NOT_DONE:
            return "the events have names, which A2A does not define, and the client did not listen for them"
    return ""
