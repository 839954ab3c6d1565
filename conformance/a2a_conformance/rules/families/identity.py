"""All events of a stream speak of one task and one context (1.0 §3.1.2, §4.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.tasks import Task


class SingleTask(Rule):
    """Task and context stay the same. Ids that are missing are for the readers to note."""

    speaks: ClassVar = ("stream-single-task",)

    def __init__(self) -> None:
        self._task = ""
        self._context = ""

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Compares the ids of the event with those of the stream."""
        event = seen.event
        if event is None or isinstance(event, Message):
            return
        task = event.id if isinstance(event, Task) else event.task_id
        yield from self._compare("task", self._task, task, seen, stream)
        yield from self._compare("context", self._context, event.context_id or "", seen, stream)
        self._task = self._task or task
        self._context = self._context or event.context_id or ""

    @staticmethod
    def _compare(what: str, first: str, now: str, seen: Observed, stream: Stream) -> Iterator[Finding]:
        if first and now and first != now:
            yield stream.finding(
                "stream-single-task", seen.frame, f"the event names another {what}", expected=first, got=now
            )


RULES: Final = (SingleTask,)
