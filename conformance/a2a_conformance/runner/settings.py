"""How a run is run: figures with their defaults (design §10)."""

import os
from dataclasses import dataclass, field

from a2a_conformance.catalog.requirement import LevelOf, Requirement


def default_jobs() -> int:
    """CPUs that this process may use, at most 8."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(usable, 8))


@dataclass(frozen=True, slots=True)
class Settings:
    """All times in seconds; `first_request`, `quiet`, `whole` and `linger` are multiplied by `time_scale`.

    `wait_cap` is the longest `wait:` that is kept (None: real time). `whole` None: as the scenario says (`timeout`).
    """

    jobs: int = field(default_factory=default_jobs)
    time_scale: float = 1.0
    wait_cap: float | None = 0.05
    first_request: float = 30.0
    quiet: float = 5.0
    whole: float | None = None
    release: float = 2.0
    """How long a target may take to let go of a finished run."""
    linger: float = 1.0
    """How long an iteration may go on after it handed on the answer, while the agent keeps the stream open."""
    level_of: LevelOf = Requirement.level_in
    """How strongly requirements bind: as the catalogue says, or as frozen sets do."""
