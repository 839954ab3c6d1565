"""A client's fold of events on its own: the events of a scenario, and the judgement of what was made of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from a2a_conformance.oracle import compare
from a2a_conformance.oracle.accept import Accept
from a2a_conformance.oracle.build import accept
from a2a_conformance.oracle.differ import Difference
from a2a_conformance.oracle.heard import Call, calls
from a2a_conformance.outcome import Hello, Observes, Outcome
from a2a_simulator.journal import Journal
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.scenario.play import Play, Verb
from a2a_simulator.session.dry_run import dry_run


@dataclass(frozen=True, slots=True)
class FoldCase:
    """The results that a play's one stream carries, and what may come of them."""

    events: tuple[Mapping[str, Any], ...]
    """Each event as it stands under `result` in the dialect of the cell."""
    accept: Accept


class NothingToFold(ValueError):
    """The scenario has no streamed answer to fold; the message names it."""


def fold_case(play: Play) -> FoldCase:
    """The events of a play's first streamed answer, and what a correct fold makes of them. Raises NothingToFold."""
    journal = dry_run(play)
    call = _stream(journal)
    step = next((step for step in play.drive if step.verb is Verb.SEND), None)
    if call is None or step is None:
        raise NothingToFold(f"{play.cell} has no streamed answer to fold")
    events = tuple(item.json["result"] for item in call.heard if item.whole and item.event is not None)
    return FoldCase(events, accept(play, journal)[step.id])


def is_foldable(play: Play) -> bool:
    """Whether the events of one stream are all that a client needs to come to its outcome."""
    if len(play.drive) != 1 or play.targets == ("host",):
        return False
    step = play.drive[0]
    if step.verb is not Verb.SEND or step.listener is not None or step.meanwhile:
        return False
    journal = dry_run(play)
    call = _stream(journal)
    if call is None or len([other for other in calls(journal) if other.operation in SENDS]) != 1:
        return False
    plain = all(item.whole and item.event is not None for item in call.heard) and call.fault is None
    wanted = accept(play, journal)[step.id].wanted
    return plain and bool(wanted) and all(want.known.settled for want in wanted)


def judge_outcome(accept: Accept, outcome: Outcome) -> Difference | None:
    """What is wrong with the outcome of a fold, None when it is acceptable. What it leaves out is not judged."""
    level = Observes.ANSWER if outcome.answer is not None else Observes.EVENTS
    level = Observes.AGGREGATE if outcome.artifacts is not None else level
    found = compare.judge_outcome(accept, outcome, Hello("fold", observes=level))
    return next(iter(found), None)


def _stream(journal: Journal) -> Call | None:
    return next((call for call in calls(journal) if call.operation in SENDS and call.streamed), None)
