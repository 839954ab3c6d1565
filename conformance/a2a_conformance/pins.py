"""Pins against the oracle, before anything runs."""

from collections.abc import Iterator

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.pin_results import Mismatch, result_mismatches
from a2a_conformance.checks.pinned import Pin, pins
from a2a_conformance.folding import FoldCase, NothingToFold, fold_case, is_foldable, judge_outcome
from a2a_conformance.oracle.accept import Accept, Certainty, Wanted
from a2a_conformance.oracle.build import accept
from a2a_conformance.outcome import AnswerForm, Ended, Hello, Kind, Observes, Outcome, Told
from a2a_simulator.scenario.play import Expect, Play
from a2a_simulator.scenario.problems import Problem
from a2a_simulator.session.dry_run import dry_run

__all__ = ["FoldCase", "NothingToFold", "check_pins", "fold_case", "is_foldable", "judge_outcome", "outcome_of"]

SEES_ALL = Hello("oracle", observes=Observes.AGGREGATE, answer=AnswerForm("all"), features=frozenset({"listener"}))
"""A target that shows everything a pin can speak of."""


def check_pins(play: Play) -> tuple[Problem, ...]:
    """The pins that contradict what the oracle knows exactly, each with both values.

    Nothing is said where several ends are right, about alternatives (`any_of`), and about calls.
    """
    if play.targets == ("host",):
        return ()
    journal = dry_run(play)
    accepted = accept(play, journal)
    found: list[Problem] = []
    for pin in pins(play):
        want = accepted.get(pin.step.id)
        if want is None or want.certainty is not Certainty.EXACT or len(want.wanted) != 1:
            continue
        for expect in pin.expects:
            found += [_problem(pin, expect, missed) for missed in _missed(play, pin, expect, want)]
    return tuple(dict.fromkeys(found))


def _missed(play: Play, pin: Pin, expect: Expect, want: Accept) -> Iterator[Mismatch]:
    told = Told(pin.step.id, Ended.CLEAN, outcome_of(want.wanted[0]))
    evidence = Evidence(play, SEES_ALL, {pin.step.id: told}, dry_run(play))
    return result_mismatches(expect, pin.step, evidence)


def outcome_of(want: Wanted) -> Outcome:
    """The outcome that a correct client reports for this end."""
    answer = want.answer
    if want.known.message is not None:
        answer = "".join(part.get("text", "") for part in want.known.message)
    elif want.kind is Kind.COMPLETED or (want.kind is Kind.STOPPED and answer is None):
        answer = "".join(story.text for story in want.known.artifacts.values())
    return Outcome(
        want.kind, answer, want.known.contents(), want.known.task, want.known.context, want.known.reason,
        updates=want.updates,
    )  # fmt: skip


def _problem(pin: Pin, expect: Expect, missed: Mismatch) -> Problem:
    path = "expect" if pin.whole else f"{pin.step.verb} (step {pin.step.id}).expect"
    text = f"{missed.what} is pinned as {missed.expected}, but the script makes it {missed.got}"
    return Problem(expect.place, path, text, "correct one of the two, or leave the pin out")
