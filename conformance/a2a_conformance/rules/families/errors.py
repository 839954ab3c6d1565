"""Errors that come as frames of a stream (1.0 §9.5)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream


class ErrorFrames(Rule):
    """Where an error may stand in a stream, and what may follow, is not settled: it is told, never failed."""

    speaks: ClassVar = ("stream-errors-midway",)

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at frames with an error, and at what follows one."""
        if seen.error is None:
            if stream.failed:
                yield stream.finding(
                    "stream-errors-midway", seen.frame, "the stream goes on after an error", note=True
                )
            return
        place = "inside the stream" if stream.understood else "instead of the first event"
        form = " as a named event" if seen.name == "error" else ""
        yield stream.finding("stream-errors-midway", seen.frame, f"an error comes {place}{form}", note=True)


RULES: Final = (ErrorFrames,)
