"""Made-up scenarios by name: `fuzz/<seed>-<n>` is the same one wherever and whenever it is asked for."""

import re
from dataclasses import dataclass
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.fuzz.seeded import Seeded
from a2a_conformance.fuzz.situations import make
from a2a_conformance.fuzz.writing import write
from a2a_simulator.scenario.load import SUFFIX, load_text
from a2a_simulator.scenario.scenario import Scenario

SEED: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}\Z")
"""What a seed of made-up scenarios may be, as it is part of names."""
_NAME: Final = re.compile(r"fuzz/(?P<seed>[A-Za-z0-9_.-]{1,40})-(?P<number>[1-9][0-9]{0,8})\Z")


@dataclass(frozen=True, slots=True)
class Name:
    """Names a made-up scenario; `number` counts from 1."""

    seed: str
    number: int

    def __str__(self) -> str:
        return f"fuzz/{self.seed}-{self.number}"

    @classmethod
    def of(cls, text: str) -> "Name | None":
        """The name that a text is, if it is one."""
        found = _NAME.match(text)
        return cls(found["seed"], int(found["number"])) if found else None


def text_of(name: Name) -> str:
    """The scenario file of this name."""
    return write(make(Seeded(str(name)), f"made up, {name}"))


def scenario_of(name: Name) -> Scenario:
    """The scenario of this name. Raises ScenarioProblems, which would be a defect of the generator."""
    return load_text(text_of(name), f"{name}{SUFFIX}", str(name), catalog.ids())


def scenarios(seed: str, count: int) -> tuple[Scenario, ...]:
    """The first `count` of a seed."""
    return tuple(scenario_of(Name(seed, number)) for number in range(1, count + 1))
