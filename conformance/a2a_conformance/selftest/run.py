"""The self-test: every mutant is caught, the reference client is not, no saboteur gets through (design §8)."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from a2a_conformance.adapters.normal_form import nearest
from a2a_conformance.outcome import Observes
from a2a_conformance.selftest import pins as pinned
from a2a_conformance.selftest.choice import cells_to_run
from a2a_conformance.selftest.crew import Job, work
from a2a_conformance.selftest.document import write as write_document
from a2a_conformance.selftest.laboratory import LEVELS, Verdicts, difference, plays, scenario_of, whole_checks
from a2a_conformance.selftest.matrix import Matrix, kills
from a2a_conformance.selftest.mutant import Mutant
from a2a_conformance.selftest.pins import Pins, Plans, Row, changes
from a2a_conformance.selftest.population import all_mutants
from a2a_conformance.selftest.sabotage import sabotage
from a2a_conformance.selftest.saboteurs import CASES
from a2a_conformance.verdict import Status

HARMLESS: Final = frozenset({Status.PASS, Status.INFO, Status.NOT_APPLICABLE})
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What to do. `full`: each mutant through every cell. `accept`: take what is seen as pinned. The rest selects."""

    full: bool = False
    accept: bool = False
    rule: str | None = None
    mutant: str | None = None


class UnknownName(LookupError):
    """A mutant or requirement that does not exist; the message names the nearest."""


@dataclass(slots=True)
class SelftestResult:
    """What the self-test came to."""

    mutants: int = 0
    killed: int = 0
    false_alarms: int = 0
    saboteurs: int = 0
    passed: int = 0
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return not self.problems

    def __str__(self) -> str:
        return (
            f"mutants killed {self.killed}/{self.mutants} · false alarms {self.false_alarms} · "
            f"saboteurs passed {self.passed}"
        )


def selftest(options: Options = Options(), say: Say = print) -> SelftestResult:
    """Runs the self-test and says how it goes, a line at a time. Raises UnknownName, SessionOver."""
    began = time.monotonic()
    result = SelftestResult()
    names = [mutant.name for mutant in all_mutants()]
    if options.mutant is not None and options.mutant not in names:
        raise UnknownName(f"no mutant is named {options.mutant!r}{nearest(options.mutant, names)}")
    reference = _reference(result, say)
    plans = _plans(reference)
    levels = {mutant.name: mutant.observes for mutant in all_mutants()}
    known = pinned.load(plans, levels)
    chosen = _chosen(options, _matrix(known, plans))
    everywhere = options.full or options.accept or options.mutant is not None
    seen = _mutants(result, chosen, reference, known, everywhere, say)
    if options.accept:
        known = Pins({**{name: row for name, row in known.rows.items() if name in levels}, **seen})
        pinned.path().write_text(pinned.dump(known, plans, levels), encoding="utf-8")
        say(f"wrote {pinned.path()}")
    else:
        result.problems += _unlike_pins(seen, known, chosen, everywhere)
    matrix = _matrix(known, plans)
    result.problems += matrix.problems() if options.rule is None and options.mutant is None else ()
    if options.accept:
        say(f"wrote {write_document(matrix)}")
    if options.mutant is not None:
        _tell(chosen[options.mutant], seen, say)
    if options.mutant is None and options.rule is None:
        _saboteurs(result, say)
    result.seconds = time.monotonic() - began
    for problem in result.problems:
        say(f"  {problem}")
    say(f"{result} ({result.seconds:.0f} s)")
    return result


def _reference(result: SelftestResult, say: Say) -> Mapping[Observes, Verdicts]:
    cells = tuple(plays())
    reference = {job.observes: verdicts for job, verdicts in work([Job(None, level, cells) for level in LEVELS])}
    for level in LEVELS:
        for cell, checks in sorted(reference[level].items()):
            for check, seen in checks.items():
                if seen.status not in HARMLESS:
                    result.false_alarms += 1
                    result.problems.append(f"the reference client: {cell} {check} {seen.status}: {seen.text}")
    say(f"reference client: {len(cells)} cells at {len(LEVELS)} levels, {result.false_alarms} false alarms")
    return reference


