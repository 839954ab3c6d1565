"""Which ids a client sends: only such as the agent gave it, and the right ones."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from a2a_conformance.checks import traits
from a2a_conformance.checks.build import Breach, call_check, none, sends, some
from a2a_conformance.checks.check import Check, Condition
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call, Heard
from a2a_conformance.oracle.scopes import walk
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL, AnyState
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import DriveStep, Play, Verb

ON_A_TASK: Final = SENDS | {Operation.GET_TASK, Operation.CANCEL_TASK, Operation.SUBSCRIBE_TO_TASK}


@dataclass(slots=True)
class Issued:
    """The ids that the agent gave the client so far; grows as one walks on."""

    contexts: dict[str, str | None] = field(default_factory=dict)
    """Task id to context id."""
    states: dict[str, AnyState] = field(default_factory=dict)
    loose: set[str] = field(default_factory=set)
    """Contexts without a task: those of Messages."""

    def all_contexts(self) -> set[str]:
        """Every context id given so far."""
        return {context for context in self.contexts.values() if context} | self.loose

    def paused(self) -> str | None:
        """The task that began to wait last and still waits."""
        waiting = [task for task, state in self.states.items() if state in INTERRUPTED]
        return waiting[-1] if waiting else None

    def take(self, item: Heard) -> None:
        """Learns from one event."""
        match item.event:
            case Task():
                self._task(item.event.id, item.event.context_id, item.event.status.state)
            case StatusUpdate():
                self._task(item.event.task_id, item.event.context_id, item.event.status.state)
            case ArtifactUpdate():
                self._task(item.event.task_id, item.event.context_id, None)
            case Message() if item.event.context_id:
                self.loose.add(item.event.context_id)
            case _:
                pass

    def _task(self, task: str, context: str | None, state: AnyState | None) -> None:
        if not task:
            return
        self.contexts[task] = self.contexts.get(task) or context
        if state is not None:
            self.states.pop(task, None)
            self.states[task] = state


def with_issued(evidence: Evidence) -> Iterator[tuple[Call, Issued]]:
    """Each call with the ids given before it came; use the second at once, it grows."""
    issued = Issued()
    items = [item for _, item in evidence.heard()]
    at = 0
    for call in evidence.protocol_calls:
        while at < len(items) and items[at].seq < call.seq:
            issued.take(items[at])
            at += 1
        yield call, issued


def id_checks(play: Play) -> Iterator[Check]:
    """The checks of the ids in a play's requests."""
    steps = list(walk(play.drive))
    arrived = some("a message was sent", sends)
    if any(step.verb in (Verb.SEND, Verb.ANSWER) for step in steps):
        yield call_check(
            play, "task-no-client-new-id", "a new message names a task that does not exist", arrived,
            _made_up_tasks,
        )  # fmt: skip
        yield call_check(
            play, "ctx-no-client-made", "a new message names a context of the client's own making", arrived,
            _made_up_contexts,
        )  # fmt: skip
    if sum(step.verb in (Verb.SEND, Verb.ANSWER) for step in steps) > 1:
        yield call_check(
            play, "msg-id-required", "two messages have the same id",
            Condition("two messages were sent", lambda evidence: len(_first_sends(evidence)) > 1), _same_message_ids,
            facet="unique", moot=(Condition("one message was sent only", _one_message),),
        )  # fmt: skip
    answers = any(step.verb is Verb.ANSWER for step in steps)
    if answers:
        yield call_check(
            play, "state-input-continue", "the answer to a paused task does not name the task",
            Condition("a paused task was answered", lambda evidence: any(_answers(evidence))), not_continued,
        )  # fmt: skip
    if answers or any(step.context == "same" for step in steps):
        yield call_check(
            play, "ctx-opaque", "a context id is not sent back as it was given",
            some("a follow-up named a context", _follow_ups), _changed_contexts,
            moot=(none("no follow-up named a context", _follow_ups),),
        )  # fmt: skip
    if len(steps) > 1:
        yield call_check(
            play, "msg-client-ids-match", "the task id and the context id of a message do not belong together",
            some("a message named a task and a context", _both), _mismatched,
            moot=(none("no message named both", _both),),
        )  # fmt: skip
    if len(steps) > 1 or traits.CUT_SHORT.in_script(play):
        yield call_check(
            play, "task-id-exists", "a call names a task that the agent never gave",
            some("a call named a task", _named), _unknown_tasks, moot=(none("no call named a task", _named),),
        )  # fmt: skip
    if sum(step.verb is Verb.SEND for step in play.drive) > 1:
        yield call_check(
            play, "send-client-terminal-newtask", "a new message is sent to a task that is over",
            Condition("a message was sent after a task was over", lambda evidence: any(_after_the_end(evidence))),
            _to_finished_tasks, moot=(Condition("no task was over before", _nothing_over),),
        )  # fmt: skip


