"""Which part of a script every correct client comes to see, and which only on some of its legal branches."""

from collections.abc import Iterator
from typing import Final

from a2a_conformance.checks.beats import Beat, scripts, send_entries
from a2a_conformance.checks.check import Condition
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.traits import Beats, Trait
from a2a_conformance.oracle.scopes import walk
from a2a_conformance.outcome import Ended, Kind
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.states import INTERRUPTED
from a2a_simulator.scenario.play import Entry, Expect, Play, Verb

SILENT: Final = frozenset({"NoUsableInterface", "Transport"})
"""Pinned errors with which a client may leave an agent without having called it."""
NEVER_ENDED: Final = "the step before never ended"
"""How the runner notes a step that it skipped because of a hang or a crash."""


def certain(play: Play) -> Iterator[Beats]:
    """The replies as far as no legal branch of a client leaves them: up to a break, a pause, a stop or a cancel."""
    steps = list(walk(play.drive))
    sends = sum(step.verb in (Verb.SEND, Verb.ANSWER) for step in steps)
    stops = any(step.listener is not None and step.listener.stop_at is not None for step in steps)
    ended = any(step.verb in (Verb.CANCEL, Verb.ABORT) for step in steps)
    refused = False
    for index, (entry, beats) in enumerate(zip(send_entries(play), scripts(play), strict=True)):
        if refused or index >= sends or not _for_everyone(entry):
            continue
        refused = bool(beats) and beats[0].kind in ("error", "http", "fault")
        yield tuple(_prefix(beats, stops, ended))


def uncertain(trait: Trait, play: Play) -> tuple[Condition, ...]:
    """The condition that excuses a situation which a correct client need not meet."""
    if any(trait.scripted(beats) for beats in certain(play)):
        return ()
    return (
        Condition("the client took a branch on which this does not come up", lambda evidence: bool(evidence.calls)),
    )


def legal_silence(evidence: Evidence) -> str:
    """Why a client rightly made no call of the binding; empty: it made one, or had no reason."""
    if evidence.protocol_calls or not evidence.of_operation(Operation.FETCH_CARD):
        return ""
    told = list(evidence.told.values())
    if not told or any(item.ended in (Ended.HANG, Ended.CRASH) for item in told):
        return ""
    refused = all(item.ended is Ended.SKIPPED or _is_error(item.outcome, item.ended) for item in told)
    if evidence.sees_outcomes and not refused:
        return ""
    if _card_scripted(evidence.play) or any(_may_refuse(expect) for expect in evidence.play.expect):
        return "the client reports the failure and called nothing"
    return ""


def excused(evidence: Evidence) -> str:
    """Why a step that was not asked for leaves checks without anything to judge; empty: no such step."""
    if not evidence.sends:
        return ""
    notes = [item.note for item in evidence.told.values() if item.ended is Ended.SKIPPED and item.note]
    return next((note for note in notes if note != NEVER_ENDED), "")


def _prefix(beats: Beats, stops: bool, ended: bool) -> Iterator[Beat]:
    heard = 0
    for beat in beats:
        if not beat.deliberate:
            yield Beat("fault") if beat.cut else beat
        heard += beat.kind in ("task", "status", "artifact", "message")
        broken = beat.kind in ("fault", "error", "http") or beat.cut or beat.state in INTERRUPTED
        given_up = ended and (beat.kind == "hold" or not any(other.kind == "hold" for other in beats))
        if broken or (given_up and heard) or (stops and heard):
            return


def _for_everyone(entry: Entry) -> bool:
    when = entry.when
    return (
        not when.headers and (when.calls is None or bool(when.calls & SENDS)) and when.task in (None, "none", "known")
    )


def _is_error(outcome: object, ended: Ended) -> bool:
    kind = getattr(outcome, "outcome", None)
    return kind is Kind.ERROR or (outcome is None and ended is Ended.ERROR)


def _card_scripted(play: Play) -> bool:
    cards = (Operation.FETCH_CARD, Operation.FETCH_TOKEN)
    return any(
        entry.when.calls is not None and any(card in entry.when.calls for card in cards)
        for agent in play.agents
        for entry in agent.entries
    )


def _may_refuse(expect: Expect) -> bool:
    names = {expect.error.name} if expect.error is not None else set()
    return bool(names & SILENT) or any(_may_refuse(other) for other in expect.any_of)
