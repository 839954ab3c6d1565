"""Which calls came, how often and when: sends, cancels, retries, reads, late calls."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from a2a_conformance.checks import traits
from a2a_conformance.checks.beats import scripts
from a2a_conformance.checks.build import Breach, call_check, none, sends, some
from a2a_conformance.checks.check import Check, Condition
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call, End
from a2a_conformance.oracle.scopes import walk
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.states import SETTLED
from a2a_simulator.scenario.play import DriveStep, Play, Verb

RETRIABLE: Final = frozenset({401, 429, 503})
"""Refusals after which the same message may be sent again (scenario format §7.1)."""
SLACK: Final = 0.05
"""Seconds by which a retry may be early: clocks of two processes."""


def traffic_checks(play: Play) -> Iterator[Check]:
    """The checks of the traffic of a play."""
    arrived = some("a message was sent", sends)
    called = some("a call arrived", lambda evidence: evidence.calls)
    steps = list(walk(play.drive))
    if any(step.verb in (Verb.SEND, Verb.ANSWER) for step in steps):
        yield call_check(
            play, "extra-send", "a message is sent more often than its caller asked", arrived, extra_sends
        )
        yield call_check(
            play, "extra-send", "a task is canceled that nobody asked to cancel", arrived, _extra_cancels,
            facet="cancel",
        )  # fmt: skip
    if _refuses(play) or traits.CUT_SHORT.in_script(play):
        yield call_check(
            play, "send-retry-same-msgid", "a repeated message gets a new id",
            some("a message was sent again", _retries), _renamed_retries,
            moot=(none("the message was not sent again", _retries),),
        )  # fmt: skip
    if _refuses(play):
        yield call_check(
            play, "err-client-retry-after", "the client tries again earlier than it was told",
            some("a call was tried again after it had been told to wait", _told_to_wait), _too_early,
            moot=(none("the call was not tried again", _told_to_wait),),
        )  # fmt: skip
    if traits.MESSAGE_UNARY.in_script(play):
        yield call_check(
            play, "stream-msg-client-done", "the client asks for a task after a Message",
            Condition("a Message was written to the client", _message_heard), _reads_after_message, facet="calls",
        )  # fmt: skip
    if any(not step.blocking for step in steps):
        yield call_check(
            play, "send-nonblocking-followup", "the client loses a task that it did not wait for",
            Condition("a call that does not wait got an unfinished task", _unfinished), _never_looked,
            moot=(Condition("the task was finished at once", _nothing_unfinished),),
        )  # fmt: skip
    if any(step.verb is Verb.RESUBSCRIBE for step in steps) or traits.CUT_SHORT.in_script(play):
        yield call_check(
            play, "sub-client-terminal-fallback", "the client gives up when it is too late to subscribe",
            some("a subscription to a finished task was refused", _refused_subscriptions), _no_fallback,
            moot=(none("no subscription was refused", _refused_subscriptions),),
        )  # fmt: skip
    yield call_check(play, "unscripted-call", "a call that the script has no reply for", called, _unscripted)
    yield call_check(play, "unused-entry", "a reply of the script was never asked for", called, _unused)


def extra_sends(evidence: Evidence) -> Iterator[Breach]:
    """Messages that were sent more often than asked, or at a time when nobody asked."""
    for step in evidence.steps:
        mine = [call for call in evidence.step_calls(step) if call.operation in SENDS]
        allowed = 1 if step.verb in (Verb.SEND, Verb.ANSWER) else 0
        for call in mine:
            if allowed == 0:
                text = "the message is sent again" if call is not mine[0] else f"`{step.verb}` sends a message"
                yield Breach(text, (call.seq,), "one send for each message", f"{len(mine)} sends")
                return
            allowed -= 1
            if _may_retry(call):
                allowed += 1
    for call in evidence.scopes.loose:
        if call.operation in SENDS:
            when = "after the run was over" if call.late else "that nobody asked for"
            yield Breach(f"a message is sent {when}", (call.seq,), "one send for each message")


def _may_retry(call: Call) -> bool:
    if call.status in RETRIABLE:
        return True
    nothing = not any(item.whole and (item.event or item.error) for item in call.heard)
    return nothing and call.end is End.BROKEN


def _extra_cancels(evidence: Evidence) -> Iterator[Breach]:
    asked = sum(step.verb is Verb.CANCEL and evidence.ended(step) for step in evidence.steps)
    cancels = [call for call in evidence.of_operation(Operation.CANCEL_TASK) if not _may_retry(call)]
    if len(cancels) > asked:
        yield Breach(
            "CancelTask is sent" if not asked else "CancelTask is sent again", (cancels[asked].seq,),
            f"{asked} CancelTask", f"{len(cancels)} CancelTask",
        )  # fmt: skip


def _groups(evidence: Evidence) -> Iterator[list[Call]]:
    for step in evidence.steps:
        mine = [call for call in evidence.step_calls(step) if call.operation in SENDS]
        if len(mine) > 1:
            yield mine


def _retries(evidence: Evidence) -> Iterator[Call]:
    for group in _groups(evidence):
        yield from group[1:]


def _renamed_retries(evidence: Evidence) -> Iterator[Breach]:
    for group in _groups(evidence):
        first = group[0].message.get("messageId")
        for call in group[1:]:
            again = call.message.get("messageId")
            if again != first:
                yield Breach("the repeated message has another messageId", (call.seq,), str(first), str(again))


def _waits(evidence: Evidence) -> Iterator[tuple[Call, Call, float]]:
    for group in _groups(evidence):
        for before, after in pairwise(group):
            error = before.error
            if error is not None and error.retry_after is not None:
                yield before, after, error.retry_after


def _told_to_wait(evidence: Evidence) -> Iterator[Call]:
    return (after for _, after, _ in _waits(evidence))


def _too_early(evidence: Evidence) -> Iterator[Breach]:
    for before, after, seconds in _waits(evidence):
        waited = after.t - before.end_t
        if waited < seconds - SLACK:
            yield Breach(
                f"the call comes again after {waited:.2f} s", (before.seq, after.seq), f"{seconds:g} s or more",
                f"{waited:.2f} s",
            )  # fmt: skip


def _message_heard(evidence: Evidence) -> bool:
    return any(isinstance(item.event, Message) for _, item in evidence.heard())


def _reads_after_message(evidence: Evidence) -> Iterator[Breach]:
    messages = [item.seq for _, item in evidence.heard() if isinstance(item.event, Message)]
    reads = (Operation.GET_TASK, Operation.SUBSCRIBE_TO_TASK)
    driven = {
        call.seq for step in evidence.steps if step.verb in (Verb.GET, Verb.RESUBSCRIBE)
        for call in evidence.step_calls(step)
    }  # fmt: skip
    for call in evidence.of_operation(*reads):
        if messages and call.seq > messages[0] and call.seq not in driven:
            yield Breach(f"{call.operation} follows a Message", (messages[0], call.seq), "no call for a task")


def _left_running(evidence: Evidence) -> Iterator[tuple[DriveStep, Call, str]]:
    for step in evidence.steps:
        if step.blocking:
            continue
        for call in evidence.step_calls(step):
            events = [item.event for item in call.heard if item.whole and item.event is not None]
            status = getattr(events[-1], "status", None) if events else None
            if call.operation is Operation.SEND_MESSAGE and status is not None and status.state not in SETTLED:
                yield step, call, str(getattr(events[-1], "id", ""))


def _unfinished(evidence: Evidence) -> bool:
    return any(True for _ in _left_running(evidence))


def _nothing_unfinished(evidence: Evidence) -> bool:
    return any(call.heard for call in evidence.sends) and not _unfinished(evidence)


def _never_looked(evidence: Evidence) -> Iterator[Breach]:
    looks = (Operation.GET_TASK, Operation.SUBSCRIBE_TO_TASK, Operation.CREATE_PUSH_CONFIG, Operation.LIST_TASKS)
    for _, call, task in _left_running(evidence):
        inline = call.params.get("configuration", {}).get("taskPushNotificationConfig")
        if not inline and not any(later.seq > call.seq for later in evidence.of_operation(*looks)):
            yield Breach(
                f"nobody looks after task {task} again", (call.seq,), "GetTask, SubscribeToTask or a webhook"
            )


def _refused_subscriptions(evidence: Evidence) -> Iterator[Call]:
    for call in evidence.of_operation(Operation.SUBSCRIBE_TO_TASK):
        if call.error is not None and call.error.name == "UnsupportedOperation":
            yield call


def _no_fallback(evidence: Evidence) -> Iterator[Breach]:
    for call in _refused_subscriptions(evidence):
        if not any(later.seq > call.seq for later in evidence.of_operation(Operation.GET_TASK)):
            yield Breach("no GetTask follows the refusal", (call.seq,), "GetTask")


def _unscripted(evidence: Evidence) -> Iterator[Breach]:
    for call in evidence.protocol_calls:
        if call.payload.get("entry") == "unscripted" and call.payload.get("http") == "POST" and not call.late:
            yield Breach(f"{call.operation or 'a call'} has no reply in the script", (call.seq,))


def _unused(evidence: Evidence) -> Iterator[Breach]:
    used = {str(call.payload.get("entry")) for call in evidence.calls}
    for agent in evidence.play.agents:
        for entry in agent.entries:
            if entry.path not in used:
                yield Breach(f"{entry.path} was never asked for", (), entry.path)


def _refuses(play: Play) -> bool:
    return any(beats and beats[0].kind in ("error", "http", "fault") for beats in scripts(play))
