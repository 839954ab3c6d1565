"""A telling: a way to tell what a play tells, that the specification holds for the same."""

from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import fnmatchcase

from a2a_simulator.scenario.play import Play


@dataclass(frozen=True, slots=True)
class Telling:
    """One way. `tell` gives the play in it, or None where nothing would change or it would not be the same.

    `because`: what makes it legal, with the section. `counts`: whether the number or order of events is another, so
    that a listener that counts them would see a different situation. `takes`: the requirements whose situation may be
    gone, so that a scenario that covers one of them is not told so. `subjects`: globs over the ids of scenarios that
    are about that very thing.
    """

    name: str
    because: str
    tell: Callable[[Play], Play | None]
    counts: bool = False
    takes: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()

    def of(self, play: Play) -> Play | None:
        """The play told so; its name and its seed stay. None where the telling does not apply."""
        if any(fnmatchcase(play.cell.scenario, glob) for glob in self.subjects):
            return None
        if any(id in self.takes for id in play.covers):
            return None
        return None if self.counts and _counts(play) else self.tell(play)


def _counts(play: Play) -> bool:
    """Whether the number of events is part of the situation."""
    return any(step.listener is not None for step in play.drive) or any(
        pin.listener_updates is not None for pin in play.expect
    )
