"""What a target may keep to itself at its level, so that nothing can be said of it."""

from collections.abc import Callable, Mapping
from typing import Final

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.accept import Accept
from a2a_conformance.oracle.compare import asks
from a2a_conformance.oracle.differ import PAUSES
from a2a_conformance.outcome import Kind, Observes, Outcome


def untold(requirement: str, evidence: Evidence) -> str:
    """Why a requirement cannot be judged: each end that it is about was told without what it asks for. Empty: it can.

    At `aggregate` a target tells all of an end, so what is missing there is a fault and no reason.
    """
    if requirement not in UNTOLD or evidence.hello.observes is Observes.AGGREGATE:
        return ""
    text, about, shows = UNTOLD[requirement]
    ends = [
        (accept, outcome)
        for step, accept in evidence.accepts.items()
        if step in evidence.told and (outcome := evidence.told[step].outcome) is not None and about(accept, outcome)
    ]
    return text if ends and not any(shows(accept, outcome) for accept, outcome in ends) else ""


def _error(accept: Accept, outcome: Outcome) -> bool:
    return outcome.outcome is Kind.ERROR and any(want.error is not None for want in accept.wanted)


def _tells_error(accept: Accept, outcome: Outcome) -> bool:
    return outcome.error is not None


def _pause(accept: Accept, outcome: Outcome) -> bool:
    asked = any(want.known.interrupted and want.known.reason for want in accept.wanted)
    return outcome.outcome in PAUSES and asked


def _tells_question(accept: Accept, outcome: Outcome) -> bool:
    return any(asks(outcome, want.known.reason) is not None for want in accept.wanted if want.known.reason)


UNTOLD: Final[Mapping[str, tuple[str, Callable[[Accept, Outcome], bool], Callable[[Accept, Outcome], bool]]]] = {
    "err-client-by-reason": ("the target tells that a call failed, and nothing of the error", _error, _tells_error),
    "state-interrupted-set": ("the target tells that a task pauses, and not what it asks", _pause, _tells_question),
}
"""By requirement: what a report says, which ends it is about, and which of them show what it asks for."""
