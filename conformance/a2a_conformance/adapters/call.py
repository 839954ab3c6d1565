"""One running call of a python adapter's method."""

import threading
from collections.abc import Mapping
from concurrent.futures import Future
from typing import Any

from a2a_conformance.adapters.base import LEFT_NOTE, AdapterError, Sink, StepRequest, Stop, describe, ended_of
from a2a_conformance.adapters.normal_form import NotNormal, read_event
from a2a_conformance.adapters.python_calls import Method, read_answer
from a2a_conformance.outcome import Ended, Outcome, Surfaced


class Abandoned(BaseException):
    """Unwinds a method whose step was given up; no `except Exception` of the client swallows it."""


class Call:
    """One running method: what it gave so far, and whether it is still wanted."""

    def __init__(self, method: Method, request: StepRequest, sink: Sink) -> None:
        self.method = method
        self.request = request
        self.sink = sink
        self.done = threading.Event()
        self.ended = Ended.CLEAN
        self.outcome: Outcome | None = None
        self.events: list[Surfaced] = []
        self.problem: BaseException | None = None
        self.future: Future[None] | None = None
        self.abandoned = False

    def take(self, value: Any) -> bool:
        """Keeps one value; False: the caller wants no more."""
        answer = read_answer(self.method, value)
        if isinstance(answer, Surfaced):
            return self.surface(answer) is None
        if answer is not None:
            self.outcome = answer
            self.ended = ended_of(answer)
        return True

    def surface(self, event: Surfaced | Mapping[str, Any]) -> Stop | None:
        """Tells the harness of an event: None to go on. This is the `listener` that methods are given."""
        if self.abandoned:
            raise Abandoned
        try:
            known = event if isinstance(event, Surfaced) else read_event(event)
        except NotNormal as problem:
            raise AdapterError(f"listener event {dict(event)!r}", str(problem)) from None  # type: ignore[arg-type]
        self.events.append(known)
        reply = self.sink.surfaced(known)
        return reply if isinstance(reply, Stop) and self.request.interactive else None

    def fail(self, problem: BaseException) -> None:
        """It raised."""
        self.problem = problem
        self.done.set()

    def abandon(self, ended: Ended) -> None:
        """Nobody waits for it any more: what it does from now on is not heard."""
        self.ended = ended
        self.abandoned = True
        if self.future is not None:
            self.future.cancel()
        self.done.set()

    def note(self) -> str:
        """Where and what the method raised, why its caller left, or nothing."""
        if self.ended is Ended.LEFT:
            return LEFT_NOTE
        return "" if self.problem is None else describe(self.problem)
