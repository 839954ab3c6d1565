"""What is judged of a client's own listener: each update once, and its stop respected."""

from collections.abc import Iterator
from typing import Final

from a2a_conformance.checks import traits
from a2a_conformance.checks.beats import scripts
from a2a_conformance.checks.branches import uncertain
from a2a_conformance.checks.build import Breach, call_check
from a2a_conformance.checks.check import Check, Condition, Judgement
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.results import Row, Speaks, judge_row
from a2a_conformance.oracle.listening import stop_point
from a2a_conformance.oracle.scopes import walk
from a2a_conformance.outcome import Observes
from a2a_conformance.verdict import CheckKey
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.states import SETTLED
from a2a_simulator.scenario.play import DriveStep, Play, StopAt

FEATURE: Final = frozenset({"listener"})

ALWAYS: Final = (Row("listener-every-update", traits.ANY, Speaks.END), Row("listener-order", traits.ANY, Speaks.END))
"""Judged wherever a client listens."""
STOPPED: Final = (Row("listener-stop-final", traits.ANY, Speaks.ALL),)
"""Judged wherever its listener stops the call."""


def listener_checks(play: Play) -> Iterator[Check]:
    """The checks of the listeners of a play."""
    listening = [step for step in walk(play.drive) if step.listener is not None]
    if not listening:
        return
    heard = Condition("an update was written to a listening client", _updates_heard)
    if traits.UPDATED.in_script(play):
        for row in ALWAYS:
            yield _row(play, row, heard, uncertain(traits.UPDATED, play))
    if traits.MESSAGE_UNARY.in_script(play):
        yield _row(play, Row("listener-not-message", traits.ANY, Speaks.END), Condition(
            "a Message was written to a listening client", traits.MESSAGE_UNARY.was_met
        ))  # fmt: skip
    stops = [step.listener for step in listening if step.listener is not None and step.listener.stop_at is not None]
    if not stops:
        return
    stopped = Condition("the listener said stop", _stop_reached)
    for row in STOPPED:
        yield _row(play, row, stopped)
    kind = "listener-stop-artifacts" if any(stop.artifacts for stop in stops) else "listener-stop-response"
    yield _row(play, Row(kind, traits.ANY, Speaks.ALL), stopped)
    if any(stop.artifacts and stop.stop_at in (StopAt.ARTIFACTS, StopAt.CHUNK) for stop in stops):
        yield _row(play, Row("listener-accumulated-task", traits.ANY, Speaks.ALL), stopped)
    if any(stop.stop_at is StopAt.STATUS and stop.at in SETTLED for stop in stops) or _ends_at_stop(play):
        yield _row(play, Row("listener-stop-wins", traits.ANY, Speaks.ALL), stopped)
    yield call_check(
        play, "listener-stop-no-cancel", "the client cancels the task when its listener stops", stopped,
        _cancels, features=FEATURE,
    )  # fmt: skip
    yield call_check(
        play, "listener-remote-lives", "the client disturbs the task after its listener stopped", stopped,
        _disturbs, features=FEATURE,
    )  # fmt: skip


def _row(play: Play, row: Row, after: Condition, moot: tuple[Condition, ...] = ()) -> Check:
    def judge(evidence: Evidence) -> Judgement:
        return judge_row(row, evidence)

    key = CheckKey(row.requirement, play.cell)
    return Check(key, row.requirement, after, judge, Observes.ANSWER, FEATURE, moot, play.place, claims=True)


def _ends_at_stop(play: Play) -> bool:
    """Whether a stop by count can fall on the event that ends the task: the script has no more updates than that."""
    for step in walk(play.drive):
        listener = step.listener
        if listener is None or listener.stop_at is not StopAt.UPDATE:
            continue
        for beats in scripts(play):
            updates = [beat for beat in beats if beat.kind in ("status", "artifact")]
            if len(updates) == listener.at and updates and updates[-1].state in SETTLED:
                return True
    return False


def _listened(evidence: Evidence) -> Iterator[DriveStep]:
    return (step for step in evidence.steps if step.listener is not None)


def _updates_heard(evidence: Evidence) -> bool:
    for step in _listened(evidence):
        for call in evidence.step_calls(step):
            if call.streamed and any(beat.kind in ("status", "artifact") for beat in evidence.beats[call.seq]):
                return True
    return False


def _stops(evidence: Evidence) -> Iterator[tuple[DriveStep, int]]:
    for step in _listened(evidence):
        heard = [item for call in evidence.step_calls(step) for item in call.heard if item.whole]
        at = stop_point(step.listener, heard) if step.listener is not None else None
        if at is not None:
            yield step, at


def _stop_reached(evidence: Evidence) -> bool:
    return any(True for _ in _stops(evidence))


def _cancels(evidence: Evidence) -> Iterator[Breach]:
    for _, at in _stops(evidence):
        for call in evidence.of_operation(Operation.CANCEL_TASK):
            if call.seq > at:
                yield Breach("CancelTask follows the stop", (at, call.seq), "no CancelTask", "CancelTask")


def _disturbs(evidence: Evidence) -> Iterator[Breach]:
    for step, at in _stops(evidence):
        for call in evidence.step_calls(step):
            if call.seq > at and call.operation in SENDS:
                yield Breach(f"{call.operation} follows the stop", (at, call.seq), "no further message")
