"""The self-test: every mutant is caught, the reference client is not, no saboteur gets through (design §8)."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from a2a_conformance.outcome import Observes
from a2a_conformance.selftest import pins as pinned
from a2a_conformance.selftest import selection, tellings
from a2a_conformance.selftest.choice import cells_to_run
from a2a_conformance.selftest.crew import Job, work
from a2a_conformance.selftest.document import write as write_document
from a2a_conformance.selftest.freshness import accepted, current, kept, stale
from a2a_conformance.selftest.freshness import path as state_path
from a2a_conformance.selftest.freshness import write as write_state
from a2a_conformance.selftest.laboratory import LEVELS, Seen, Verdicts, difference, plays, scenario_of, whole_checks
from a2a_conformance.selftest.matrix import Matrix, kills
from a2a_conformance.selftest.mutant import Mutant
from a2a_conformance.selftest.news import news
from a2a_conformance.selftest.pins import Pins, Plans, Row, changes
from a2a_conformance.selftest.population import all_mutants
from a2a_conformance.selftest.rule import has_streams, wrong
from a2a_conformance.selftest.sabotage import sabotage
from a2a_conformance.selftest.saboteurs import CASES
from a2a_conformance.selftest.selection import Options
from a2a_conformance.selftest.tellers import tellers
from a2a_conformance.verdict import Status

PINS: Final = "selftest/pins.json"
ALL: Final = Options()
FEW: Final = 5
"""Files that are newer than the pins and are named one by one."""
HARMLESS: Final = frozenset({Status.PASS, Status.INFO, Status.NOT_APPLICABLE})
Say = Callable[[str], None]


@dataclass(slots=True)
class SelftestResult:
    """What the self-test came to."""

    mutants: int = 0
    killed: int = 0
    false_alarms: int = 0
    saboteurs: int = 0
    passed: int = 0
    word: str = "killed"
    """What the mutants are that were told apart: in a selection of scenarios not all have to be."""
    problems: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether everything holds."""
        return not self.problems

    def __str__(self) -> str:
        return (
            f"mutants {self.word} {self.killed}/{self.mutants} · false alarms {self.false_alarms} · "
            f"saboteurs passed {self.passed}"
        )


def selftest(options: Options = ALL, say: Say = print) -> SelftestResult:
    """Runs the self-test and says how it goes, a line at a time. Raises UnknownName, SessionOver."""
    began = time.monotonic()
    result = SelftestResult(word="killed" if options.scenario is None else "told apart here")
    chosen = selection.chosen(options)
    if options.rule is not None:
        result.problems += wrong(options.rule)
        if has_streams(options.rule):
            say(f"streams of {options.rule}: {len(result.problems)} wrong")
    if chosen and not options.tellings:
        _with_mutants(options, chosen, result, say)
    if options.whole and not options.accept:
        _tellings(options, result, say)
    if options.whole and not options.tellings:
        _saboteurs(result, say)
        result.problems += () if options.accept else _shortened(list(stale(current(), kept())))
    result.seconds = time.monotonic() - began
    for problem in result.problems:
        say(f"  {problem}")
    say(f"{result} ({result.seconds:.0f} s)")
    return result


def _shortened(lines: list[str]) -> Iterator[str]:
    """A few of them; when there are more, accepting each alone makes no sense."""
    yield from lines[:FEW]
    if len(lines) > FEW:
        yield f"{len(lines) - FEW} more are newer than the pins: run `a2a-conformance selftest --accept`"


def _with_mutants(options: Options, chosen: Mapping[str, Mutant], result: SelftestResult, say: Say) -> None:
    narrow = not options.whole and not options.accept
    wanted = {mutant.observes for mutant in chosen.values()} if narrow else set(LEVELS)
    reference = _reference(result, tuple(level for level in LEVELS if level in wanted), say)
    plans = _plans(reference)
    levels = {mutant.name: mutant.observes for mutant in all_mutants()}
    known = pinned.load(plans, levels)
    everywhere = options.full or options.accept or options.mutant is not None
    cells = selection.cells_of(options, reference)
    seen = _mutants(result, _jobs(chosen, known, everywhere, cells), reference, say)
    if options.accept:
        known = _accept(options, known, seen, plans, levels, cells, say)
    else:
        result.problems += _unlike_pins(seen, known, chosen, _jobs(chosen, known, everywhere, cells))
    matrix = _matrix(known, plans)
    result.problems += matrix.problems() if options.whole else ()
    if options.accept:
        say(f"wrote {write_document(matrix)}")
    if options.mutant is not None:
        _tell(chosen[options.mutant], seen, say)
    elif options.rule is not None:
        _tell_rule(options.rule, seen, say)


def _accept(
    options: Options,
    known: Pins,
    seen: Mapping[str, Row],
    plans: Plans,
    levels: Mapping[str, Observes],
    cells: frozenset[str] | None,
    say: Say,
) -> Pins:
    """Takes what was seen as pinned, of the cells that were run, and says what that changes."""
    rows = {name: row for name, row in known.rows.items() if name in levels}
    new = (
        dict(seen)
        if cells is None
        else {name: _patched(rows[name], seen[name], cells) for name in seen if name in rows}
    )
    for line in news({name: rows[name] for name in new if name in rows}, new):
        say(line)
    taken = Pins({**rows, **new})
    pinned.path().write_text(pinned.dump(taken, plans, levels), encoding="utf-8")
    tellers.cache_clear()
    scenarios = None if options.scenario is None else [options.scenario]
    write_state(accepted(current(), scenarios, None if options.whole or scenarios else list(seen)))
    say(f"wrote {pinned.path()} and {state_path()}")
    return taken


