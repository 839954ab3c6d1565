"""When a send is answered, and with which state (1.0 §3.2.2; 0.3 §7.1.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.stream import tell
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import ACTIVE
from a2a_simulator.protocol.tasks import Task


class Waits(ConversationRule):
    """A blocking send is answered when the task is terminal or interrupted. In 0.3 only `blocking: true` blocks."""

    speaks: ClassVar = ("send-blocking-default",)

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the state in the answer."""
        if call.operation is not Operation.SEND_MESSAGE or not isinstance(item.event, Task):
            return
        at_once = call.configuration.get("returnImmediately")
        blocks = at_once is False or (call.is_v1 and at_once is None)
        if blocks and item.event.status.state in ACTIVE:
            yield from call.says(
                "send-blocking-default", item.frame, "a blocking send is answered while the task still runs",
                expected="a terminal or interrupted state", got=tell(item.event.status.state),
            )  # fmt: skip


RULES: Final = (Waits,)
