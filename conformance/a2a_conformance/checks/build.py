"""Short ways to write checks that judge calls."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from a2a_conformance.checks.check import PASSED, Check, Condition, Judgement
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.outcome import Observes
from a2a_conformance.verdict import CheckKey
from a2a_simulator.scenario.play import Place, Play


@dataclass(frozen=True, slots=True)
class Breach:
    """What a check found wrong."""

    text: str
    frames: tuple[int, ...] = ()
    expected: str = ""
    got: str = ""


def call_check(
    play: Play,
    requirement: str,
    cause: str,
    after: Condition,
    breaches: Callable[[Evidence], Iterable[Breach]],
    *,
    facet: str = "",
    moot: tuple[Condition, ...] = (),
    features: frozenset[str] = frozenset(),
    level: Observes = Observes.WIRE,
    place: Place | None = None,
) -> Check:
    """A check that fails with the first breach; `cause` is its symptom, for authors of clients."""

    def judge(evidence: Evidence) -> Judgement:
        for breach in breaches(evidence):
            return Judgement(False, breach.text, breach.expected, breach.got, breach.frames, cause)
        return PASSED

    name = f"{requirement}/{facet}" if facet else requirement
    return Check(CheckKey(name, play.cell), requirement, after, judge, level, features, moot, place or play.place)


def some(text: str, calls: Callable[[Evidence], Iterable[Call]]) -> Condition:
    """Holds when there is such a call."""
    return Condition(text, lambda evidence: any(True for _ in calls(evidence)))


def none(text: str, calls: Callable[[Evidence], Iterable[Call]]) -> Condition:
    """Holds when there is no such call, though there were calls."""
    return Condition(text, lambda evidence: bool(evidence.calls) and not any(True for _ in calls(evidence)))


def sends(evidence: Evidence) -> Iterator[Call]:
    """The calls that send a message."""
    return iter(evidence.sends)
