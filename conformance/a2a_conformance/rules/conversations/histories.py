"""How much history an answer holds (1.0 §3.2.4)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.protocol.tasks import Task


class Length(ConversationRule):
    """An answer holds no more messages than were asked for. What 0 means in 0.3 is not settled."""

    speaks: ClassVar = ("hist-max", "hist-zero")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Counts the history of a Task that is the whole answer."""
        if call.streams or not isinstance(item.event, Task):
            return
        asked = (call.configuration if call.operation in SENDS else call.params).get("historyLength")
        if isinstance(asked, bool) or not isinstance(asked, int) or asked < 0:
            return
        count = len(item.event.history or ())
        if count > asked:
            yield from call.says(
                "hist-max" if asked else "hist-zero", item.frame, "the answer holds more history than was asked for",
                expected=f"at most {asked}", got=str(count),
            )  # fmt: skip


RULES: Final = (Length,)
