"""How fast scripted time passes in a run."""

from dataclasses import dataclass
from typing import Final

from a2a_simulator.scenario.play import AgentPlay, WaitStep
from a2a_simulator.session.commands import Clock, Wait

LEAST_BEAT: Final = 0.001
"""Seconds between two heartbeats at least, however short a run makes its silence."""


@dataclass(frozen=True, slots=True)
class Pace:
    """`scale` multiplies each wait; `cap` bounds scripted waits, in seconds. Heartbeats shrink as their wait does."""

    scale: float = 1.0
    cap: float | None = None

    def seconds(self, wait: Wait) -> float:
        """How long a wait really takes."""
        if not wait.scales:
            return wait.seconds
        seconds = wait.seconds * self.scale
        if self.cap is None or wait.clock is Clock.TIMEOUT:
            return seconds
        if wait.clock is Clock.BEAT:
            whole = wait.of * self.scale
            return max(seconds * self.cap / whole, LEAST_BEAT) if whole > self.cap else seconds
        return min(seconds, self.cap)


AS_WRITTEN: Final = Pace()
"""Time passes as the script says."""


def longest_wait(agent: AgentPlay) -> float:
    """The longest silence in a script that a run may shorten, in seconds; holds are none."""
    waits = [
        step.seconds for entry in agent.entries for step in entry.steps if isinstance(step, WaitStep) and step.scales
    ]
    paces = [entry.pace.each for entry in agent.entries if entry.pace is not None]
    return max([*waits, *paces], default=0.0)
