"""Shapes of a stream: one Message, or a Task and its updates (1.0 §3.1.2, §3.1.6)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Shape, Stream
from a2a_simulator.protocol.events import Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import SETTLED, TERMINAL
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.wire_forms import Dialect


def kind(event: Event) -> str:
    """What an event is, for people."""
    if isinstance(event, Task):
        return "a Task"
    if isinstance(event, Message):
        return "a Message"
    return "a status update" if isinstance(event, StatusUpdate) else "an artifact update"


class FirstEvent(Rule):
    """A stream opens with a Task, or is one Message; a subscription opens with the Task (1.0).

    Behind a frame that could not be read nobody knows what came first.
    """

    speaks: ClassVar = ("stream-task-first", "sub-task-first")

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at the first event that was understood."""
        event = seen.event
        if event is None or stream.shape is not Shape.OPEN or stream.unread or isinstance(event, Task):
            return
        if stream.subscribe:
            if stream.dialect is Dialect.V1_0:
                yield stream.finding(
                    "sub-task-first", seen.frame, "the subscription does not open with the Task",
                    expected="a Task", got=kind(event),
                )  # fmt: skip
        elif not isinstance(event, Message):
            yield stream.finding(
                "stream-task-first", seen.frame, "the stream does not open with the Task",
                expected="a Task or a Message", got=kind(event), note=stream.dialect is not Dialect.V1_0,
            )  # fmt: skip


class OneMessage(Rule):
    """A stream that opened with a Message has no other event."""

    speaks: ClassVar = ("stream-msg-exactly-one", "stream-msg-no-task")

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at whatever follows the Message."""
        if seen.event is None or stream.shape is not Shape.MESSAGE or stream.subscribe:
            return
        requirement = "stream-msg-exactly-one" if isinstance(seen.event, Message) else "stream-msg-no-task"
        yield stream.finding(
            requirement, seen.frame, "the stream goes on after its Message",
            expected="the end of the stream", got=kind(seen.event),
        )  # fmt: skip


class OnlyUpdates(Rule):
    """After the opening Task only updates follow; in 1.0 one more Task may close the stream (§11.7).

    Whether a second Task closes the stream shows only afterwards, so it is kept until then.
    """

    speaks: ClassVar = (
        "stream-task-then-updates",
        "stream-no-message-midway",
        "stream-final-snapshot",
        "sub-updates-follow",
    )

    def __init__(self) -> None:
        self._kept: tuple[int, Task] | None = None

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at events that are no updates. What follows a terminal state is for another rule to tell."""
        event = seen.event
        if self._kept is not None and event is not None:
            frame, task = self._kept
            self._kept = None
            if task.status.state not in TERMINAL:
                yield self._second_task(frame, stream)
        if event is None or stream.shape is Shape.MESSAGE:
            return
        if isinstance(event, Message):
            yield from self._message(seen, stream)
        elif isinstance(event, Task) and stream.shape is Shape.TASK and not stream.foreign(event):
            if not event.id or any(defect.requirement == "stream-oneof" for defect in seen.defects):
                return
            if stream.dialect is Dialect.V1_0:
                self._kept = (seen.frame, event)
            elif stream.task_seen and stream.terminal_frame is None and stream.final_frame is None:
                yield self._second_task(seen.frame, stream)

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """Settles what the last Task was."""
        if self._kept is None:
            return
        frame, task = self._kept
        if task.status.state in SETTLED or stream.terminal_frame is not None:
            yield stream.finding(
                "stream-final-snapshot", frame, "the Task is sent once more before the stream closes", note=True
            )
        else:
            yield self._second_task(frame, stream)

    @staticmethod
    def _message(seen: Observed, stream: Stream) -> Iterator[Finding]:
        opens = stream.shape is Shape.OPEN
        if stream.terminal_frame is not None or (opens and (not stream.subscribe or stream.dialect is Dialect.V1_0)):
            return
        requirement = "sub-updates-follow" if stream.subscribe else "stream-no-message-midway"
        yield stream.finding(
            requirement, seen.frame,
            "a Message stands in a subscription" if opens else "a Message stands among the updates of a task",
            expected="a status or artifact update", got="a Message",
        )  # fmt: skip

    @staticmethod
    def _second_task(frame: int, stream: Stream) -> Finding:
        return stream.finding(
            "sub-updates-follow" if stream.subscribe else "stream-task-then-updates", frame,
            "a Task stands among the updates", expected="a status or artifact update", got="a Task",
        )  # fmt: skip


RULES: Final = (FirstEvent, OneMessage, OnlyUpdates)
