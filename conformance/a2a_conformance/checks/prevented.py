"""When a pinned result speaks of a course of events that the target could not take part in."""

from collections.abc import Sequence

from a2a_conformance.checks.branches import NEVER_ENDED
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.outcome import Ended
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.scenario.play import DriveStep

WAITED = "the client waited, though it was asked not to: it may have no word for that"


def prevented(evidence: Evidence, steps: Sequence[DriveStep]) -> str:
    """Why the results of these steps are not what their author had in mind; empty: nothing stood in the way."""
    for step in steps:
        told = evidence.told.get(step.id)
        if told is not None and told.ended is Ended.SKIPPED and not step.after and told.note != NEVER_ENDED:
            return told.note or "a step was not asked for"
    return WAITED if any(_waited(evidence, step) for step in evidence.steps) else ""


def _waited(evidence: Evidence, step: DriveStep) -> bool:
    sends = [call for call in evidence.step_calls(step) if call.operation in SENDS]
    if step.blocking or not sends:
        return False
    return not any((call.params.get("configuration") or {}).get("returnImmediately") for call in sends)
