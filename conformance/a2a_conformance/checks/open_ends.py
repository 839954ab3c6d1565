"""Scripts that leave a task open for good: a client that looks after it waits for ever, and rightly so."""

from typing import Final

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.accept import Wanted
from a2a_conformance.oracle.build import accept
from a2a_conformance.outcome import Ended, Kind
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.scenario.play import DriveStep, Play
from a2a_simulator.session.caller import Caller, Recovery
from a2a_simulator.session.dry_run import dry_run

READS: Final = frozenset({Operation.GET_TASK, Operation.SUBSCRIBE_TO_TASK})
LOOKERS: Final = (Caller(recovers=Recovery.GET), Caller(recovers=Recovery.SUBSCRIBE))
"""The correct clients that look after a task whose stream broke off."""


def waits_for_ever(evidence: Evidence) -> str:
    """Why a wait without end says nothing of the client; empty: none, or the client is to blame for it."""
    for step in evidence.steps:
        told = evidence.told.get(step.id)
        hangs = told is not None and told.ended is Ended.HANG
        if hangs and _looked_again(evidence, step) and leaves_open(evidence.play, step):
            return "the script leaves the task open, so a client that looks after it waits for ever"
    return ""


def leaves_open(play: Play, step: DriveStep) -> bool:
    """Whether even a client that looks after the task of this step never learns of an end."""
    for caller in LOOKERS:
        told = accept(play, dry_run(play, caller)).get(step.id)
        if told is None or not told.wanted or any(_ends_the_wait(want) for want in told.wanted):
            return False
    return True


def _ends_the_wait(want: Wanted) -> bool:
    """Whether this is an end, an error in answer to the look itself, or no task was told to look after."""
    known = want.known.task is not None
    return want.kind not in (Kind.INCOMPLETE, Kind.ERROR) or want.error is not None or not known


def _looked_again(evidence: Evidence, step: DriveStep) -> bool:
    sent = False
    for call in evidence.step_calls(step):
        sent = sent or (call.operation in SENDS and bool(call.heard))
        if sent and call.operation in READS and call.status == 200:
            return True
    return False
