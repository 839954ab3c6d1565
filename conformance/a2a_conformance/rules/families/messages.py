"""What the agent's messages say of the task that they belong to (1.0 §4.1.4)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Shape, Stream
from a2a_simulator.protocol.events import ArtifactUpdate, Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.wire.wire_forms import Dialect


def spoken(event: Event | None) -> Message | None:
    """The message that an event is, or that its status carries."""
    if event is None or isinstance(event, ArtifactUpdate):
        return None
    return event if isinstance(event, Message) else event.status.message


class ContextLeftOut(Rule):
    """A message of the agent names its context. 0.3 says so in prose and leaves it optional: told once."""

    speaks: ClassVar = ("msg-server-contextid",)
    dialects: ClassVar = (Dialect.V0_3,)

    def __init__(self) -> None:
        self._told = False

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at the message of the event or of its status."""
        message = spoken(seen.event)
        if message is not None and not message.context_id and not self._told:
            self._told = True
            yield stream.finding(
                "msg-server-contextid", seen.frame, "a message of the agent does not name its context", note=True
            )


class TaskOfNone(Rule):
    """A message that is the whole answer has no task to name; many agents name one all the same: told."""

    speaks: ClassVar = ("msg-server-taskid",)

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at a message that opens the stream."""
        event = seen.event
        if isinstance(event, Message) and event.task_id and stream.shape is Shape.OPEN:
            yield stream.finding(
                "msg-server-taskid", seen.frame, "the message is the whole answer, and names a task",
                expected="no task", got=event.task_id, note=True, pointer="/taskId",
            )  # fmt: skip


RULES: Final = (ContextLeftOut, TaskOfNone)
