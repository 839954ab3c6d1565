"""What the life of a task hangs on: CancelTask ends it, a lost stream does not."""

from collections.abc import Iterator

from a2a_conformance.checks import traits
from a2a_conformance.checks.build import Breach, call_check
from a2a_conformance.checks.check import Check, Condition
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call, End
from a2a_conformance.oracle.scopes import walk
from a2a_simulator.protocol.operations import STREAMS, Operation
from a2a_simulator.scenario.play import DriveStep, Play, Verb


def lifeline_checks(play: Play) -> Iterator[Check]:
    """The checks of a play in which a task is canceled, or loses its stream."""
    steps = list(walk(play.drive))
    if any(step.verb is Verb.CANCEL and step.task != "unknown" for step in steps):
        yield call_check(
            play, "multi-client-no-implicit-cancel", "a cancel does not reach the agent as CancelTask",
            Condition("the caller canceled a task", lambda evidence: any(_cancels(evidence))), _hung_up,
            features=frozenset({"cancel"}),
        )  # fmt: skip
    if traits.CUT_SHORT.in_script(play) and not any(step.verb is Verb.CANCEL for step in steps):
        yield call_check(
            play, "multi-task-independent", "a task is canceled because its stream was lost",
            Condition("a stream was lost", lambda evidence: any(_lost(evidence))), _canceled,
            moot=(Condition("no stream was lost", lambda evidence: bool(evidence.sends)),),
        )  # fmt: skip


def _cancels(evidence: Evidence) -> Iterator[DriveStep]:
    known = any(item.event is not None for _, item in evidence.heard())
    for step in evidence.steps:
        if known and step.verb is Verb.CANCEL and step.task != "unknown" and evidence.ended(step):
            yield step


def _hung_up(evidence: Evidence) -> Iterator[Breach]:
    if not evidence.of_operation(Operation.CANCEL_TASK):
        yield Breach("no CancelTask arrives", (), "CancelTask with the id of the task", "none")


def _lost(evidence: Evidence) -> Iterator[Call]:
    for call in evidence.of_operation(*STREAMS):
        ended = call.end is End.BROKEN or call.fault is not None
        if ended and call.heard:
            yield call


def _canceled(evidence: Evidence) -> Iterator[Breach]:
    first = next(_lost(evidence), None)
    for call in evidence.of_operation(Operation.CANCEL_TASK):
        if first is not None and call.seq > first.seq:
            yield Breach("CancelTask follows the loss of the stream", (first.seq, call.seq), "no CancelTask")
