"""Checks of a loaded scenario beyond its types (scenario format §10)."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from a2a_simulator.scenario.lint import driving, forms, names, pins, replies
from a2a_simulator.scenario.problems import Problem

if TYPE_CHECKING:
    from a2a_simulator.scenario.scenario import Scenario


def check(scenario: "Scenario", known_requirements: Collection[str] | None = None) -> list[Problem]:
    """All problems of a scenario; requirement ids are looked at where a set of them is given."""
    found = [
        *names.check(scenario, known_requirements),
        *forms.check(scenario),
        *replies.check(scenario),
        *driving.check(scenario),
        *pins.check(scenario),
    ]
    return list(dict.fromkeys(found))
