"""That errors have the code that means what they say (1.0 §5.4, §9.5)."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.errors import BY_NAME, ERRORS
from a2a_simulator.wire.responses import ERROR_INFO

_BY_REASON: Final = {row.reason: row for row in ERRORS if row.code is not None}
_A2A: Final = "a2a-protocol.org"


class Codes(ConversationRule):
    """The reason of an ErrorInfo and the code say the same; broken JSON and unknown methods get JSON-RPC's codes."""

    speaks: ClassVar = ("err-binding-map", "err-jsonrpc-std")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at an error."""
        if item.error is None or item.code is None:
            return
        row = _BY_REASON.get(_reason(item.error))
        if row is not None and row.code != item.code and call.is_v1:
            yield from call.says(
                "err-binding-map", item.frame, f"the error says {row.reason} and has another code",
                expected=str(row.code), got=str(item.code),
            )  # fmt: skip
        due = _due(call)
        if due and item.code != BY_NAME[due].code and call.first is None:
            what = "the body is no JSON" if due == "ParseError" else "no method has this name"
            yield from call.says(
                "err-jsonrpc-std", item.frame, f"{what}, and the error has another code",
                expected=f"{due} ({BY_NAME[due].code})", got=item.error_name,
            )  # fmt: skip


def _reason(error: Mapping[str, Any]) -> str:
    for detail in error.get("data") if isinstance(error.get("data"), list) else ():  # type: ignore[union-attr]  # a list
        if isinstance(detail, dict) and detail.get("@type") == ERROR_INFO and detail.get("domain") == _A2A:
            return str(detail.get("reason"))
    return ""


def _due(call: Exchange) -> str:
    """The error that a call earns which nobody could understand."""
    request = call.request
    if call.operation is not None or request.get("http") != "POST" or call.status not in (None, 200):
        return ""
    if request.get("json") is None:
        return "ParseError" if request.get("body") else ""
    body = request["json"]
    whole = isinstance(body, dict) and body.get("jsonrpc") == "2.0" and isinstance(body.get("method"), str)
    return "MethodNotFound" if whole and body["method"] else ""


RULES: Final = (Codes,)