def _in(evidence: Evidence, verb: Verb) -> Iterator[tuple[DriveStep, Call, Issued]]:
    owner = {call.seq: step for step in evidence.steps for call in evidence.step_calls(step)}
    for call, issued in with_issued(evidence):
        step = owner.get(call.seq)
        if step is not None and step.verb is verb and call.operation in SENDS:
            yield step, call, issued


def _first_sends(evidence: Evidence) -> list[Call]:
    """The first send of each step: what follows in the same step repeats it."""
    out = []
    for step in evidence.steps:
        mine = (call for call in evidence.step_calls(step) if call.operation in SENDS)
        out += [call for call in (next(mine, None),) if call is not None]
    return out


def _one_message(evidence: Evidence) -> bool:
    return len(_first_sends(evidence)) == 1


def _same_message_ids(evidence: Evidence) -> Iterator[Breach]:
    seen: dict[str, Call] = {}
    for call in _first_sends(evidence):
        name = str(call.message.get("messageId") or "")
        if name and name in seen:
            yield Breach(
                f"the message has the id {name} of an earlier one", (seen[name].seq, call.seq), "a new id", name
            )
        seen.setdefault(name, call)


def _made_up_tasks(evidence: Evidence) -> Iterator[Breach]:
    for _, call, issued in _in(evidence, Verb.SEND):
        if call.task_id and call.task_id not in issued.contexts:
            yield Breach(f"the message names task {call.task_id}, which the agent never gave", (call.seq,))


def _made_up_contexts(evidence: Evidence) -> Iterator[Breach]:
    for _, call, issued in _in(evidence, Verb.SEND):
        if call.context_id and call.context_id not in issued.all_contexts():
            yield Breach(f"the message names context {call.context_id}, which the agent never gave", (call.seq,))


def _answers(evidence: Evidence) -> Iterator[bool]:
    for _, _, issued in _in(evidence, Verb.ANSWER):
        yield issued.paused() is not None


def not_continued(evidence: Evidence) -> Iterator[Breach]:
    """Answers that do not name the task that waits for them."""
    seen: set[str] = set()
    for step, call, issued in _in(evidence, Verb.ANSWER):
        paused = issued.paused()
        if paused is None or step.id in seen:
            continue
        seen.add(step.id)
        if call.task_id != paused:
            got = f"task {call.task_id}" if call.task_id else "no task id"
            yield Breach(f"the answer names {got}", (call.seq,), f"task {paused}", got)


def _follow_ups(evidence: Evidence) -> Iterator[Call]:
    for step in evidence.steps:
        if step.verb is Verb.ANSWER or step.context == "same":
            yield from (call for call in evidence.step_calls(step) if call.operation in SENDS and call.context_id)


def _changed_contexts(evidence: Evidence) -> Iterator[Breach]:
    concerned = {call.seq for call in _follow_ups(evidence)}
    for call, issued in with_issued(evidence):
        if call.seq in concerned and call.context_id not in issued.all_contexts():
            given = ", ".join(sorted(issued.all_contexts())) or "none"
            yield Breach(
                f"the message names context {call.context_id}", (call.seq,), f"one of {given}", call.context_id or ""
            )


def _both(evidence: Evidence) -> Iterator[Call]:
    return (call for call in evidence.sends if call.task_id and call.context_id)


def _mismatched(evidence: Evidence) -> Iterator[Breach]:
    for call, issued in with_issued(evidence):
        if call.operation not in SENDS or not call.task_id or not call.context_id:
            continue
        right = issued.contexts.get(call.task_id)
        if right is not None and right != call.context_id:
            yield Breach(
                f"task {call.task_id} is sent with context {call.context_id}", (call.seq,), right, call.context_id
            )


def _named(evidence: Evidence) -> Iterator[Call]:
    return (call for call in evidence.protocol_calls if call.operation in ON_A_TASK and call.task_id)


def _unknown_tasks(evidence: Evidence) -> Iterator[Breach]:
    excused = {
        call.seq for step in evidence.steps for call in evidence.step_calls(step)
        if step.task == "unknown" or (step.verb is Verb.SEND and call.operation in SENDS)
    }  # fmt: skip
    for call, issued in with_issued(evidence):
        named = call.operation in ON_A_TASK and call.task_id
        if named and call.seq not in excused and call.task_id not in issued.contexts:
            yield Breach(f"{call.operation} names task {call.task_id}, which the agent never gave", (call.seq,))


def _after_the_end(evidence: Evidence) -> Iterator[bool]:
    for _, _, issued in _in(evidence, Verb.SEND):
        yield any(state in TERMINAL for state in issued.states.values())


def _nothing_over(evidence: Evidence) -> bool:
    return len(evidence.sends) > 1 and not any(_after_the_end(evidence))


def _to_finished_tasks(evidence: Evidence) -> Iterator[Breach]:
    for _, call, issued in _in(evidence, Verb.SEND):
        if call.task_id and issued.states.get(call.task_id) in TERMINAL:
            yield Breach(f"the message goes to task {call.task_id}, which is over", (call.seq,), "a new task")
