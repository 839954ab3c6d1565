"""Failures with one symptom, told together."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.totals import failing, warning
from a2a_conformance.verdict import CellResult, Level, Status, Verdict

_STATUS_ORDER: Final = (Status.ERROR, Status.FAIL, Status.NOT_REACHED, Status.WARN)
_LEVEL_ORDER: Final = (Level.MUST, Level.SHOULD, Level.MAY, Level.INFO)


@dataclass(frozen=True, slots=True)
class Failure:
    """One verdict that is not as it should be, in its run. `excuse`: the baseline's reason, if it has one."""

    verdict: Verdict
    result: CellResult
    excuse: str | None = None


@dataclass(frozen=True, slots=True)
class Cause:
    """A symptom (of one requirement, where one was broken) and all failures that show it, the lead first."""

    symptom: str
    failures: tuple[Failure, ...]
    consequences: tuple[Failure, ...] = ()
    """Checks of the same runs that could not be judged because of it."""

    @property
    def lead(self) -> Failure:
        """The failure that stands for all: the gravest, with the shortest journal."""
        return self.failures[0]

    @property
    def expected(self) -> bool:
        """Whether the baseline excuses each of them."""
        return all(failure.excuse is not None for failure in self.failures)

    @property
    def cells(self) -> int:
        """In how many runs it shows."""
        return len({str(failure.result.cell) for failure in self.failures})

    @property
    def requirements(self) -> tuple[str, ...]:
        """The requirements that it breaks, the lead's first."""
        return tuple(dict.fromkeys(failure.verdict.requirement for failure in self.failures))


_Group = tuple[bool, str, str]
"""What failures have in common that are told together: whether they are expected, symptom, broken requirement."""


def failures(record: RunRecord) -> tuple[Failure, ...]:
    """Every error, failure and warning of a record, in its order."""
    baseline = record.footer.baseline if record.footer else None
    return tuple(
        Failure(verdict, result, baseline.reason(verdict.key) if baseline else None)
        for result in record.results
        for verdict in result.verdicts
        if verdict.status is Status.ERROR or failing(verdict) or warning(verdict)
    )


def causes(record: RunRecord) -> tuple[Cause, ...]:
    """The failures of a record, grouped: unexpected before expected, grave before light, many before few."""
    groups: dict[_Group, list[Failure]] = {}
    homes: dict[tuple[str, str], _Group] = {}
    roots, dependents = split(failures(record))
    for failure in roots:
        group = failure.excuse is not None, symptom(failure.verdict), _broken(failure.verdict)
        groups.setdefault(group, []).append(failure)
        homes[str(failure.result.cell), failure.verdict.key.check] = group
    hidden: dict[_Group, list[Failure]] = {}
    for failure in dependents:
        hidden.setdefault(homes[str(failure.result.cell), failure.verdict.explained_by], []).append(failure)
    found = (Cause(key[1], tuple(_gravest_first(group)), tuple(hidden.get(key, ()))) for key, group in groups.items())
    return tuple(sorted(found, key=lambda cause: (cause.expected, _gravity(cause.lead), -len(cause.failures))))


def split(found: Iterable[Failure]) -> tuple[tuple[Failure, ...], tuple[Failure, ...]]:
    """Those that stand for themselves, and those that another failure of the same run explains."""
    all_ = tuple(found)
    known = {(str(one.result.cell), one.verdict.key.check) for one in all_ if not one.verdict.explained_by}
    hidden = [(str(one.result.cell), one.verdict.explained_by) in known for one in all_]
    return (
        tuple(one for one, is_hidden in zip(all_, hidden, strict=True) if not is_hidden),
        tuple(one for one, is_hidden in zip(all_, hidden, strict=True) if is_hidden),
    )


def symptom(verdict: Verdict) -> str:
    """What failures are grouped by: the verdict's cause, else what it says."""
    return verdict.cause or verdict.text or f"{verdict.key.check} {verdict.status.value.replace('_', ' ')}"


def _broken(verdict: Verdict) -> str:
    """The requirement that was broken: alike symptoms of two have two causes. Empty when nothing was judged."""
    return verdict.requirement if verdict.status in (Status.FAIL, Status.WARN) else ""


def _gravity(failure: Failure) -> tuple[int, int]:
    return _STATUS_ORDER.index(failure.verdict.status), _LEVEL_ORDER.index(failure.verdict.level)


def _gravest_first(group: Iterable[Failure]) -> list[Failure]:
    return sorted(group, key=lambda failure: (*_gravity(failure), len(failure.result.journal)))
