"""All events of a stream speak of one task and one context (1.0 §3.1.2, §4.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Shape, Stream
from a2a_simulator.protocol.events import ArtifactUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.tasks import Task


class SingleTask(Rule):
    """Task and context stay the same. Ids that are missing are for the readers to note.

    An id that stays away is told once, where it changes.
    """

    speaks: ClassVar = ("stream-single-task",)

    def __init__(self) -> None:
        self._task = _Id("task")
        self._context = _Id("context")

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Compares the ids of the event with those of the stream."""
        event = seen.event
        if event is None or isinstance(event, Message) or stream.shape is Shape.MESSAGE:
            return
        task = event.id if isinstance(event, Task) else event.task_id
        if self._task.changes(task):
            yield self._task.finding(task, seen, stream)
        context = event.context_id or ""
        if self._context.changes(context):
            yield self._context.finding(context, seen, stream)


class OwnMessages(Rule):
    """The message of a status names no other task or context than the status."""

    speaks: ClassVar = ("stream-single-task",)

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Compares the ids of the message with those of the event around it."""
        event = seen.event
        if event is None or isinstance(event, Message | ArtifactUpdate) or event.status.message is None:
            return
        message = event.status.message
        task = event.id if isinstance(event, Task) else event.task_id
        for what, own, got in (("task", task, message.task_id), ("context", event.context_id, message.context_id)):
            if own and got and own != got:
                yield stream.finding(
                    "stream-single-task", seen.frame, f"the message of the status names another {what}",
                    expected=own, got=got, pointer=f"/status/message/{what}Id",
                )  # fmt: skip


class _Id:
    """One id of a stream: the first that was told, and the last."""

    __slots__ = ("first", "last", "what")

    def __init__(self, what: str) -> None:
        self.what = what
        self.first = self.last = ""

    def changes(self, now: str) -> bool:
        """Whether the id leaves the first one here."""
        if not now:
            return False
        self.first = self.first or now
        before, self.last = self.last, now
        return now not in (self.first, before)

    def finding(self, now: str, seen: Observed, stream: Stream) -> Finding:
        """What there is to say of the change."""
        return stream.finding(
            "stream-single-task", seen.frame, f"the event names another {self.what}", expected=self.first, got=now
        )


RULES: Final = (SingleTask, OwnMessages)