def _plans(reference: Mapping[Observes, Verdicts]) -> Plans:
    return Plans(
        {
            level: {
                cell: frozenset(check for check, seen in checks.items() if seen.status is Status.PASS)
                for cell, checks in cells.items()
            }
            for level, cells in reference.items()
        }
    )


def _matrix(known: Pins, plans: Plans) -> Matrix:
    return Matrix({mutant.name: mutant for mutant in all_mutants()}, known.rows, plans, whole_checks())


def _chosen(options: Options, matrix: Matrix) -> dict[str, Mutant]:
    names = list(matrix.mutants)
    if options.mutant is not None:
        names = [name for name in names if name == options.mutant]
    if options.rule is not None:
        ids = {options.rule}
        names = [name for name in names if {check.partition("/")[0] for check in matrix.telling(name)} & ids]
    if not names:
        rule = options.rule or ""
        raise UnknownName(f"no mutant is told apart by {rule!r}{nearest(rule, matrix.checks)}")
    return {name: matrix.mutants[name] for name in names}


def _job(mutant: Mutant, row: Row, every: tuple[str, ...], everywhere: bool) -> Job:
    hanging = frozenset(cell for cell, checks in row.items() if checks.get("client-ends") is Status.FAIL)
    return Job(mutant.name, mutant.observes, every if everywhere else cells_to_run(row, every), hanging)


def _mutants(
    result: SelftestResult,
    chosen: Mapping[str, Mutant],
    reference: Mapping[Observes, Verdicts],
    known: Pins,
    everywhere: bool,
    say: Say,
) -> dict[str, Row]:
    every = tuple(plays())
    jobs = [_job(mutant, known.rows.get(name, {}), every, everywhere) for name, mutant in chosen.items()]
    seen: dict[str, Row] = {}
    result.mutants = len(jobs)
    for job, verdicts in work(jobs):
        assert job.mutant is not None
        row = difference(reference[job.observes], verdicts)
        seen[job.mutant] = row
        killed = kills(row)
        result.killed += killed
        if not killed:
            say(f"  {job.mutant} lives")
    say(f"mutants: {sum(len(job.cells) for job in jobs)} runs")
    return seen


def _unlike_pins(
    seen: Mapping[str, Row],
    known: Pins,
    chosen: Mapping[str, Mutant],
    everywhere: bool,
) -> Iterator[str]:
    for name, row in seen.items():
        if name not in known.rows:
            yield f"mutant {name} is not pinned (selftest --accept)"
            continue
        cells = _job(chosen[name], known.rows[name], tuple(plays()), everywhere).cells
        ran = {cell for cell in cells if scenario_of(cell) not in chosen[name].races}
        pinned_here = {(c, k): s for c, k, s in changes(known.rows[name]) if c in ran}
        seen_here = {(c, k): s for c, k, s in changes(row) if c in ran}
        for cell, check in sorted(pinned_here.keys() | seen_here.keys()):
            was, now = pinned_here.get((cell, check)), seen_here.get((cell, check))
            if was is not now:
                told = [str(status) if status else "as the reference client" for status in (was, now)]
                yield f"mutant {name}: {check} in {cell} is pinned {told[0]}, now {told[1]}"
                break


def _tell(mutant: Mutant, seen: Mapping[str, Row], say: Say) -> None:
    say(f"{mutant.name} ({mutant.bug_class}): {mutant.text}")
    for cell, checks in sorted(seen.get(mutant.name, {}).items()):
        for check, status in checks.items():
            say(f"  {cell} {check}: {status}")


def _saboteurs(result: SelftestResult, say: Say) -> None:
    for each in sabotage():
        result.passed += bool(each.problems)
        result.problems += each.problems
    result.saboteurs = len(CASES)
    say(f"saboteurs: {result.saboteurs}, {result.passed} passed")
