"""Requirements that a file is made for and that no other family judges: the file's pins speak for them."""

from collections.abc import Iterator
from typing import Final

from a2a_conformance.checks.check import PASSED, Check, Condition, Judgement, never
from a2a_conformance.checks.covers import covered
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.exercised import lacking
from a2a_conformance.checks.pinned import judge_pin, pins, requirement_of
from a2a_conformance.outcome import Observes
from a2a_conformance.verdict import CheckKey
from a2a_simulator.scenario.play import Play

ENDED: Final = Condition(
    "a call arrived and the last step came to an end",
    lambda evidence: bool(evidence.calls) and evidence.ended(evidence.play.drive[-1]),
)


def made_for_checks(play: Play, named: set[str]) -> Iterator[Check]:
    """One check for each covered requirement that has none yet."""
    for requirement in covered(play):
        if requirement.id not in named and requirement.left_out is None:
            lacks = lacking(play, requirement)
            yield Check(
                CheckKey(requirement.id, play.cell),
                requirement.id,
                never(lacks) if lacks else ENDED,
                for_all,
                Observes.WIRE if _pinned_calls(play) else Observes.ANSWER,
                place=play.place,
            )


def for_all(evidence: Evidence) -> Judgement:
    """Holds when all pins hold and the oracle has no objection; what does not hold is told where it belongs."""
    for pin in pins(evidence.play):
        if not judge_pin(pin, evidence).ok:
            name = requirement_of(evidence.play, pin.expects[0])
            return Judgement(False, "nothing can be said: a pin of the scenario does not hold", blinded=name)
    for requirement, differences in evidence.claims.items():
        if differences:
            return Judgement(False, f"nothing can be said: {differences[0].cause}", blinded=requirement)
    return PASSED


def _pinned_calls(play: Play) -> bool:
    return any(expect.calls for pin in pins(play) for expect in pin.expects)
