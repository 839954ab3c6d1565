"""Who waits for which timer. Time itself is somebody else's: a `Wait` goes out, a `Due` comes back."""

from itertools import count

from a2a_simulator.session.commands import Clock, Command, Forget, Wait
from a2a_simulator.session.exchange import Exchange
from a2a_simulator.session.timeline import Timeline

Owner = Timeline | Exchange


class Timers:
    """The timers of a session."""

    def __init__(self, out: list[Command]) -> None:
        self._out = out
        self._owners: dict[int, Owner] = {}
        self._next = count(1)

    def start(
        self, owner: Owner, seconds: float, scales: bool = True, clock: Clock = Clock.WAIT, of: float = 0.0
    ) -> None:
        """Asks to be told after that many seconds."""
        timer = next(self._next)
        self._owners[timer] = owner
        if isinstance(owner, Timeline):
            owner.timer = timer
        self._out.append(Wait(timer, seconds, scales, clock, of))

    def stop(self, timeline: Timeline) -> None:
        """The reply waits no longer."""
        if timeline.timer is not None:
            self._owners.pop(timeline.timer, None)
            self._out.append(Forget(timeline.timer))
            timeline.timer = None

    def due(self, timer: int) -> Owner | None:
        """Who waited for it; None: nobody any more."""
        owner = self._owners.pop(timer, None)
        if isinstance(owner, Timeline):
            owner.timer = None
        return owner
