"""When the caller of a target that shows events leaves: it has its answer, and the agent keeps the stream open."""

import time
from collections.abc import Callable
from typing import Final

from a2a_conformance.oracle import Call, End, calls
from a2a_conformance.oracle.scopes import scopes
from a2a_conformance.outcome import Surfaced
from a2a_conformance.runner.ports import OpenRun
from a2a_conformance.runner.settings import Settings
from a2a_simulator.protocol.events import StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import SETTLED, AnyState
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import Play

LEAST_LINGER: Final = 0.25
"""Seconds that an iteration gets to end by itself, however fast time passes: less is a hiccup of the machine."""
LOOKS: Final = 4
"""So often it is looked within one linger."""


class Leaving:
    """Watches one step. An iteration that could end by itself is given the time to do so."""

    def __init__(
        self, run: OpenRun, play: Play, step: str, settings: Settings, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._run = run
        self._play = play
        self._step = step
        self._clock = clock
        self._linger = max(settings.linger * settings.time_scale, LEAST_LINGER)
        self._last: Surfaced | None = None
        self._since = clock()

    @property
    def pause(self) -> float:
        """Seconds after which to look again."""
        return self._linger / LOOKS

    def hear(self, event: Surfaced) -> None:
        """The target handed an event on."""
        self._last, self._since = event, self._clock()

    def due(self) -> bool:
        """Whether the caller leaves now."""
        if self._last is None or not answers(self._last) or self._clock() - self._since < self._linger:
            return False
        return self._run.idle() and self._kept_open(self._last)

    def _kept_open(self, last: Surfaced) -> bool:
        """Whether a stream of this step is open, and what was written last is what was handed on last."""
        journal = self._run.snapshot()
        mine = scopes(self._play.drive, journal, calls(journal)).by_step.get(self._step, ())
        return any(call.streamed and call.end is End.OPEN and _ends_with(call, last) for call in mine)


def answers(event: Surfaced) -> bool:
    """Whether a caller needs nothing more: a Message, or a task that is over or waits for it."""
    return event.event == "message" or event.state in {state.value for state in SETTLED}


def _ends_with(call: Call, last: Surfaced) -> bool:
    event = next((item.event for item in reversed(call.heard) if item.whole and item.event is not None), None)
    if isinstance(event, Message):
        return last.event == "message"
    return isinstance(event, Task | StatusUpdate) and _name(event.status.state) == last.state


def _name(state: AnyState) -> str:
    return str(getattr(state, "value", state))
