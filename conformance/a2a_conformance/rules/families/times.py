"""The times of status updates (1.0 §3.5.2, §5.6.1)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_conformance.verdict import Level
from a2a_simulator.protocol.events import StatusUpdate

_SECONDS: Final = len("2026-01-01T00:00:00")


class Timestamps(Rule):
    """Times do not run backwards, to the second. Clocks may, so it fails nobody alone."""

    speaks: ClassVar = ("stream-order",)

    def __init__(self) -> None:
        self._last = ""

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Compares the time of an update with the one before. Only times in UTC are compared, as they are text."""
        event = seen.event
        if not isinstance(event, StatusUpdate) or stream.terminal_frame is not None or stream.foreign(event):
            return
        stamp = event.status.timestamp
        if stamp is None or len(stamp) <= _SECONDS or stamp[-1] != "Z":
            return
        before, self._last = self._last, stamp
        if stamp[:_SECONDS] < before[:_SECONDS]:
            yield stream.finding(
                "stream-order", seen.frame, "the status is older than the one before it", level=Level.SHOULD,
                expected=f"{before} or later", got=stamp, pointer="/status/timestamp",
            )  # fmt: skip


RULES: Final = (Timestamps,)
