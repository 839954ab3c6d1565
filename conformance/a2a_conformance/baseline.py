"""The baseline: a target's own list of failures that are known, each with its reason (design §7)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from types import MappingProxyType
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.baseline_entry import Entry, fits, read_entry
from a2a_conformance.verdict import CheckKey, Status, Verdict
from a2a_simulator.scenario.play import Cell
from a2a_simulator.scenario.problems import Problem, ScenarioProblems
from a2a_simulator.scenario.suggestions import closest
from a2a_simulator.scenario.yaml_text import read

HIDING: Final = frozenset({Status.NOT_REACHED, Status.ERROR})
"""Statuses under which a failure may still be there, unseen."""

_JUDGED: Final = tuple(name for row in catalog.ROWS if row.left_out is None for name in (row.id, *row.aliases))


Elsewhere = Mapping[Cell, Collection[str]]
"""Cells of the target that a run did not judge in full → globs over the checks that it judged there, if any."""

_SHOWN: Final = 10
"""Problems of one file that are told: a baseline that was just written has one in each entry."""


class BaselineProblems(ValueError):
    """A baseline cannot be used; `str()` has one line for each of the first problems: place, what, what to do."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = [str(problem) for problem in self.problems[:_SHOWN]]
        if more := len(self.problems) - len(lines):
            lines.append(f"and {more} more of this kind")
        super().__init__("\n".join(lines))


class Misfit(StrEnum):
    """How an entry does not fit a run."""

    GONE = "gone"
    """What it expects was judged, and no longer comes out as it says: good news."""
    UNMATCHED = "unmatched"
    """It names a check or a scenario that does not exist."""
    EXPIRED = "expired"
    """Its day has passed, so it excuses nothing."""


@dataclass(frozen=True, slots=True)
class Stale:
    """An entry that does not fit, and why; `str()` names place, check and scenario in one line."""

    entry: Entry
    kind: Misfit
    why: str

    def __str__(self) -> str:
        entry = self.entry
        return f"{entry.place}: {', '.join(entry.check)} in {', '.join(entry.scenario)}: {self.why}"


@dataclass(frozen=True, slots=True)
class Applied:
    """What a baseline came to over the results of a run."""

    excused: Mapping[CheckKey, Entry]
    stale: tuple[Stale, ...]

    def lines(self, kind: Misfit) -> tuple[str, ...]:
        """The entries that do not fit in this way, a line each."""
        return tuple(str(stale) for stale in self.stale if stale.kind is kind)

    def reason(self, key: CheckKey) -> str | None:
        """Why this check may fail; None when nothing excuses it."""
        entry = self.excused.get(key)
        return None if entry is None else entry.reason


@dataclass(frozen=True, slots=True)
class Baseline:
    """The entries of a file, in its order; the first that fits counts."""

    file: str
    entries: tuple[Entry, ...]
    text: str = ""
    """The file as it was read."""

    @classmethod
    def load(cls, path: str | Path) -> "Baseline":
        """The baseline in a file. Raises BaselineProblems, OSError."""
        return cls.read(Path(path).read_bytes(), str(path))

    @classmethod
    def read(cls, text: str | bytes, file: str) -> "Baseline":
        """The baseline in a text. Raises BaselineProblems."""
        told = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        lines = told.splitlines()
        if all(not line.strip() or line.lstrip().startswith("#") for line in lines):
            return cls(file, (), told)
        try:
            located = read(text, file)
        except ScenarioProblems as problems:
            raise BaselineProblems(problems.problems) from None
        value = located.value
        if not isinstance(value, list):
            raise BaselineProblems(
                [located.problem((), "must be a list of entries", "begin each entry with `- check:`")]
            )
        problems_: list[Problem] = []
        entries = [
            entry for index in range(len(value)) if (entry := read_entry(located, index, problems_)) is not None
        ]
        if problems_:
            raise BaselineProblems(problems_)
        return cls(file, tuple(entries), told)

    def apply(
        self,
        verdicts: Sequence[Verdict],
        today: date,
        complete: bool = True,
        known: Collection[str] = (),
        elsewhere: Elsewhere = MappingProxyType({}),
    ) -> Applied:
        """Whom it excuses, and which entries are out of date; what a failure hides is excused with it.

        No longer fit are only entries of which this run judged something, only if it was `complete`, and only if
        their failure cannot be `elsewhere`; with `known` (all scenario ids there are) also those about scenarios that
        do not exist.
        """
        excused: dict[CheckKey, Entry] = {}
        for verdict in verdicts:
            entry = next((entry for entry in self.entries if entry.excuses(verdict, today)), None)
            if entry is not None:
                excused[verdict.key] = entry
        for verdict in verdicts:
            root = CheckKey(verdict.explained_by, verdict.key.cell)
            if verdict.explained_by and root in excused:
                excused.setdefault(verdict.key, excused[root])
        stale = (
            [found for entry in self.entries if (found := _stale(entry, verdicts, today, known, elsewhere))]
            if complete
            else []
        )
        return Applied(excused, tuple(stale))


def _stale(
    entry: Entry, verdicts: Sequence[Verdict], today: date, known: Collection[str], elsewhere: Elsewhere
) -> Stale | None:
    mine = [verdict for verdict in verdicts if entry.covers(verdict.key)]
    why = _no_such_check(entry, mine)
    if not why and known and not any(entry.reaches(verdict.key.cell) for verdict in verdicts):
        why = _no_such_scenario(entry, known)
    if why:
        return Stale(entry, Misfit.UNMATCHED, why)
    now = _instead(entry, mine)
    if now and not entry.flaky and not _may_be(entry, elsewhere):
        return Stale(entry, Misfit.GONE, f"{now} instead of {' or '.join(map(_word, sorted(entry.status)))}")
    if entry.over(today):
        return Stale(entry, Misfit.EXPIRED, f"its day {entry.until} has passed")
    return None


def _instead(entry: Entry, mine: Sequence[Verdict]) -> str:
    """What came instead of the failure; empty while it is there, may be hidden, or was not judged at all."""
    seen = {verdict.status for verdict in mine}
    if seen & entry.status or seen & HIDING:
        return ""
    return ", ".join(_word(status) for status in Status if status in seen - {Status.NOT_APPLICABLE})


def _may_be(entry: Entry, elsewhere: Elsewhere) -> bool:
    """Whether its failure may be in a cell that this run left out, or of which it judged other checks only."""
    return any(
        entry.reaches(cell) and not all(fits(judged, glob) for glob in entry.check)
        for cell, judged in elsewhere.items()
    )


def _no_such_check(entry: Entry, mine: Sequence[Verdict]) -> str:
    for glob in entry.check:
        requirement = glob.partition("/")[0]
        if any(fnmatchcase(verdict.key.check, glob) for verdict in mine) or any(
            fnmatchcase(id, requirement) for id in _JUDGED
        ):
            continue
        meant = closest(requirement, _JUDGED)
        return _missing("check", glob, meant)
    return ""


def _no_such_scenario(entry: Entry, known: Collection[str]) -> str:
    if any(fits(entry.scenario, name) for name in known):
        return ""
    glob = entry.scenario[0]
    return _missing("scenario", glob, closest(glob, known))


def _missing(noun: str, name: str, meant: str | None) -> str:
    return f"no {noun} is called `{name}`" + (f" (did you mean `{meant}`?)" if meant else "")


def _word(status: Status) -> str:
    return status.value.replace("_", " ")
