"""The pins of a scenario as checks: what its author wrote under `expect` (scenario format §7.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.checks.check import PASSED, Check, Condition, Judgement
from a2a_conformance.checks.covers import covered, of_clients
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.pin_results import Mismatch, result_mismatches
from a2a_conformance.checks.pin_traffic import traffic_mismatches
from a2a_conformance.checks.prevented import prevented
from a2a_conformance.oracle.compare import mute
from a2a_conformance.oracle.scopes import walk
from a2a_conformance.outcome import Ended, Observes
from a2a_conformance.verdict import CheckKey, Status
from a2a_simulator.scenario.play import DriveStep, Expect, Play

PIN: Final = "scenario-pin"
RATES: Final = {"pass": Status.PASS, "warn": Status.WARN, "info": Status.INFO}
ORDER: Final = ("pass", "warn", "info")


@dataclass(frozen=True, slots=True)
class Pin:
    """The pins of one place: a drive step, or the file's end (`step` is then the last step)."""

    expects: tuple[Expect, ...]
    step: DriveStep
    whole: bool

    @property
    def facet(self) -> str:
        """The part of the check's name that tells pins apart."""
        return "pin" if self.whole else f"pin-{self.step.id}"


def pins(play: Play) -> Iterator[Pin]:
    """All pins of a play, those of the steps first."""
    for step in walk(play.drive):
        if step.expect:
            yield Pin(step.expect, step, whole=False)
    if play.expect and play.drive:
        yield Pin(play.expect, play.drive[-1], whole=True)


def pin_checks(play: Play) -> Iterator[Check]:
    """One check for each pin and requirement."""
    for pin in pins(play):
        groups: dict[str, list[Expect]] = {}
        for expect in pin.expects:
            groups.setdefault(requirement_of(play, expect), []).append(expect)
        for requirement, expects in groups.items():
            yield _check(play, Pin(tuple(expects), pin.step, pin.whole), requirement)


def is_pin(check: Check) -> bool:
    """Whether a check is what an author wrote under `expect`."""
    return check.name.partition("/")[2].startswith("pin")


def requirement_of(play: Play, expect: Expect) -> str:
    """Under which id a failed pin is reported."""
    dialect = play.cell.wire_form.dialect
    for name in (expect.requirement, next((row.id for row in covered(play)), None)):
        if name is not None and name in catalog.ids():
            row = catalog.get(name)
            if row.exists_in(dialect) and of_clients(row):
                return row.id
    return PIN


def _check(play: Play, pin: Pin, requirement: str) -> Check:
    def judge(evidence: Evidence) -> Judgement:
        return judge_pin(pin, evidence)

    name = f"{requirement}/{pin.facet}"
    level = min(_levels(pin.expects), default=Observes.WIRE)
    after = Condition(
        "a call arrived and the step came to an end",
        lambda evidence: (
            bool(evidence.calls)
            and evidence.ended(pin.step)
            and not _only_content(pin, evidence)
            and not _prevented(pin, evidence)
        ),
    )
    unseen = Condition(
        "a target that shows events is judged by their sequence", lambda evidence: _only_content(pin, evidence)
    )
    skipped = Condition("the step was not asked for", lambda evidence: _skipped(pin, evidence))
    otherwise = Condition(
        "the target could not do all that the scenario asks", lambda evidence: bool(_prevented(pin, evidence))
    )
    features = frozenset({"listener"}) if all(_only_listener(expect) for expect in pin.expects) else frozenset[str]()
    place = pin.expects[0].place
    return Check(
        CheckKey(name, play.cell), requirement, after, judge, level, features, (skipped, unseen, otherwise), place
    )


def judge_pin(pin: Pin, evidence: Evidence) -> Judgement:
    """Fails with the first thing that is not as pinned; `rate` softens the match of an alternative."""
    told = evidence.told.get(pin.step.id)
    if told is not None and told.ended in (Ended.HANG, Ended.CRASH) and evidence.sees_outcomes:
        return Judgement(False, "the step never ended", blinded="client-ends")
    if told is not None and mute(told, pin.step.verb, evidence.hello):
        return Judgement(False, "nothing was told of its end", blinded="outcome")
    rate = "pass"
    for expect in pin.expects:
        found, its_rate = mismatches(expect, pin, evidence)
        if found:
            first = found[0]
            known = next(iter(evidence.differences.get(pin.step.id, ())), None)
            cause = known.cause if known is not None else f"{first.what} is not as the scenario pins it"
            frames = first.frames or (known.frames if known is not None else ())
            return Judgement(False, f"pinned: {first.text}", first.expected, first.got, frames, cause, expect.place)
        rate = max(rate, its_rate, key=ORDER.index)
    if rate == "pass":
        return PASSED
    return Judgement(True, "a legal reaction that the scenario rates lower", status=RATES[rate])


def mismatches(expect: Expect, pin: Pin, evidence: Evidence) -> tuple[Sequence[Mismatch], str]:
    """What is not as pinned, and how the alternative that fits is rated; of alternatives the nearest is told."""
    found = [*result_mismatches(expect, pin.step, evidence), *_traffic(expect, pin, evidence)]
    if found or not expect.any_of:
        return found, "pass"
    tried = [(mismatches(other, pin, evidence)[0], other.rate) for other in expect.any_of]
    fitting = [rate for missed, rate in tried if not missed]
    if fitting:
        return (), min(fitting, key=ORDER.index)
    return min((missed for missed, _ in tried), key=len), "pass"


def _traffic(expect: Expect, pin: Pin, evidence: Evidence) -> Iterator[Mismatch]:
    calls = evidence.calls if pin.whole else evidence.step_calls(pin.step)
    return traffic_mismatches(expect, calls, evidence)


def _levels(expects: Sequence[Expect]) -> Iterator[Observes]:
    for expect in expects:
        if expect.calls or expect.calls_in_order:
            yield Observes.WIRE
        if (
            expect.outcome
            or expect.text is not None
            or expect.error is not None
            or expect.listener_updates is not None
        ):
            yield Observes.ANSWER
        if expect.artifacts or expect.reason is not None:
            yield Observes.AGGREGATE
        yield from _levels(expect.any_of)


def _only_listener(expect: Expect) -> bool:
    others = (
        expect.outcome, expect.text, expect.artifacts, expect.reason, expect.error, expect.calls, expect.any_of,
        expect.calls_in_order,
    )  # fmt: skip
    return expect.listener_updates is not None and not any(others)


def _only_content(pin: Pin, evidence: Evidence) -> bool:
    """Whether all that is pinned is content, which a target that shows events is not asked for."""
    if evidence.hello.observes is not Observes.EVENTS:
        return False
    return not any(
        (one.outcome, one.error, one.calls, one.calls_in_order, one.any_of, one.listener_updates is not None)
        != ((), None, (), False, (), False)
        for one in pin.expects
    )


def _prevented(pin: Pin, evidence: Evidence) -> str:
    return prevented(evidence, evidence.steps if pin.whole else tuple(walk(pin.step.meanwhile)))


def _skipped(pin: Pin, evidence: Evidence) -> bool:
    told = evidence.told.get(pin.step.id)
    return told is not None and told.ended is Ended.SKIPPED
