"""How a streaming call is answered first: by a stream, or by a refusal (1.0 §3.1.2, §3.3.4)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import End, Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.errors import BY_NAME

_REFUSED: Final = frozenset({401, 403, 429, 500, 502, 503, 504})
"""HTTP statuses of refusals that come before the agent looks at what was asked."""
_CODE: Final = BY_NAME["UnsupportedOperation"].code


class OpensStream(ConversationRule):
    """A streaming call is answered by an event stream with status 200, or by an error."""

    speaks: ClassVar = ("stream-errors-before", "stream-open")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the first thing that was answered."""
        if call.first is not None or not call.opens_stream or call.card_streams is False or item.error is not None:
            return
        if not call.streams and isinstance(item.raw, dict) and "result" in item.raw:
            yield from call.says(
                "stream-open", item.frame, "a streaming call is answered by one body instead of a stream",
                expected="text/event-stream", got="one JSON body",
            )  # fmt: skip
        elif call.streams and call.status not in (None, 200):
            yield from call.says(
                "stream-open", item.frame, "a stream comes under another status", expected="HTTP 200",
                got=f"HTTP {call.status}",
            )  # fmt: skip

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at an answer in which nothing came."""
        fine = call.status is not None and 200 <= call.status < 300
        if call.opens_stream and call.first is None and fine and not call.streams and call.end is End.CLOSED:
            yield from call.says(
                "stream-errors-before", call.end_frame, "a streaming call gets neither a stream nor an error",
                expected="a stream or an error", got=f"HTTP {call.status} with nothing in it",
            )  # fmt: skip


class GatedByCard(ConversationRule):
    """An agent whose card does not announce streaming refuses streaming calls."""

    speaks: ClassVar = ("stream-cap-gate", "sub-cap-gate")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the first thing that was answered."""
        if call.first is not None or not call.opens_stream or call.card_streams is not False:
            return
        requirement = "sub-cap-gate" if call.subscribes else "stream-cap-gate"
        if item.event is not None:
            yield from call.says(
                requirement, item.frame, "the card does not announce streaming, and the call is served all the same",
                expected=f"UnsupportedOperation ({_CODE})", got="an answer",
            )  # fmt: skip
        elif call.is_v1 and item.code not in (None, _CODE) and call.status not in _REFUSED:
            yield from call.says(
                requirement, item.frame, "the card does not announce streaming, and the refusal has another code",
                expected=f"UnsupportedOperation ({_CODE})", got=item.error_name,
            )  # fmt: skip


RULES: Final = (OpensStream, GatedByCard)
