"""What must come of a run: pins, lowered to one cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from a2a_simulator.scenario.matchers import Match
from a2a_simulator.scenario.places import Place
from a2a_simulator.scenario.scripted import When


@dataclass(frozen=True, slots=True)
class ExpectedError:
    """How an error must be told."""

    name: str | None = None
    code: int | None = None
    http: int | None = None
    message: Match | None = None


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """Calls that must (or must not) arrive: a condition and how often; `gap` in seconds between two of them."""

    when: When
    least: int = 1
    most: int | None = 1
    gap_least: float | None = None
    gap_most: float | None = None


@dataclass(frozen=True, slots=True)
class ExpectedArtifact:
    """One artifact after joining: None means it must be absent."""

    absent: bool = False
    text: Match | None = None
    data: tuple[Any, ...] | None = None
    files: tuple[Mapping[str, Any], ...] | None = None


@dataclass(frozen=True, slots=True)
class Expect:
    """A pin (scenario format §7.2); every key left out stays with the oracle. `rate` counts in `any_of` only."""

    place: Place
    outcome: tuple[str, ...] = ()
    text: Match | None = None
    artifacts: Mapping[str, ExpectedArtifact] = field(default_factory=dict)
    reason: Match | None = None
    error: ExpectedError | None = None
    calls: tuple[ExpectedCall, ...] = ()
    calls_in_order: bool = False
    listener_updates: int | None = None
    any_of: "tuple[Expect, ...]" = ()
    rate: str = "pass"
    requirement: str | None = None
