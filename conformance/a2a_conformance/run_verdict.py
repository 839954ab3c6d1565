"""What a whole run comes to: the verdict with its scope, the counts, and the exit code (design §7)."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.verdict import Basis, CellResult, CheckKey, Level, RunVerdict, Status, Verdict


class Exit(IntEnum):
    """Exit codes of a run."""

    OK = 0
    UNEXPECTED = 1
    USAGE = 2
    BASELINE = 3
    HARNESS = 4
    INTERRUPTED = 130
    TERMINATED = 143


PRECEDENCE: Final = (
    Exit.INTERRUPTED,
    Exit.TERMINATED,
    Exit.HARNESS,
    Exit.USAGE,
    Exit.UNEXPECTED,
    Exit.BASELINE,
    Exit.OK,
)
"""Of several reasons the first here decides."""

IMPLIED: Final = frozenset({Basis.IMPLIED, Basis.QUALITY, Basis.PROFILE})
"""Bases without a keyword in a specification."""


@dataclass(frozen=True, slots=True)
class Musts:
    """Requirements of level MUST, each counted once, by the worst that was seen of it."""

    applied: int = 0
    held: int = 0
    failed: int = 0
    not_reached: int = 0

    @property
    def judged(self) -> int:
        """Those that were seen to hold or fail."""
        return self.held + self.failed


@dataclass(frozen=True, slots=True)
class Scope:
    """What the verdict speaks of; without it no verdict is told."""

    role: str
    dialects: tuple[str, ...]
    bindings: tuple[str, ...]
    level: str
    requirements: str
    explicit: Musts
    implied: Musts

    def __str__(self) -> str:
        musts = self.explicit.applied + self.implied.applied
        missed = self.explicit.not_reached + self.implied.not_reached
        forms = f"{' and '.join(self.dialects)} over {' and '.join(self.bindings)}"
        return (
            f"{self.role}, {forms}, {self.level}, requirements {self.requirements or 'unnamed'}: "
            f"{musts} MUST applied ({self.implied.applied} implied), {missed} not judged"
        )


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on a run. `checks` counts verdicts by status; `unexpected` are failures that nothing excuses."""

    verdict: RunVerdict
    scope: Scope
    checks: Mapping[Status, int] = field(default_factory=dict)
    unexpected: tuple[CheckKey, ...] = ()
    incomplete: tuple[str, ...] = ()
    """Why the run says nothing as a whole, one line each."""


def fails(verdict: Verdict, strict: bool = False) -> bool:
    """Whether it counts against the target: a MUST that failed or was not reached; with `strict` a SHOULD too."""
    if verdict.status is Status.FAIL:
        return True
    if verdict.status is Status.NOT_REACHED:
        return verdict.level is Level.MUST or (strict and verdict.level is Level.SHOULD)
    return strict and verdict.status is Status.WARN


def warns(verdict: Verdict) -> bool:
    """Whether it is a warning: a SHOULD that failed or was not reached."""
    return verdict.status is Status.WARN or (verdict.status is Status.NOT_REACHED and verdict.level is Level.SHOULD)


def rule(
    results: Iterable[CellResult],
    hello: Hello,
    *,
    role: str = "client",
    requirements: str = "",
    excused: Collection[CheckKey] = (),
    strict: bool = False,
    stopped: str = "",
) -> Ruling:
    """The verdict on the results of a run. `stopped` says why it did not get to its end."""
    cells = tuple(results)
    verdicts = [verdict for cell in cells for verdict in cell.verdicts]
    incomplete = tuple(_incomplete(verdicts, stopped))
    unexpected = tuple(
        verdict.key for verdict in verdicts if fails(verdict, strict) and verdict.key not in set(excused)
    )  # fmt: skip
    if incomplete:
        ruling = RunVerdict.INCOMPLETE
    elif any(fails(verdict) for verdict in verdicts):
        ruling = RunVerdict.NOT_CONFORMANT
    else:
        ruling = RunVerdict.WITH_WARNINGS if any(map(warns, verdicts)) else RunVerdict.CONFORMANT
    must = [verdict for verdict in verdicts if verdict.level is Level.MUST]
    scope = Scope(
        role,
        tuple(dict.fromkeys(cell.cell.wire_form.dialect.value for cell in cells)) or hello.dialects,
        tuple(dict.fromkeys(cell.cell.wire_form.binding.value for cell in cells)) or hello.bindings,
        "wire only" if hello.observes is Observes.WIRE else f"level {hello.observes.name.lower()}",
        requirements,
        _musts(verdict for verdict in must if verdict.basis not in IMPLIED),
        _musts(verdict for verdict in must if verdict.basis in IMPLIED),
    )
    return Ruling(ruling, scope, Counter(verdict.status for verdict in verdicts), unexpected, incomplete)


def exit_code(
    ruling: Ruling, *, stale: bool = False, usage: bool = False, signal: Exit | None = None
) -> Exit:  # fmt: skip
    """The exit code: of several reasons the first in 130, 143, 4, 2, 1, 3."""
    reasons = {Exit.OK}
    if signal is not None:
        reasons.add(signal)
    if ruling.verdict is RunVerdict.INCOMPLETE:
        reasons.add(Exit.HARNESS)
    if usage:
        reasons.add(Exit.USAGE)
    if ruling.unexpected:
        reasons.add(Exit.UNEXPECTED)
    if stale:
        reasons.add(Exit.BASELINE)
    return next(code for code in PRECEDENCE if code in reasons)


def _incomplete(verdicts: Collection[Verdict], stopped: str) -> Iterable[str]:
    if stopped:
        yield stopped
    judged = {Status.PASS, Status.FAIL, Status.WARN, Status.INFO, Status.NOT_REACHED}
    if not any(verdict.status in judged for verdict in verdicts):
        yield "nothing was judged"
    for verdict in verdicts:
        if verdict.status is Status.ERROR:
            yield f"{verdict.key}: {verdict.text}"


def _musts(verdicts: Iterable[Verdict]) -> Musts:
    seen: dict[str, set[Status]] = {}
    for verdict in verdicts:
        statuses = seen.setdefault(verdict.requirement, set())
        if not verdict.explained_by:
            statuses.add(verdict.status)
    for statuses in seen.values():
        if not statuses:  # hidden by failures wherever it applied
            statuses.add(Status.NOT_REACHED)
    applied = [statuses - {Status.NOT_APPLICABLE} for statuses in seen.values() if statuses - {Status.NOT_APPLICABLE}]
    failed = sum(Status.FAIL in statuses for statuses in applied)
    missed = sum(Status.FAIL not in statuses and Status.NOT_REACHED in statuses for statuses in applied)
    held = sum(statuses <= {Status.PASS, Status.INFO, Status.WARN} for statuses in applied)
    return Musts(len(applied), held, failed, missed)
