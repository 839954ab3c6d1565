"""What `run --fuzz` makes of its failures: the smallest scenario of each, as a file that replays on its own."""

import contextlib
import re
import shlex
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from a2a_conformance.adapters.base import Adapter, AdapterError
from a2a_conformance.cli.exits import Stopped
from a2a_conformance.cli.files import scenario_id
from a2a_conformance.fuzz.generate import Name, scenario_of
from a2a_conformance.fuzz.search import Search
from a2a_conformance.fuzz.trial import Bench, Symptom, is_failure
from a2a_conformance.fuzz.writing import write
from a2a_conformance.report.words import counted
from a2a_conformance.runner import Settings
from a2a_conformance.runner.cell import RUN_CHECK
from a2a_conformance.shipped import fixtures_root
from a2a_conformance.verdict import CellResult, Verdict
from a2a_simulator.scenario.load import SUFFIX
from a2a_simulator.server import Simulator

RUNS: Final = 300
"""Runs that one failure is made smaller by, at most."""
SECONDS: Final = 20.0
"""How long that may take."""
KEPT: Final = 10
"""Failures that are made smaller; the others of a run are told, with the name of their scenario, and no more."""


@dataclass(frozen=True, slots=True)
class Found:
    """A failure and the smallest made-up scenario that showed it."""

    name: Name
    verdict: Verdict

    @property
    def file(self) -> str:
        """What its file is called."""
        return f"fuzz-{re.sub('[^a-z0-9]+', '-', self.verdict.key.check)}-{self.name.seed}-{self.name.number}{SUFFIX}"


def distinct(results: Iterable[CellResult], strict: bool, excused: Iterable[str] = ()) -> tuple[Found, ...]:
    """The failures of made-up scenarios, one for each requirement and check. `excused`: keys that are expected."""
    known = frozenset(excused)
    best: dict[tuple[str, str], tuple[int, Found]] = {}
    for result in results:
        name = Name.of(result.cell.scenario)
        for verdict in result.verdicts:
            if name is None or not is_failure(verdict, strict) or str(verdict.key) in known:
                continue
            if verdict.key.check == RUN_CHECK:
                continue
            size = len(write(scenario_of(name).located.value))
            kind = verdict.requirement, verdict.key.check
            if kind not in best or size < best[kind][0]:
                best[kind] = size, Found(name, verdict)
    return tuple(found for _, found in best.values())


class Keeper:
    """Makes failures smaller and writes them into a folder. `lines` tell what it did, also after an interrupt."""

    def __init__(self, folder: Path, words: Sequence[str]) -> None:
        self._folder = folder
        self._words = words
        self.lines: list[str] = []
        self.stopped: Stopped | None = None

    def keep(self, found: Sequence[Found], adapter: Adapter, settings: Settings) -> None:
        """Searches each and writes what it came to; a signal ends the search and is kept in `stopped`."""
        self.lines += [f"{counted(len(found), 'distinct failure')} of made-up scenarios:"]
        with bench_of(adapter, settings) as bench:
            for one in found[:KEPT]:
                self._write(one, self._smallest(one, bench))
        if len(found) > KEPT:
            more = ", ".join(f"{one.verdict.key}" for one in found[KEPT:])
            self.lines.append(f"  not made smaller: {more}")

    def _smallest(self, found: Found, bench: Bench) -> Search:
        out = self._folder / found.file
        search = Search(scenario_of(found.name).located.value, Symptom.of(found.verdict), scenario_id(out, _root()))
        if self.stopped is None:
            _say(f"looking for the smallest that fails {found.verdict.key.check}")
            end = time.monotonic() + SECONDS * bench.time_scale
            try:
                search.go(bench, RUNS, lambda: time.monotonic() > end)
            except Stopped as problem:
                self.stopped = problem
            except AdapterError as problem:
                self.lines.append(f"  the search ended early: {problem}")
            finally:
                _say("")
        return search

    def _write(self, found: Found, search: Search) -> None:
        out = self._folder / found.file
        text = write(search.best, comments_of(search, f"made up by --fuzz, {found.name}"))
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as problem:
            self.lines.append(f"  {out}: cannot be written ({problem.strerror}): {found.name} fails as it is")
            return
        check, suffix = search.symptom.check, search.symptom.suffix
        lines = counted(len(write(search.best).splitlines()), "line")
        self.lines += [
            f"  {out}: {check}, {lines}, after {counted(search.runs, 'run')}",
            f"    again: {shlex.join(['a2a-conformance', *self._words, f'{search.id} :: {check} [{suffix}]'])}",
        ]


def comments_of(search: Search, origin: str = "") -> list[str]:
    """What stands at the head of a scenario that was made smaller."""
    found = search.symptom
    extent = "the smallest that fails" if search.complete else "smaller ones may fail too"
    return [*([origin] if origin else []), f"fails: {found.check} [{found.suffix}], {found.status}; {extent}"]


@contextlib.contextmanager
def bench_of(adapter: Adapter, settings: Settings) -> Iterator[Bench]:
    """A bench for a target that is started, and closed at the end. Raises SessionOver."""
    with Simulator() as simulator:
        try:
            adapter.start()
            yield Bench(simulator, adapter, settings)
        finally:
            adapter.close()


def _root() -> Path:
    return fixtures_root() / "scenarios"


def _say(text: str) -> None:
    """One line that is written over, where somebody looks."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[2K{text}")
        sys.stderr.flush()
