"""Each event of a JSON-RPC stream is a whole answer to the request (1.0 §9.3, §9.4.2, §9.5; JSON-RPC 2.0 §5)."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from a2a_conformance.rules.defects import findings_of
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_simulator.wire.responses import ANY_ID, read_response

_DETAILS: Final = frozenset({"err-jsonrpc-data-array", "err-details-typed", "err-jsonrpc-errorinfo"})
"""Demands on the details of A2A's own errors; those of all others are open."""

_A2A_CODES: Final = range(-32099, -31999)


class Envelope(Rule):
    """The envelope is there, complete, and answers this request."""

    speaks: ClassVar = (
        "jr-envelope",
        "jr-stream-sse",
        "jr-result-xor-error",
        "jr-id-echo",
        "jr-error-code",
        "err-range",
        "err-three-parts",
        "err-reason-form",
        *sorted(_DETAILS),
    )

    def __init__(self) -> None:
        self._id: Any = ANY_ID
        """The id of the first answer, where that of the request is not known."""
        self._last: Any = ANY_ID

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at the members around the event, and at those of an error. A named error may have any form."""
        raw = seen.raw
        if not stream.enveloped or raw is None:
            return
        if not seen.answers:
            if seen.name == "error":
                return
            yield stream.finding(
                "jr-stream-sse", seen.frame, "the data is no JSON-RPC answer",
                expected="jsonrpc, id and result", got="a bare value",
            )  # fmt: skip
            return
        known = stream.rpc_id is not ANY_ID
        wanted = stream.rpc_id if known else self._wanted(raw)
        reading = read_response(raw, stream.dialect, wanted)
        if reading.defects:
            error = None if reading.value is None else reading.value.error
            excused = _DETAILS if error is not None and error.code not in _A2A_CODES else frozenset()
            defects = (defect for defect in reading.defects if defect.requirement not in excused)
            yield from findings_of(defects, seen.frame, stream)
        if wanted is ANY_ID and "id" not in raw:
            yield stream.finding("jr-envelope", seen.frame, "`id` is missing", pointer="/id")

    def _wanted(self, raw: dict[str, Any]) -> Any:
        """The first id; not compared in an answer whose id is that of the one before: a change is told once."""
        if "id" not in raw:
            return self._id
        now, before = raw["id"], self._last
        self._last = now
        if self._id is ANY_ID and "result" in raw:
            self._id = now
        return ANY_ID if before is not ANY_ID and type(now) is type(before) and now == before else self._id


RULES: Final = (Envelope,)
