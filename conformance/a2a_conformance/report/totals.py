"""What a run comes to: counts by check, by requirement and by family, and the run verdict (design §7)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from a2a_conformance.evaluate import NOT_DECLARED, NOT_SHOWN
from a2a_conformance.report.record import End, RunRecord
from a2a_conformance.verdict import Basis, CellResult, Level, RunVerdict, Status, Verdict

IMPLICIT: Final = (Basis.IMPLIED, Basis.QUALITY, Basis.PROFILE)
"""Bases without a keyword in a specification; a MUST of any other basis counts as explicit."""

_TELLS_NO_IDS: Final = "the target told its caller no "
"""How the reason begins for which the later steps of a conversation were not asked for."""

_REASONS: Final = {NOT_DECLARED: "features not declared", NOT_SHOWN: "level not shown"}

_JUDGED: Final = (Status.PASS, Status.FAIL, Status.WARN, Status.INFO)


def failing(verdict: Verdict) -> bool:
    """Whether this alone makes a target not conformant: a MUST that failed or was not reached."""
    return verdict.status is Status.FAIL or (verdict.status is Status.NOT_REACHED and verdict.level is Level.MUST)


def warning(verdict: Verdict) -> bool:
    """Whether this is a warning: a SHOULD that failed or was not reached."""
    return verdict.status is Status.WARN or (verdict.status is Status.NOT_REACHED and verdict.level is Level.SHOULD)


@dataclass(frozen=True, slots=True)
class Tally:
    """Requirements of one kind, each counted once, by the worst that was seen of it."""

    held: int = 0
    broken: int = 0
    not_reached: int = 0
    not_applicable: int = 0
    error: int = 0

    @property
    def applied(self) -> int:
        """How many spoke of this target at all."""
        return self.held + self.broken + self.not_reached + self.error


@dataclass(frozen=True, slots=True)
class Family:
    """The cells of one folder of scenarios, counted by the worst verdict in each."""

    name: str
    cells: int
    worst: Mapping[Status, int]
    """PASS here means: judged, and nothing failed."""

    @property
    def clean(self) -> int:
        """Cells without failure or error; warnings leave a cell clean."""
        return self.worst.get(Status.PASS, 0) + self.worst.get(Status.WARN, 0)

    @property
    def applied(self) -> int:
        """Cells in which anything was judged."""
        return self.cells - self.worst.get(Status.NOT_APPLICABLE, 0)


@dataclass(frozen=True, slots=True)
class Totals:
    """All that the summaries say in figures."""

    cells: int
    checks: Mapping[Status, int]
    explicit: Tally
    implied: Tally
    profile: Tally
    should: Tally
    families: tuple[Family, ...]
    verdict: RunVerdict
    incomplete: tuple[str, ...]
    """Why the run is incomplete, one line each; empty otherwise."""
    unexpected: int
    """Failures that no baseline excuses; their consequences are not counted again."""
    excused: int
    not_applicable_because: tuple[str, ...] = ()
    """Why MUSTs were not applicable, in few words, the most frequent reason first."""

    @property
    def must(self) -> Tally:
        """Explicit, implied and profile MUSTs together."""
        kinds = (self.explicit, self.implied, self.profile)
        return Tally(
            held=sum(kind.held for kind in kinds),
            broken=sum(kind.broken for kind in kinds),
            not_reached=sum(kind.not_reached for kind in kinds),
            not_applicable=sum(kind.not_applicable for kind in kinds),
            error=sum(kind.error for kind in kinds),
        )


def totals(record: RunRecord) -> Totals:
    """Counts a record."""
    verdicts = [verdict for result in record.results for verdict in result.verdicts]
    must = [verdict for verdict in verdicts if verdict.level is Level.MUST and verdict.status is not Status.ERROR]
    baseline = record.footer.baseline if record.footer else None
    failures = [verdict for verdict in verdicts if failing(verdict) and not verdict.explained_by]
    excused = sum(1 for verdict in failures if baseline and baseline.reason(verdict.key) is not None)
    incomplete = tuple(_incomplete(record, verdicts))
    return Totals(
        cells=len(record.results),
        checks=Counter(verdict.status for verdict in verdicts),
        explicit=_tally(verdict for verdict in must if verdict.basis not in IMPLICIT),
        implied=_tally(verdict for verdict in must if verdict.basis in (Basis.IMPLIED, Basis.QUALITY)),
        profile=_tally(verdict for verdict in must if verdict.basis is Basis.PROFILE),
        should=_tally(verdict for verdict in verdicts if verdict.level is Level.SHOULD),
        families=_families(record.results),
        verdict=_verdict(verdicts, bool(incomplete)),
        incomplete=incomplete,
        unexpected=len(failures) - excused,
        excused=excused,
        not_applicable_because=_because(must),
    )


def worst(result: CellResult) -> Status:
    """The worst verdict of a cell; PASS when something was judged and nothing failed."""
    if any(verdict.status is Status.ERROR for verdict in result.verdicts):
        return Status.ERROR
    bad = [verdict for verdict in result.verdicts if failing(verdict)]
    if bad:
        return Status.FAIL if any(verdict.status is Status.FAIL for verdict in bad) else Status.NOT_REACHED
    if any(warning(verdict) for verdict in result.verdicts):
        return Status.WARN
    judged = any(verdict.status in _JUDGED for verdict in result.verdicts)
    return Status.PASS if judged else Status.NOT_APPLICABLE


def _families(results: Iterable[CellResult]) -> tuple[Family, ...]:
    counts: dict[str, Counter[Status]] = {}
    for result in results:
        family = result.cell.scenario.rpartition("/")[0] or "files"
        counts.setdefault(family, Counter())[worst(result)] += 1
    return tuple(Family(name, count.total(), count) for name, count in counts.items())


def _tally(verdicts: Iterable[Verdict]) -> Tally:
    seen: dict[str, set[Status]] = {}
    hidden: set[str] = set()
    for verdict in verdicts:
        if verdict.explained_by:  # its cause counts; what was seen of it in other cells decides
            hidden.add(verdict.requirement)
            continue
        softened = verdict.status is Status.WARN and verdict.level is Level.MUST  # rated lower by the scenario
        seen.setdefault(verdict.requirement, set()).add(Status.PASS if softened else verdict.status)
    for requirement in hidden:
        if seen.get(requirement, set()) <= {Status.NOT_APPLICABLE}:
            seen[requirement] = {Status.NOT_REACHED}
    count: Counter[str] = Counter(_worst_of(statuses) for statuses in seen.values())
    return Tally(**count)


def _because(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    applied: set[str] = set()
    reasons: dict[str, str] = {}
    for verdict in verdicts:
        if verdict.status is not Status.NOT_APPLICABLE:
            applied.add(verdict.requirement)
            continue
        word = next((word for start, word in _REASONS.items() if verdict.text.startswith(start)), "did not come up")
        reasons.setdefault(verdict.requirement, word)
    counted = Counter(word for requirement, word in reasons.items() if requirement not in applied)
    words = tuple(word for word, _ in counted.most_common())
    cut_off = any(verdict.text.startswith(_TELLS_NO_IDS) for verdict in verdicts)
    return ("multi-turn not judged: the target tells no ids", *words) if cut_off else words


def _worst_of(statuses: set[Status]) -> str:
    if Status.ERROR in statuses:
        return "error"
    if statuses & {Status.FAIL, Status.WARN}:
        return "broken"
    if Status.NOT_REACHED in statuses:
        return "not_reached"
    return "held" if statuses & {Status.PASS, Status.INFO} else "not_applicable"


def _verdict(verdicts: list[Verdict], incomplete: bool) -> RunVerdict:
    if incomplete:
        return RunVerdict.INCOMPLETE
    if any(map(failing, verdicts)):
        return RunVerdict.NOT_CONFORMANT
    return RunVerdict.WITH_WARNINGS if any(map(warning, verdicts)) else RunVerdict.CONFORMANT


def _incomplete(record: RunRecord, verdicts: list[Verdict]) -> Iterable[str]:
    yield from (problem.what for problem in record.problems)
    if record.footer is None and not record.problems:
        yield "the run never ended"
    if record.footer is None and not record.problems:
        yield "the run has no end"
    if record.footer is not None and record.footer.end is End.INTERRUPTED:
        yield f"the run was stopped by a signal ({record.footer.signal})"
    elif record.footer is not None and record.footer.end is End.FAILED:
        yield record.footer.note or "the harness failed"
    done = {str(result.cell) for result in record.results}
    missing = [name for name in record.header.planned if name not in done]
    if missing:
        yield f"{len(missing)} of {len(record.header.planned)} cells did not run, the first is {missing[0]}"
    errors = sum(1 for verdict in verdicts if verdict.status is Status.ERROR)
    if errors:
        yield f"{errors} of {len(verdicts)} checks met an error of the adapter or of this suite"
    if not any(verdict.status in _JUDGED or verdict.status is Status.NOT_REACHED for verdict in verdicts):
        yield "no check applied to this target"
