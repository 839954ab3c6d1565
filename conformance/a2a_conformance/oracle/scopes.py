"""Which calls belong to which drive step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from a2a_conformance.oracle.heard import Call
from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.operations import SENDS, STREAMS, Operation
from a2a_simulator.protocol.parts import text_of
from a2a_simulator.scenario.play import DriveStep, Verb

CALL_OF: Final[Mapping[Verb, frozenset[Operation]]] = {
    Verb.SEND: SENDS,
    Verb.ANSWER: SENDS,
    Verb.RESUBSCRIBE: frozenset({Operation.SUBSCRIBE_TO_TASK}),
    Verb.GET: frozenset({Operation.GET_TASK}),
    Verb.CANCEL: frozenset({Operation.CANCEL_TASK}),
    Verb.FETCH_CARD: frozenset({Operation.FETCH_CARD, Operation.GET_EXTENDED_AGENT_CARD}),
    Verb.LIST: frozenset({Operation.LIST_TASKS}),
    Verb.SET_PUSH: frozenset({Operation.CREATE_PUSH_CONFIG}),
    Verb.GET_PUSH: frozenset({Operation.GET_PUSH_CONFIG}),
    Verb.LIST_PUSH: frozenset({Operation.LIST_PUSH_CONFIGS}),
    Verb.DELETE_PUSH: frozenset({Operation.DELETE_PUSH_CONFIG}),
}
"""The operation that a drive step asks for; the verbs left out ask for none."""


@dataclass(frozen=True, slots=True)
class Scopes:
    """The calls by step id, and those that no step asked for (late ones, and calls before the first step)."""

    by_step: Mapping[str, tuple[Call, ...]]
    loose: tuple[Call, ...]
    asked: frozenset[str]
    reported: frozenset[str]


def walk(drive: Sequence[DriveStep]) -> Iterator[DriveStep]:
    """All steps in the order in which they are asked, those inside `meanwhile` and `parallel` after their owner."""
    for step in drive:
        yield step
        yield from walk(step.meanwhile)
        for branch in step.parallel:
            yield from walk(branch)


def scopes(drive: Sequence[DriveStep], journal: Journal, calls: Sequence[Call]) -> Scopes:
    """Sorts the calls to the steps that were under way when they came."""
    steps = {step.id: step for step in walk(drive)}
    found: dict[str, list[Call]] = {key: [] for key in steps}
    loose: list[Call] = []
    marks = list(journal.of(Kind.ASKED, Kind.REPORTED))
    told = any(mark.kind is Kind.ASKED for mark in marks)
    tasks: dict[str, str] = {}
    for call in calls:
        active = _active(steps, marks, call) if told else list(steps.values())
        owner = None if call.late else _owner(call, active, found, tasks, told)
        if owner is None:
            loose.append(call)
            continue
        found[owner.id].append(call)
        for task in _tasks_of(call):
            tasks.setdefault(task, owner.id)
    return Scopes(
        {key: tuple(value) for key, value in found.items()},
        tuple(loose),
        frozenset(str(mark.payload.get("step")) for mark in marks if mark.kind is Kind.ASKED) or frozenset(steps),
        frozenset(str(mark.payload.get("step")) for mark in marks if mark.kind is Kind.REPORTED) or frozenset(steps),
    )


def _active(steps: Mapping[str, DriveStep], marks: Sequence[Record], call: Call) -> list[DriveStep]:
    open_: dict[str, DriveStep] = {}
    for mark in marks:
        if mark.seq > call.seq:
            break
        key = str(mark.payload.get("step"))
        if mark.kind is Kind.ASKED and key in steps:
            open_[key] = steps[key]
        elif mark.kind is Kind.REPORTED:
            open_.pop(key, None)
    return list(open_.values())


def _owner(
    call: Call,
    active: Sequence[DriveStep],
    found: Mapping[str, Sequence[Call]],
    tasks: Mapping[str, str],
    told: bool,
) -> DriveStep | None:
    if not active:
        return None
    if len(active) == 1:
        return active[0]
    asked = [step for step in active if call.operation in CALL_OF.get(step.verb, frozenset())]
    if call.operation in SENDS:
        by_text = [step for step in asked if text_of(step.parts) == call.text]
        asked = by_text or asked
    free = [step for step in asked if not any(c.operation in CALL_OF[step.verb] for c in found[step.id])]
    if free:
        return free[0]
    owner = tasks.get(call.task_id or "")
    for step in active:
        if step.id == owner:
            return step
    if asked:
        return asked[-1]
    senders = [step for step in active if step.verb in (Verb.SEND, Verb.ANSWER)]
    return (senders[-1] if not told else senders[0]) if senders else active[0]


def _tasks_of(call: Call) -> Iterator[str]:
    if call.operation not in SENDS and call.operation not in STREAMS:
        return
    for heard in call.heard:
        event = heard.event
        task = getattr(event, "task_id", None) or (getattr(event, "id", None) if event is not None else None)
        if isinstance(task, str) and task:
            yield task
            return
