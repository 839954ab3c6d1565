"""Each event of a JSON-RPC stream is a whole answer to the request (1.0 §9.3, §9.4.2; JSON-RPC 2.0 §5)."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import UNKNOWN, Stream
from a2a_simulator.wire.json_text import dumps


class Envelope(Rule):
    """The envelope is there, complete, and answers this request."""

    speaks: ClassVar = ("jr-envelope", "jr-stream-sse", "jr-result-xor-error", "jr-id-echo")

    def __init__(self) -> None:
        self._id: Any = UNKNOWN

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at the members around the event."""
        raw = seen.raw
        if not stream.enveloped or raw is None:
            return
        if not isinstance(raw, dict) or not raw.keys() & {"jsonrpc", "result", "error"}:
            yield stream.finding(
                "jr-stream-sse", seen.frame, "the data is no JSON-RPC answer",
                expected="jsonrpc, id and result", got="a bare value",
            )  # fmt: skip
            return
        if raw.get("jsonrpc") != "2.0":
            yield stream.finding(
                "jr-envelope", seen.frame, "`jsonrpc` is not \"2.0\"",
                expected='"2.0"', got=_told(raw, "jsonrpc"), pointer="/jsonrpc",
            )  # fmt: skip
        if ("result" in raw) == ("error" in raw):
            yield stream.finding(
                "jr-result-xor-error", seen.frame, "an answer has either a result or an error",
                expected="one of result, error", got="both" if "result" in raw else "neither",
            )  # fmt: skip
        yield from self._check_id(raw, seen, stream)

    def _check_id(self, raw: dict[str, Any], seen: Observed, stream: Stream) -> Iterator[Finding]:
        if "id" not in raw:
            yield stream.finding("jr-envelope", seen.frame, "`id` is missing", pointer="/id")
            return
        found = raw["id"]
        wanted = self._id if stream.rpc_id is UNKNOWN else stream.rpc_id
        if found is None and "error" in raw:
            return
        if wanted is UNKNOWN:
            self._id = found
        elif not _same(found, wanted):
            yield stream.finding(
                "jr-id-echo", seen.frame, "the answer has another id than the request",
                expected=dumps(wanted), got=dumps(found), pointer="/id",
            )  # fmt: skip


def _same(found: Any, wanted: Any) -> bool:
    """Equal with the type: "1" is not 1, but 1 and 1.0 are the same JSON number."""
    return bool(found == wanted) and isinstance(found, str) == isinstance(wanted, str)


def _told(raw: dict[str, Any], name: str) -> str:
    return dumps(raw[name]) if name in raw else "nothing"


RULES: Final = (Envelope,)
