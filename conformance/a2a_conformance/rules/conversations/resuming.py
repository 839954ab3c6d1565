"""How callers come back to a stream (1.0 §3.1.6)."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange
from a2a_conformance.rules.findings import Finding

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


RULES: Final = (LastEventId,)
