"""What is judged of the result that a client told its caller: the table, and how a row becomes a check."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.catalog.requirement import Judge
from a2a_conformance.checks import traits
from a2a_conformance.checks.beats import scripts
from a2a_conformance.checks.branches import uncertain
from a2a_conformance.checks.check import Check, Condition, Judgement, never
from a2a_conformance.checks.covers import covered
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.exercised import lacking
from a2a_conformance.checks.ids import not_continued
from a2a_conformance.checks.traits import Trait
from a2a_conformance.checks.untold import untold
from a2a_conformance.oracle.differ import Aspect, Difference
from a2a_conformance.oracle.scopes import walk
from a2a_conformance.outcome import Observes
from a2a_conformance.verdict import CheckKey, Status
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.scenario.play import Play, Verb

CONTENT: Final = frozenset({Aspect.CONTENT, Aspect.PARTS, Aspect.ANSWER, Aspect.EVENTS})


class Speaks(Enum):
    """What a row is about: how the call ended, what came out of it, or anything."""

    END = "end"
    CONTENT = "content"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """One requirement on results and the situation in which it is judged. Earlier rows are the more special ones."""

    requirement: str
    trait: Trait
    speaks: Speaks
    level: Observes = Observes.ANSWER
    residual: bool = False
    """Takes what no special row claims."""
    lacks: str = ""
    """What the file would need so that this can be judged at all; then it is never reached."""


ROWS: Final = (
    Row("stream-client-close-on-terminal", traits.LEFT_OPEN, Speaks.END),
    Row("stream-client-close-on-terminal", traits.AFTER_TERMINAL, Speaks.ALL),
    Row("stream-early-eof", traits.CUT_SHORT, Speaks.ALL),
    Row("err-client-by-reason", traits.REFUSED, Speaks.END),
    Row("state-unknown-value", traits.UNKNOWN_STATE, Speaks.ALL),
    Row("auth-req-client-act", traits.ASKS_AUTH, Speaks.END),
    Row("state-interrupted-set", traits.PAUSES, Speaks.END),
    Row("state-failed-reports", traits.FAILS, Speaks.END),
    Row("stream-msg-client-done", traits.MESSAGE, Speaks.ALL),
    Row("send-client-either", traits.MESSAGE_UNARY, Speaks.ALL),
    Row("sse-keepalive", traits.COMMENTED, Speaks.ALL),
    Row("sse-framing", traits.FRAMED, Speaks.ALL),
    Row("json-unknown-ignore", traits.UNKNOWN_MEMBERS, Speaks.ALL),
    Row("stream-client-final-snapshot", traits.SNAPSHOT, Speaks.CONTENT),
    Row("art-append-default", traits.REPLACED, Speaks.CONTENT),
    Row("art-interleave", traits.INTERLEAVED, Speaks.CONTENT),
    Row("art-last-chunk", traits.LAST_CHUNK, Speaks.CONTENT),
    Row("art-append", traits.APPENDED, Speaks.CONTENT),
    Row("art-part-kinds", traits.KINDS, Speaks.CONTENT, Observes.AGGREGATE),
    Row("stream-client-order", traits.ORDER, Speaks.CONTENT, Observes.AGGREGATE),
    Row("sse-large", traits.LARGE, Speaks.ALL),
    Row("state-terminal-set", traits.ENDS, Speaks.END, residual=True),
    Row("answer-text", traits.ANY, Speaks.CONTENT, residual=True),
    Row("outcome", traits.ANSWERED, Speaks.END, Observes.ENDED, residual=True),
)

ENDS: Final = Row("client-ends", traits.ANY, Speaks.END, Observes.ENDED)
KEEPALIVE: Final = "sse-keepalive"
CANCEL: Final = "cancel-client-reads-state"
CONTINUED: Final = "state-input-continue"
"""Whose breach makes the agent open another task, so that the ids told afterwards are of that one."""
RESUBSCRIBED: Final = "sub-client-replace"


def rows(play: Play) -> tuple[Row, ...]:
    """The rows whose situation the script holds, and those that the file is made for."""
    dialect = play.cell.wire_form.dialect
    found: dict[str, Row] = {}
    for row in ROWS:
        if catalog.get(row.requirement).exists_in(dialect) and row.trait.in_script(play):
            found.setdefault(row.requirement, row)
    found |= _commented(play, KEEPALIVE in found)
    for requirement in covered(play, Judge.OUTCOME):
        if requirement.id not in (*found, CANCEL, RESUBSCRIBED, ENDS.requirement):
            lacks = lacking(play, requirement)
            found[requirement.id] = Row(requirement.id, traits.ANSWERED, Speaks.ALL, lacks=lacks)
    return tuple(found.values())


def _commented(play: Play, scripted: bool) -> dict[str, Row]:
    """The row on comments: met only by one on the wire, unless they stand inside the frames of events."""
    framed = any(beat.mods.frame.comment is not None for beats in scripts(play) for beat in beats)
    if scripted:
        return {} if framed else {KEEPALIVE: Row(KEEPALIVE, traits.COMMENT_STEPS, Speaks.ALL)}
    beats = any(agent.serve.interval for agent in play.agents)
    return {KEEPALIVE: Row(KEEPALIVE, traits.HEARTBEATS, Speaks.ALL)} if beats else {}


def result_checks(play: Play) -> Iterator[Check]:
    """The checks of the results of a play."""
    for row in rows(play):
        if row.lacks:
            yield _check(play, row, never(row.lacks), ())
            continue
        moot: tuple[Condition, ...] = (_unary(row),) if row.trait.stream else ()
        moot += uncertain(row.trait, play) if row.trait is not traits.HEARTBEATS else ()
        yield _check(play, row, Condition(row.trait.text, row.trait.was_met), moot)
    yield _check(play, ENDS, Condition("the client made a call", lambda evidence: bool(evidence.calls)), ())
    if any(step.verb is Verb.CANCEL for step in walk(play.drive)):
        yield _check(
            play, Row(CANCEL, traits.ANY, Speaks.END), Condition("a CancelTask was answered", _cancel_answered), ()
        )
    if catalog.get(RESUBSCRIBED).exists_in(play.cell.wire_form.dialect) and _may_resubscribe(play):
        yield _check(
            play,
            Row(RESUBSCRIBED, traits.ANY, Speaks.CONTENT),
            Condition("a subscription opened with a Task", _subscribed),
            (Condition("the client did not subscribe again to an artifact that it knew", _not_subscribed),),
        )


def _check(play: Play, row: Row, after: Condition, moot: tuple[Condition, ...]) -> Check:
    def judge(evidence: Evidence) -> Judgement:
        return judge_row(row, evidence)

    return Check(
        CheckKey(row.requirement, play.cell),
        row.requirement,
        after,
        judge,
        row.level,
        frozenset(),
        moot,
        play.place,
        claims=True,
    )


def judge_row(row: Row, evidence: Evidence) -> Judgement:
    """Fails with the first difference that the row claims; says nothing when another one hides what it is about."""
    mine = evidence.claims.get(row.requirement, ())
    if mine and mine[0].aspect is Aspect.IDS and any(not_continued(evidence)):
        return Judgement(False, f"follows from the answer: {mine[0].cause}", blinded=CONTINUED)
    if mine:
        return failed(mine[0])
    if reason := untold(row.requirement, evidence):
        return Judgement(True, reason, status=Status.NOT_APPLICABLE)
    for requirement, differences in evidence.claims.items():
        for difference in differences:
            if hides(row, difference):
                return Judgement(False, f"nothing can be said: {difference.cause}", blinded=requirement)
    return Judgement(True)


def hides(row: Row, difference: Difference) -> bool:
    """Whether a difference leaves nothing to see of what the row is about."""
    if difference.blinds:
        return row.requirement != ENDS.requirement
    return row.speaks is not Speaks.END and difference.aspect in CONTENT and not difference.suspects


def failed(difference: Difference) -> Judgement:
    """The judgement that tells of a difference."""
    return Judgement(
        False, difference.cause, difference.expected, difference.got, difference.frames, difference.cause
    )  # fmt: skip


def _unary(row: Row) -> Condition:
    def unary(evidence: Evidence) -> bool:
        answered = [call for call in evidence.sends if call.heard]
        return any(call.operation is Operation.SEND_MESSAGE for call in answered) or (
            bool(answered) and not any(call.streamed for call in answered)
        )

    return Condition("the client did not call for a stream where it would have shown", unary)


def _cancel_answered(evidence: Evidence) -> bool:
    return any(call.heard for call in evidence.calls if call.operation is Operation.CANCEL_TASK)


def _may_resubscribe(play: Play) -> bool:
    drives = any(step.verb is Verb.RESUBSCRIBE for step in walk(play.drive))
    return drives or traits.CUT_SHORT.in_script(play)


def _not_subscribed(evidence: Evidence) -> bool:
    return bool(evidence.sends) and not _subscribed(evidence)


def _subscribed(evidence: Evidence) -> bool:
    known = False
    for call in evidence.calls:
        if call.operation in SENDS:
            known = known or any(beat.kind == "artifact" for beat in evidence.beats[call.seq])
        if call.operation is Operation.SUBSCRIBE_TO_TASK and known and call.heard:
            return True
    return False
