"""Errors that come as frames of a stream (1.0 §9.5)."""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_simulator.wire.wire_forms import Dialect

A2A_CODES: Final = range(-32099, -32000)
"""Where the codes of A2A lie (§9.5)."""


class ErrorFrames(Rule):
    """An error has a code and a message; where it may stand in a stream is not settled, so that is told only."""

    speaks: ClassVar = (
        "stream-errors-midway",
        "err-three-parts",
        "err-jsonrpc-data-array",
        "err-details-typed",
    )

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at frames with an error, and at what follows one."""
        error = seen.error
        if error is None:
            if stream.failed:
                yield stream.finding(
                    "stream-errors-midway", seen.frame, "the stream goes on after an error", note=True
                )
            return
        place = "inside the stream" if stream.understood else "instead of the first event"
        form = " as a named event" if seen.name == "error" else ""
        yield stream.finding("stream-errors-midway", seen.frame, f"an error comes {place}{form}", note=True)
        if stream.enveloped and isinstance(seen.raw, dict) and "error" in seen.raw:
            yield from error_members(error, seen, stream)


def error_members(error: Any, seen: Observed, stream: Stream) -> Iterator[Finding]:
    """What is wrong with an error object of JSON-RPC (1.0 §9.5)."""
    if not isinstance(error, dict):
        yield stream.finding("err-three-parts", seen.frame, "`error` is no object", pointer="/error")
        return
    code, message = error.get("code"), error.get("message")
    if not isinstance(code, int) or isinstance(code, bool):
        yield stream.finding("err-three-parts", seen.frame, "the error has no numeric code", pointer="/error/code")
    if not isinstance(message, str) or not message:
        yield stream.finding("err-three-parts", seen.frame, "the error has no message", pointer="/error/message")
    data = error.get("data")
    if stream.dialect is not Dialect.V1_0 or data is None or code not in A2A_CODES:
        return
    if not isinstance(data, list):
        yield stream.finding(
            "err-jsonrpc-data-array", seen.frame, "the details of the error are no list", pointer="/error/data"
        )
    elif not all(isinstance(detail, dict) and isinstance(detail.get("@type"), str) for detail in data):
        yield stream.finding(
            "err-details-typed", seen.frame, "a detail of the error does not name its `@type`", pointer="/error/data"
        )


RULES: Final = (ErrorFrames,)