def _patched(row: Row, seen: Row, cells: frozenset[str]) -> Row:
    """A row with what was seen in these cells; all else stays."""
    return {**{cell: checks for cell, checks in row.items() if cell not in cells}, **seen}


def _reference(result: SelftestResult, levels: Sequence[Observes], say: Say) -> Mapping[Observes, Verdicts]:
    cells = tuple(plays())
    half = (len(cells) + 1) // 2
    jobs = [Job(None, level, part) for level in levels for part in (cells[:half], cells[half:])]
    reference: dict[Observes, dict[str, Mapping[str, Seen]]] = {level: {} for level in levels}
    for job, verdicts in work(jobs):
        reference[job.observes].update(verdicts)
    for level in levels:
        for cell, checks in sorted(reference[level].items()):
            for check, seen in checks.items():
                if seen.status not in HARMLESS:
                    result.false_alarms += 1
                    again = f"a2a-conformance demo {scenario_of(cell)}"
                    result.problems.append(
                        f"the reference client: {cell} {check} {seen.status}: {seen.text} (`{again}`)"
                    )
    say(f"reference client: {len(cells)} cells at {len(levels)} levels, {result.false_alarms} false alarms")
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


def _jobs(
    chosen: Mapping[str, Mutant], known: Pins, everywhere: bool, cells: frozenset[str] | None
) -> dict[str, Job]:
    every = tuple(cell for cell in plays() if cells is None or cell in cells)
    return {
        name: _job(mutant, known.rows.get(name, {}), every, everywhere or cells is not None)
        for name, mutant in chosen.items()
    }


def _job(mutant: Mutant, row: Row, every: tuple[str, ...], everywhere: bool) -> Job:
    hanging = frozenset(cell for cell, checks in row.items() if checks.get("client-ends") is Status.FAIL)
    return Job(mutant.name, mutant.observes, every if everywhere else cells_to_run(row, every), hanging)


def _mutants(
    result: SelftestResult, jobs: Mapping[str, Job], reference: Mapping[Observes, Verdicts], say: Say
) -> dict[str, Row]:
    seen: dict[str, Row] = {}
    result.mutants = len(jobs)
    for job, verdicts in work(jobs.values()):
        assert job.mutant is not None
        row = difference(reference[job.observes], verdicts)
        seen[job.mutant] = row
        result.killed += kills(row)
    say(f"mutants: {sum(len(job.cells) for job in jobs.values())} runs")
    return seen


def _unlike_pins(
    seen: Mapping[str, Row], known: Pins, chosen: Mapping[str, Mutant], jobs: Mapping[str, Job]
) -> Iterator[str]:
    for name, row in seen.items():
        again = f"look at it with `selftest --mutant {name}`, then `selftest --accept --mutant {name}`"
        if name not in known.rows:
            yield f"mutant {name} is not pinned: `selftest --accept --mutant {name}`"
            continue
        ran = {cell for cell in jobs[name].cells if scenario_of(cell) not in chosen[name].races}
        pinned_here = {(c, k): s for c, k, s in changes(known.rows[name]) if c in ran}
        seen_here = {(c, k): s for c, k, s in changes(row) if c in ran}
        for cell, check in sorted(pinned_here.keys() | seen_here.keys()):
            was, now = pinned_here.get((cell, check)), seen_here.get((cell, check))
            if was is not now:
                told = [str(status) if status else "as the reference client" for status in (was, now)]
                yield f"mutant {name}: {check} in {cell} is pinned {told[0]}, now {told[1]} ({PINS}; {again})"
                break


def _tell_rule(rule: str, seen: Mapping[str, Row], say: Say) -> None:
    for name, row in sorted(seen.items()):
        cells = [cell for cell, checks in row.items() if any(check.partition("/")[0] == rule for check in checks)]
        if cells:
            say(f"  {name} fails {rule} in {len(cells)} cells, for example {min(cells)}")


def _tell(mutant: Mutant, seen: Mapping[str, Row], say: Say) -> None:
    say(f"{mutant.name} ({mutant.bug_class}): {mutant.text}")
    for cell, checks in sorted(seen.get(mutant.name, {}).items()):
        for check, status in checks.items():
            say(f"  {cell} {check}: {status}")


def _tellings(options: Options, result: SelftestResult, say: Say) -> None:
    for problem in tellings.problems(options.full or options.tellings, say):
        result.false_alarms += 1
        result.problems.append(problem)


def _saboteurs(result: SelftestResult, say: Say) -> None:
    for each in sabotage():
        result.passed += bool(each.problems)
        result.problems += each.problems
    result.saboteurs = len(CASES)
    say(f"saboteurs: {result.saboteurs}, {result.passed} passed")
