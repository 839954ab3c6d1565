"""When a target that never calls is given up: after three runs in a row that died or hung before any request."""

import threading
from typing import Final

from a2a_conformance.adapters.base import SessionOver, Sink
from a2a_conformance.outcome import Ended, Told

DEATHS: Final = 3


class Deaths:
    """Counts for one target; safe to use from any thread."""

    def __init__(self, what: str) -> None:
        """`what` names the target in the message: the worker, the command."""
        self._what = what
        self._lock = threading.Lock()
        self._count = 0

    def count(self, told: Told, sink: Sink) -> None:
        """Takes note of how a step ended. Raises SessionOver at the third death or hang before any request."""
        with self._lock:
            if sink.reached():
                self._count = 0
                return
            if told.ended not in (Ended.HANG, Ended.CRASH):
                return
            self._count += 1
            if self._count < DEATHS:
                return
        how = "died" if told.ended is Ended.CRASH else "hung"
        said = f" ({told.note})" if told.note else ""
        raise SessionOver(
            f"{self._what} {how} {DEATHS} times before its first request{said}",
            "run `a2a-conformance adapter check` to see what it is asked and what it does",
        )
