"""One drive step that runs in a worker process: what it told so far, and how it ended."""

import threading

from a2a_conformance.adapters.base import LEFT_NOTE, AdapterError, Sink, StepRequest
from a2a_conformance.outcome import Ended, Outcome, Surfaced


class Step:
    """A step that runs in the process, until its end is known."""

    def __init__(self, request: StepRequest, sink: Sink) -> None:
        self.request = request
        self.sink = sink
        self.done = threading.Event()
        self.ended = Ended.CLEAN
        self.outcome: Outcome | None = None
        self.events: list[Surfaced] = []
        self.note = ""
        self.problem: AdapterError | None = None
        self.told: tuple[Ended, Outcome | None] | None = None
        """What the worker said of its end; None as long as it said nothing."""

    def finish(self, ended: Ended, outcome: Outcome | None = None, note: str = "") -> None:
        """It ended, unless it had before."""
        if not self.done.is_set():
            self.ended, self.outcome, self.note = ended, outcome, note
            self.done.set()

    def tell(self, ended: Ended, outcome: Outcome | None) -> bool:
        """Takes what the worker says of its end; False: it said something else before."""
        first, self.told = self.told, self.told or (ended, outcome)
        self.finish(ended, outcome)
        return first in (None, (ended, outcome))

    def leave(self) -> None:
        """Its caller left: however the worker says that it ended, that is why."""
        self.ended, self.outcome, self.note = Ended.LEFT, None, LEFT_NOTE
        self.done.set()

    def fail(self, problem: AdapterError) -> None:
        """What came back is no answer at all."""
        if not self.done.is_set():
            self.problem = problem
            self.done.set()
