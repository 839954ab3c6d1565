"""What a client calls after it was refused: another version, the same call again, something that is no read."""

from collections.abc import Iterator

from a2a_conformance.checks.beats import entry_beats
from a2a_conformance.checks.build import Breach, call_check, none, some
from a2a_conformance.checks.cards import interfaces, read_card
from a2a_conformance.checks.check import Check
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.oracle.scopes import walk
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.scenario.play import Play, Verb

NOT_SUPPORTED = "VersionNotSupported"
READS = frozenset({Operation.GET_TASK, Operation.LIST_TASKS, Operation.GET_EXTENDED_AGENT_CARD})
"""Calls that change nothing, so that they may be repeated (1.0 §3.3.1)."""


def refusal_checks(play: Play) -> Iterator[Check]:
    """The checks of what follows a refused version or a read that failed."""
    beats = [beat for agent in play.agents for entry in agent.entries for beat in entry_beats(entry)]
    if any(beat.error == NOT_SUPPORTED for beat in beats):
        refused = some("a version was refused", _refused_versions)
        moot = (none("no version was refused", _refused_versions),)
        yield call_check(
            play, "ver-client-on-unsupported", "a call is repeated in a version that was refused", refused,
            _same_again, facet="calls", moot=moot,
        )  # fmt: skip
        yield call_check(
            play, "ver-no-silent-downgrade", "the client falls back to an older version unasked", refused,
            _downgraded, moot=moot,
        )  # fmt: skip
    if any(step.verb is Verb.GET for step in walk(play.drive)) and any(beat.status >= 500 for beat in beats):
        yield call_check(
            play, "idempotent-gets", "something else than a read is repeated when a read fails",
            some("a read failed", _failed_reads), _repeated, moot=(none("no read failed", _failed_reads),),
        )  # fmt: skip


def _refused_versions(evidence: Evidence) -> Iterator[Call]:
    return (call for call in evidence.protocol_calls if call.error is not None and call.error.name == NOT_SUPPORTED)


def _same_again(evidence: Evidence) -> Iterator[Breach]:
    refused = {(call.operation, call.dialect): call for call in reversed(list(_refused_versions(evidence)))}
    for call in evidence.protocol_calls:
        first = refused.get((call.operation, call.dialect))
        if first is not None and call.seq > first.end_seq:
            yield Breach(
                f"{call.operation} comes in {call.dialect} again", (first.seq, call.seq),
                "another version of the card, or a report", call.dialect,
            )  # fmt: skip


def _downgraded(evidence: Evidence) -> Iterator[Breach]:
    first = next(_refused_versions(evidence), None)
    for call in evidence.protocol_calls:
        if first is None or call.seq < first.end_seq or call.dialect >= first.dialect:
            continue
        card = read_card(evidence, call)
        if call.dialect not in {offered.dialect for offered in interfaces(card or {})}:
            yield Breach(
                f"the call comes in {call.dialect}, which the card does not offer", (first.seq, call.seq),
                "a report to the caller", call.dialect,
            )  # fmt: skip


def _failed_reads(evidence: Evidence) -> Iterator[Call]:
    return (call for call in evidence.of_operation(*READS) if call.status is not None and call.status >= 500)


def _repeated(evidence: Evidence) -> Iterator[Breach]:
    for step in evidence.steps:
        mine = evidence.step_calls(step)
        failed = next((call for call in mine if call in tuple(_failed_reads(evidence))), None)
        for call in mine:
            if failed is not None and call.seq > failed.seq and call.operation in SENDS:
                yield Breach(
                    f"{call.operation} follows a read that failed", (failed.seq, call.seq), "the read again",
                    str(call.operation),
                )  # fmt: skip
