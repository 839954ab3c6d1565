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
    """Task and context stay the same, in the messages of a status too. Missing ids are for the readers to note.

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
        if not isinstance(event, ArtifactUpdate) and event.status.message is not None:
            message = event.status.message
            yield from self._task.compare(task, message.task_id, seen, stream)
            yield from self._context.compare(context, message.context_id, seen, stream)


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

    def compare(self, own: str, named: str | None, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at the id that the message of a status names, unless that of the status is told already."""
        if named and own == self.first and named != own:
            yield stream.finding(
                "stream-single-task", seen.frame, f"the message of the status names another {self.what}",
                expected=own, got=named, pointer=f"/status/message/{self.what}Id",
            )  # fmt: skip


RULES: Final = (SingleTask,)
