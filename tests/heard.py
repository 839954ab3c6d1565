"""A sink for tests: keeps what it is told, and stops when told to."""

import threading
import time

from a2a_conformance.adapters.base import Go, Reply, Stop
from a2a_conformance.outcome import Surfaced


class Heard:
    """`patience` seconds for the whole step, then `leaves`; stops at the `stop_at`-th event; `reached` as set."""

    def __init__(
        self, patience: float = 10.0, stop_at: int | None = None, reached: bool = True, leaves: bool = False
    ) -> None:
        self.leaving = leaves
        self.until = time.monotonic() + patience
        self.stop_at = stop_at
        self.events: list[Surfaced] = []
        self.lines: list[str] = []
        self.was_reached = reached
        self.first_event = threading.Event()

    def surfaced(self, event: Surfaced) -> Reply:
        self.events.append(event)
        self.first_event.set()
        return Stop("enough") if len(self.events) == self.stop_at else Go()

    def log(self, text: str) -> None:
        self.lines.append(text)

    def patience(self) -> float:
        return self.until - time.monotonic()

    def leaves(self) -> bool:
        return self.leaving

    def reached(self) -> bool:
        return self.was_reached
