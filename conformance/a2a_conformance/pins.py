"""Pins against the oracle, before anything runs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.pin_results import Mismatch
from a2a_conformance.checks.pinned import Pin, mismatches, pins
from a2a_conformance.folding import FoldCase, NothingToFold, fold_case, is_foldable, judge_outcome
from a2a_conformance.oracle.accept import Accept, Certainty, Wanted
from a2a_conformance.oracle.build import accept
from a2a_conformance.outcome import AnswerForm, Ended, Hello, Kind, Observes, Outcome, Told, ToldError
from a2a_simulator.journal import Journal
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.scenario.play import Expect, ExpectedCall, Play
from a2a_simulator.scenario.problems import Problem
from a2a_simulator.session.caller import IDEAL, Caller, Recovery
from a2a_simulator.session.dry_run import dry_run

__all__ = ["FoldCase", "NothingToFold", "check_pins", "fold_case", "is_foldable", "judge_outcome", "outcome_of"]

SEES_ALL = Hello("oracle", observes=Observes.AGGREGATE, answer=AnswerForm("all"), features=frozenset({"listener"}))
"""A target that shows everything a pin can speak of."""

CALLERS: Final = (IDEAL, *(Caller(recovers=way) for way in Recovery))
"""The correct clients that differ where a script breaks off or refuses; the first takes things as they come."""

COUNTED: Final = SENDS | {Operation.CANCEL_TASK}
"""Calls whose number no correct client may choose; reads are free."""


@dataclass(frozen=True, slots=True)
class Course:
    """What one correct client met, and what it may then report."""

    journal: Journal
    accepted: Accept | None

    def ends(self) -> Iterator[Wanted | None]:
        """Each end that is right; None: nothing can be said of the result."""
        wanted = self.accepted.wanted if self.accepted is not None else ()
        yield from wanted or (None,)


def check_pins(play: Play) -> tuple[Problem, ...]:
    """The pins that no correct client can fulfil, each with both values.

    Where several ends are right a pin may choose among them, and where the specification leaves the end open it may
    say anything; calls are counted where their number is not the client's own choice.
    """
    if play.targets == ("host",):
        return ()
    runs = journals(play)
    told = [accept(play, journal) for journal in runs]
    found: list[Problem] = []
    for pin in pins(play):
        courses = [Course(journal, one.get(pin.step.id)) for journal, one in zip(runs, told, strict=True)]
        for expect in pin.expects:
            problem = _problem(play, pin, expect, courses)
            found += [problem] if problem is not None else []
    return tuple(dict.fromkeys(found))


def journals(play: Play) -> list[Journal]:
    """The runs of the correct clients; one where the script leaves them no choice."""
    first = dry_run(play)
    if all(one.certainty is Certainty.EXACT for one in accept(play, first).values()):
        return [first]
    return [first, *(dry_run(play, caller) for caller in CALLERS[1:])]


def _problem(play: Play, pin: Pin, expect: Expect, courses: list[Course]) -> Problem | None:
    """The nearest end that a correct client may report, if even that is not as pinned."""
    expect = _certain(expect, play, courses)
    missed: list[Mismatch] = []
    for course in courses:
        for want in course.ends():
            found = mismatches(expect, pin, _evidence(play, pin, course, want))[0]
            if not found:
                return None
            missed.append(found[0])
    nearest = missed[0]
    made = " or ".join(dict.fromkeys(one.got for one in missed if one.what == nearest.what))
    path = "expect" if pin.whole else f"{pin.step.verb} (step {pin.step.id}).expect"
    text = f"{nearest.what} is pinned as {nearest.expected}, but the script makes it {made}"
    return Problem(expect.place, path, text, "correct one of the two, or leave the pin out")


def _certain(expect: Expect, play: Play, courses: list[Course]) -> Expect:
    """The pin without what the oracle does not know for certain."""
    open_ = any(one.accepted is not None and _is_open(one.accepted) for one in courses) or _deliberate(play)
    kept = replace(
        expect,
        calls=tuple(call for call in expect.calls if _countable(call)),
        calls_in_order=False,
        any_of=tuple(_certain(other, play, courses) for other in expect.any_of),
    )
    if not open_:
        return kept
    return replace(
        kept, outcome=(), text=None, artifacts={}, reason=None, error=None, listener_updates=None, any_of=()
    )


def _is_open(accepted: Accept) -> bool:
    return accepted.certainty is Certainty.OPEN


def _deliberate(play: Play) -> bool:
    """Whether an agent breaks rules on purpose: then a pin says which reaction its author wants."""
    return any(step.deliberate for agent in play.agents for entry in agent.entries for step in entry.steps)


def _countable(call: ExpectedCall) -> bool:
    when = call.when
    chosen = when.headers or when.params or when.path is not None or when.context is not None
    return bool(when.calls) and not chosen and when.calls is not None and when.calls <= COUNTED


def _evidence(play: Play, pin: Pin, course: Course, want: Wanted | None) -> Evidence:
    told = {pin.step.id: Told(pin.step.id, Ended.CLEAN, _told(want))} if want is not None else {}
    return Evidence(play, SEES_ALL, told, course.journal)


def _told(want: Wanted) -> Outcome:
    outcome, error = outcome_of(want), want.error
    if want.kind is not Kind.ERROR or error is None:
        return outcome
    return replace(outcome, error=ToldError(None, error.code, error.http, error.reason, error.message))


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
