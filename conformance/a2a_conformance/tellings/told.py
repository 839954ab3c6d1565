"""A scenario in one telling: `family/stem~telling`, wherever scenarios are named."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Final

from a2a_conformance.tellings.table import TELLINGS
from a2a_conformance.tellings.telling import Telling
from a2a_simulator.scenario.play import Cell, Play
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.scenario.suggestions import closest
from a2a_simulator.wire.wire_forms import PLAYABLE, WireForm

MARK: Final = "~"
"""Between the id of a scenario and the name of a telling."""


class UnknownTelling(LookupError):
    """A name or glob that no telling has; the message names the nearest."""


@dataclass(frozen=True, slots=True)
class ToldScenario(Scenario):
    """The scenario `original` told as `telling` says; it has the cells in which that makes a difference."""

    original: Scenario
    telling: Telling

    def cells(self, forms: Sequence[WireForm] = PLAYABLE) -> tuple[Cell, ...]:
        """What is played in these wire forms: the cells of the original that can be told so."""
        return tuple(
            replace(cell, scenario=self.id)
            for cell in self.original.cells(forms)
            if self.telling.of(self.original.lower(cell)) is not None
        )

    def lower(self, cell: Cell, round: int = 1) -> Play:
        """All that one run of the cell needs. Raises ValueError for a cell that is not the scenario's."""
        play = self.original.lower(replace(cell, scenario=self.original.id), round)
        told = self.telling.of(play)
        if told is None or cell.scenario != self.id:
            raise ValueError(f"{cell} is no cell of {self.id}")
        return replace(told, cell=cell, seed=f"{play.seed}{MARK}{self.telling.name}", original=play)


def told(scenario: Scenario, name: str) -> ToldScenario:
    """The scenario in the telling of that name. Raises KeyError."""
    telling = TELLINGS[name]
    return ToldScenario(f"{scenario.id}{MARK}{name}", scenario.file, scenario.located, scenario, telling)


def tellings(scenario: Scenario, forms: Sequence[WireForm] = PLAYABLE) -> tuple[ToldScenario, ...]:
    """The scenario in every telling that applies to it in one of these wire forms."""
    every = (told(scenario, name) for name in TELLINGS)
    return tuple(one for one in every if one.cells(forms))


def told_in(scenarios: Iterable[Scenario], glob: str) -> tuple[ToldScenario, ...]:
    """Scenarios in all tellings that fit the glob. Raises UnknownTelling."""
    names = [name for name in TELLINGS if fnmatchcase(name, glob)]
    if not names:
        meant = closest(glob, TELLINGS)
        hint = f"did you mean `{meant}`?" if meant else f"there are: {', '.join(TELLINGS)}"
        raise UnknownTelling(f"no telling is called {glob!r}; {hint}")
    return tuple(told(scenario, name) for scenario in scenarios for name in names)
