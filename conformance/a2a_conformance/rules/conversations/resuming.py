"""How callers come back to a stream (1.0 §3.1.6)."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.tasks import Task

_HEADER: Final = "last-event-id"


class LastEventId(ConversationRule):
    """A2A gives `Last-Event-ID` no meaning: that a caller sends it is noted."""

    speaks: ClassVar = ("sub-no-last-event-id",)

    def called(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the headers."""
        headers = call.request.get("headers")
        if call.opens_stream and isinstance(headers, Mapping) and any(name.lower() == _HEADER for name in headers):
            yield from call.says(
                "sub-no-last-event-id", call.frame, "the call has the header `Last-Event-ID`", note=True
            )


class SubscribedTask(ConversationRule):
    """A subscription tells of the task that it names. Of tasks that the agent never told of the refusals speak."""

    speaks: ClassVar = ("stream-single-task", "sub-task-first")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the first thing that a subscription brings."""
        event = item.event
        if call.first is not None or not call.subscribes or event is None or not call.named_task:
            return
        if call.named_task not in talk.tasks and talk.from_start:
            return
        got = event.id if isinstance(event, Task) else event.task_id or ""
        if got and got != call.named_task:
            yield from call.says(
                "sub-task-first" if call.is_v1 and isinstance(event, Task) else "stream-single-task", item.frame,
                "the subscription is answered with another task", expected=call.named_task, got=got,
            )  # fmt: skip


RULES: Final = (LastEventId, SubscribedTask)
