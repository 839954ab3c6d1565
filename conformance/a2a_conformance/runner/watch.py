"""When a step is given up: no first request, silence, or the whole time is over (design §6, §10)."""

import time
from collections.abc import Callable

from a2a_conformance.runner.ports import OpenRun
from a2a_conformance.runner.settings import Settings
from a2a_simulator.scenario.play import Play


class Watch:
    """The deadlines of one run. Asked again and again, so that activity moves the silence deadline."""

    def __init__(
        self, run: OpenRun, play: Play, settings: Settings, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._run = run
        self._clock = clock
        self._opened = clock()
        self._active = self._opened
        self._first = settings.first_request * settings.time_scale
        self._quiet = settings.quiet * settings.time_scale
        self._whole = (play.bound if settings.whole is None else settings.whole) * settings.time_scale
        self._stopped = False

    def stop(self) -> None:
        """The session ends: nothing is waited for any more."""
        self._stopped = True

    def patience(self) -> float:
        """Seconds to wait before asking again; 0: give up."""
        now = self._clock()
        whole = self._opened + self._whole - now
        if self._stopped or whole <= 0:
            return 0.0
        if not self._run.first_request:
            first = self._opened + self._first - now
            return max(min(whole, first, self._quiet), 0.0) if first > 0 else 0.0
        left = self._active + self._quiet - now
        if left <= 0:
            self._look(now)
            left = self._active + self._quiet - now
        return max(min(left, whole), 0.0)

    def reason(self) -> str:
        """Why patience is used up, for the note of a hang."""
        if self._stopped:
            return "the session was stopped"
        if self._clock() - self._opened >= self._whole:
            return f"no end within {self._whole:g} s"
        if not self._run.first_request:
            return f"no request reached the agent within {self._first:g} s"
        return f"no end, and nothing on the wire for {self._quiet:g} s"

    def _look(self, now: float) -> None:
        records = self._run.snapshot().records
        if records:
            self._active = max(self._active, self._opened + records[-1].t)
        if not self._run.idle():
            self._active = now
