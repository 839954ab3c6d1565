"""One check of a cell: what it needs, when it can be judged, and how."""

from collections.abc import Callable
from dataclasses import dataclass, field

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.outcome import Observes
from a2a_conformance.verdict import CheckKey, Status
from a2a_simulator.scenario.play import Place


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that the journal shows or does not show, and how people call it."""

    text: str
    holds: Callable[[Evidence], bool]


def never(needs: str) -> Condition:
    """What no run of a file can reach, because the file lacks what it needs."""
    return Condition(f"nothing in this file lets it be judged (needs {needs})", lambda evidence: False)


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a check found. `status` None: pass if `ok`, else what the requirement's level says.

    `blinded`: nothing can be said, because this requirement was broken first.
    """

    ok: bool
    text: str = ""
    expected: str = ""
    got: str = ""
    frames: tuple[int, ...] = ()
    cause: str = ""
    place: Place | None = None
    status: Status | None = None
    blinded: str = ""


PASSED = Judgement(True)


@dataclass(frozen=True, slots=True)
class Check:
    """A check, known before the run. It gets exactly one verdict (design §7).

    Judged if `after` holds; not applicable if the target declares less than `level` or `features`, or if one of
    `moot` holds while `after` does not; else not reached.
    """

    key: CheckKey
    requirement: str
    after: Condition
    judge: Callable[[Evidence], Judgement]
    level: Observes = Observes.WIRE
    features: frozenset[str] = frozenset()
    moot: tuple[Condition, ...] = field(default=())
    place: Place | None = None
    claims: bool = False
    """Whether it speaks for differences between what was told and what the oracle accepts."""

    @property
    def name(self) -> str:
        """`id` or `id/facet`."""
        return self.key.check
