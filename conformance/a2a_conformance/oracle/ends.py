"""From what was heard in one step to the ways in which the step may end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from a2a_conformance.oracle.accept import Wanted
from a2a_conformance.oracle.fold import Knowledge, fold
from a2a_conformance.oracle.heard import Call, End, Heard, WireError
from a2a_conformance.outcome import Kind
from a2a_simulator.protocol.operations import OUTSIDE_THE_BINDING, PUSH_CONFIG, SENDS, Operation
from a2a_simulator.protocol.states import State

KIND_OF: Final = {
    State.COMPLETED: Kind.COMPLETED,
    State.FAILED: Kind.FAILED,
    State.CANCELED: Kind.CANCELED,
    State.REJECTED: Kind.REJECTED,
    State.INPUT_REQUIRED: Kind.INPUT_REQUIRED,
    State.AUTH_REQUIRED: Kind.AUTH_REQUIRED,
}
"""How a state is reported; every other state means that the task is not done."""

ASIDE: Final = OUTSIDE_THE_BINDING | PUSH_CONFIG | {Operation.GET_EXTENDED_AGENT_CARD, Operation.LIST_TASKS}
"""Calls that tell nothing of the task at hand."""


@dataclass(slots=True)
class Reading:
    """What one variant of the story comes to."""

    wanted: list[Wanted] = field(default_factory=list)
    known: Knowledge = field(default_factory=Knowledge)
    gave_up: int | None = None
    faulty: bool = False
    """A fault or an error played a part, so that more than one end is right."""
    pauses: list[int] = field(default_factory=list)
    settled_by: Call | None = None
    """The call that brought the end or the pause of the task."""


def told(known: Knowledge, why: str = "") -> Wanted:
    """The end that follows from what the client knows."""
    if known.message is not None:
        return Wanted(Kind.MESSAGE, why or "the agent answered with a Message", known)
    kind = KIND_OF.get(known.state, Kind.INCOMPLETE) if isinstance(known.state, State) else Kind.INCOMPLETE
    why = why or (f"the task is {kind}" if kind is not Kind.INCOMPLETE else "the task was still going on")
    return Wanted(kind, why, known, partial=kind is not Kind.COMPLETED, artifacts=known.contents())


def read(calls: Sequence[Call], start: Knowledge, skip: frozenset[int], blocking: bool) -> Reading:
    """Follows the calls of one step in order of time; `skip` are records to be taken as absent."""
    out = Reading(known=start.copy())
    out.known.message, out.known.state, out.known.reason, out.known.seq = None, None, None, None
    relevant = [call for call in calls if call.operation not in ASIDE]
    last: Call | None = None
    settled_by: Call | None = None
    error: WireError | None = None
    for call, item in _in_time(relevant):
        last = call
        if item is None:
            error = call.error if call.status is not None and call.status >= 400 else error
            continue
        if item.error is not None:
            error = item.error
            if item.event is not None:
                out.wanted.append(told(fold([item.event], out.known)))
            continue
        if item.event is None or item.seq in skip:
            continue
        if out.known.terminal and not item.deliberate and not _snapshot(item, out.known):
            continue
        if out.known.interrupted and _goes_on(item, out.known):
            out.wanted.append(told(out.known.copy()))
            out.pauses.append(item.seq)
        out.known.apply(item.event, item.seq)
        if out.known.settled:
            settled_by, error = call, None
        else:
            settled_by = None
    if last is None:
        return out
    _finish(out, relevant, settled_by, error, blocking)
    return out


def _finish(
    out: Reading, calls: Sequence[Call], settled_by: Call | None, error: WireError | None, blocking: bool
) -> None:
    last = calls[-1]
    if out.known.settled and settled_by is not None:
        out.wanted.append(told(out.known))
        if last.operation is Operation.CANCEL_TASK and last.error is not None:
            out.wanted.append(Wanted(Kind.ERROR, "the cancel was refused", out.known, True, error=last.error))
        out.settled_by = settled_by
        refused = next((call for call in calls if call.operation is Operation.CANCEL_TASK and call.error), None)
        if refused is not None and refused is not last:
            out.wanted.append(Wanted(Kind.ERROR, "the cancel was refused", out.known, True, error=refused.error))
        return
    if error is not None:
        out.faulty = True
        out.wanted.append(
            Wanted(Kind.ERROR, f"the agent answered: {error}", out.known, True, out.known.contents(), error)
        )
        if out.known.state is not None and (last.streamed or _looked_again(calls, last, out.known)):
            why = "the stream ended with an error" if last.streamed else "the stream ended before the task did"
            out.wanted.append(_unfinished(Kind.INCOMPLETE, why, out.known))
        return
    deciding = next((call for call in reversed(calls) if call.operation in SENDS), last)
    ends = {call.end for call in calls if call.streamed or call is deciding}
    if End.BROKEN not in ends and End.LEFT in ends and deciding.streamed and deciding.end is End.LEFT:
        out.gave_up = deciding.end_seq
        return
    if deciding.streamed or deciding.end is not End.CLEAN or not deciding.heard:
        out.faulty = True
        why = "the connection broke off" if deciding.end is End.BROKEN else "the stream ended before the task did"
        out.wanted.append(_unfinished(Kind.INCOMPLETE, why, out.known))
        out.wanted.append(_unfinished(Kind.ERROR, why, out.known))
        return
    out.wanted.append(_unfinished(Kind.INCOMPLETE, "the task was still going on", out.known))
    if blocking and deciding.operation in SENDS:
        out.faulty = True
        out.wanted.append(_unfinished(Kind.ERROR, "the agent answered before the task was done", out.known))


def _looked_again(calls: Sequence[Call], last: Call, known: Knowledge) -> bool:
    """Whether a call is a client's own attempt to recover its task from an answer that broke off."""
    reads = (Operation.GET_TASK, Operation.SUBSCRIBE_TO_TASK)
    return last.operation in reads and last.task_id == known.task and any(call.operation in SENDS for call in calls)


def _unfinished(kind: Kind, why: str, known: Knowledge) -> Wanted:
    return Wanted(kind, why, known, partial=True, artifacts=known.contents())


def _in_time(calls: Sequence[Call]) -> Iterator[tuple[Call, Heard | None]]:
    items: list[tuple[int, Call, Heard | None]] = []
    for call in calls:
        items += [(item.seq, call, item) for item in call.heard if item.whole]
        if not any(item.error for item in call.heard) and not any(item.event for item in call.heard):
            items.append((max(call.end_seq, call.seq), call, None))
    for _, call, item in sorted(items, key=lambda entry: entry[0]):
        yield call, item


def _snapshot(item: Heard, known: Knowledge) -> bool:
    return type(item.event).__name__ == "Task" and getattr(item.event, "id", None) == known.task


def _goes_on(item: Heard, known: Knowledge) -> bool:
    status = getattr(item.event, "status", None)
    return status is None or status.state != known.state
