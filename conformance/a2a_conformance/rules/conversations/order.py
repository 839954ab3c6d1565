"""Order in time within one stream (1.0 §3.5.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_conformance.verdict import Level
from a2a_simulator.protocol.events import StatusUpdate


class Timestamps(ConversationRule):
    """Times of status updates do not run backwards. Clocks may: so it is told, and fails nobody alone."""

    speaks: ClassVar = ("stream-order",)

    def __init__(self) -> None:
        self._newest: dict[int, str] = {}

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Compares the time of an update with that of the one before, to the second."""
        if not isinstance(item.event, StatusUpdate) or not call.streams:
            return
        stamp, before = item.event.status.timestamp or "", self._newest.get(call.frame, "")
        if not stamp.endswith("Z"):
            return
        if stamp[:19] < before[:19]:
            yield from call.says(
                "stream-order", item.frame, "the status is older than the one before it", level=Level.SHOULD,
                expected=f"{before} or later", got=stamp,
            )  # fmt: skip
        self._newest[call.frame] = stamp

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Forgets the stream."""
        self._newest.pop(call.frame, None)
        yield from ()


RULES: Final = (Timestamps,)
