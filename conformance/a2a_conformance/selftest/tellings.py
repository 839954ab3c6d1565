"""However a situation is told, the same client gets the same verdicts; the reference client passes."""

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeVar

from a2a_conformance.selftest import pins
from a2a_conformance.selftest.crew import Job, work
from a2a_conformance.selftest.laboratory import HOLDS, LEVELS, Seen, Verdicts, scenario_of, scenarios
from a2a_conformance.selftest.population import all_mutants
from a2a_conformance.tellings.table import TELLINGS
from a2a_conformance.tellings.told import MARK, told
from a2a_conformance.verdict import Status
from a2a_simulator.wire.wire_forms import PLAYABLE

T = TypeVar("T")

EACH: Final = 5
"""Cells that each telling is tried in, in the quick self-test."""
MUTANTS: Final = 16
"""The quick self-test takes one of so many mutants, `--full` and `--tellings` one of four."""
UNSAID: Final = frozenset({Status.NOT_REACHED, Status.NOT_APPLICABLE})
"""Nothing was said of the client: why, may depend on the telling."""
BAD: Final = frozenset({Status.FAIL, Status.WARN, Status.NOT_REACHED, Status.ERROR})


def problems(everything: bool, say: Callable[[str], None]) -> Iterator[str]:
    """What is not as it should be, a line each. `everything`: every telling of every scenario. Raises SessionOver."""
    cells = _cells()
    chosen = [cell for name in TELLINGS for cell in (cells[name] if everything else _some(cells[name], EACH))]
    jobs = [Job(None, level, tuple(part)) for level in LEVELS for part in _parts(chosen)]
    mutants = list(_mutants(cells, 4 if everything else MUTANTS))
    for job, verdicts in work([*jobs, *mutants]):
        yield from _wrong(verdicts) if job.mutant is None else _unlike(job.mutant, verdicts)
    runs = sum(len(job.cells) for job in mutants)
    say(f"tellings: {len(TELLINGS)} in {len(chosen)} cells, {runs} runs of {len(mutants)} mutants")


def _cells() -> Mapping[str, Sequence[str]]:
    """Telling → the cells that can be told so."""
    return {
        name: [str(cell) for scenario in scenarios() for cell in told(scenario, name).cells(PLAYABLE)]
        for name in TELLINGS
    }


def _mutants(cells: Mapping[str, Sequence[str]], every: int) -> Iterator[Job]:
    """Some mutants, each in one cell that tells it apart, as it is written and in every telling."""
    rows = json.loads(pins.path().read_text(encoding="utf-8"))
    for mutant in _some(
        sorted(all_mutants(), key=lambda one: one.name), len(rows) // every, key=lambda one: one.name
    ):
        here = {
            entry.split()[0] for _, where in rows.get(mutant.name, ()) if where != pins.EVERYWHERE for entry in where
        }
        named = {cell: cell.replace(f"{MARK}{name}", "") for name, at in cells.items() for cell in at}
        originals = sorted({original for original in named.values() if scenario_of(original) in here}, key=_mix)
        if originals:
            tellings = (cell for cell, original in named.items() if original == originals[0])
            yield Job(mutant.name, mutant.observes, (originals[0], *tellings))


def _wrong(verdicts: Verdicts) -> Iterator[str]:
    for cell, checks in sorted(verdicts.items()):
        for check, seen in checks.items():
            if seen.status in BAD:
                yield f"the reference client: {cell} {check} {seen.status}: {seen.text}"


def _unlike(mutant: str, verdicts: Verdicts) -> Iterator[str]:
    original = next(checks for cell, checks in verdicts.items() if MARK not in cell)
    for cell, checks in sorted(verdicts.items()):
        for check in sorted(original.keys() & checks.keys()):
            was, now = original[check], checks[check]
            if not _alike(was, now):
                yield f"mutant {mutant}: {check} is {was.status} as it is written, {now.status} in {cell}: {now.text}"
                break


def _alike(one: Seen, other: Seen) -> bool:
    both = {one.status, other.status}
    return len(both) == 1 or both <= HOLDS or both <= UNSAID


def _some(things: Sequence[T], count: int, key: Callable[[T], str] = str) -> list[T]:
    return sorted(things, key=lambda thing: _mix(key(thing)))[:count]


def _parts(cells: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some cells a piece, so that every process has its share."""
    return (cells[start : start + 100] for start in range(0, len(cells), 100))


def _mix(text: str) -> int:
    return zlib.crc32(text.encode())
