"""Under which requirement each difference is reported: exactly one, the most special one that was met."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from a2a_conformance.checks.check import Check
from a2a_conformance.checks.covers import covered
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.results import Row, Speaks, rows
from a2a_conformance.oracle.differ import Aspect, Difference

RESIDUAL: Final[Mapping[Aspect, tuple[str, ...]]] = {
    Aspect.END: ("client-ends",),
    Aspect.KIND: ("state-terminal-set", "outcome"),
    Aspect.CONTENT: ("answer-text", "outcome"),
    Aspect.PARTS: ("art-part-kinds", "answer-text", "outcome"),
    Aspect.ANSWER: ("answer-text", "outcome"),
    Aspect.QUESTION: ("state-interrupted-set", "outcome"),
    Aspect.ERROR: ("err-client-by-reason", "outcome"),
    Aspect.IDS: ("outcome",),
    Aspect.UPDATES: ("listener-every-update", "outcome"),
    Aspect.EVENTS: ("answer-text", "outcome"),
}
"""Where a difference goes that no special row claims."""

CARRIAGE: Final = frozenset({"sse-framing", "sse-keepalive", "sse-large", "json-utf8", "json-unknown-ignore"})
"""Requirements on how things are carried: in a scenario made for one, what goes wrong is due to it."""

ENDINGS: Final = frozenset({Aspect.END, Aspect.KIND, Aspect.QUESTION, Aspect.ERROR, Aspect.IDS})


def claim(evidence: Evidence, planned: Sequence[Check]) -> Mapping[str, tuple[Difference, ...]]:
    """The differences of a run by requirement; only checks that are judged in this run can claim."""
    open_ = {check.requirement for check in planned if check.claims and _judged(check, evidence)}
    made_for = [row.id for row in covered(evidence.play)]
    special = {row.requirement: row for row in rows(evidence.play) if not row.residual}
    out: dict[str, list[Difference]] = {}
    for differences in evidence.differences.values():
        for difference in differences:
            owner = next(_candidates(difference, open_, made_for, special), "outcome")
            out.setdefault(owner, []).append(difference)
    return {key: tuple(value) for key, value in out.items()}


def _candidates(
    difference: Difference, open_: set[str], made_for: Sequence[str], special: Mapping[str, Row]
) -> Iterator[str]:
    if difference.aspect is not Aspect.END:
        yield from (name for name in made_for if name in CARRIAGE & open_)
    for name in difference.suspects:
        if name in open_:
            yield name
    fits = {Speaks.ALL, Speaks.END if difference.aspect in ENDINGS else Speaks.CONTENT}
    if difference.aspect is not Aspect.END:
        for name in made_for:
            if name in open_ and name in special and special[name].speaks in fits:
                yield name
        if not difference.suspects:
            for name, row in special.items():
                if name in open_ and row.speaks is Speaks.ALL:
                    yield name
    for name in RESIDUAL[difference.aspect]:
        if name in open_:
            yield name


def _judged(check: Check, evidence: Evidence) -> bool:
    return (
        check.level <= evidence.hello.observes
        and check.features <= evidence.hello.features
        and check.after.holds(evidence)
    )
