"""The baseline: a target's own list of failures that are known, each with its reason (design §7)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from a2a_conformance import catalog
from a2a_conformance.verdict import CheckKey, Status, Verdict
from a2a_simulator.scenario.play import Place
from a2a_simulator.scenario.problems import Problem, ScenarioProblems
from a2a_simulator.scenario.suggestions import closest, did_you_mean
from a2a_simulator.scenario.yaml_text import Located, read

EXCUSABLE: Final = frozenset({Status.FAIL, Status.WARN, Status.NOT_REACHED})
"""What a baseline may expect; `error` never."""

HIDING: Final = frozenset({Status.NOT_REACHED, Status.ERROR})
"""Statuses under which a failure may still be there, unseen."""

_JUDGED: Final = tuple(row.id for row in catalog.ROWS if row.left_out is None)
_RENAMED: Final = {alias: row.id for row in catalog.ROWS for alias in row.aliases}

Words = Annotated[tuple[str, ...], BeforeValidator(lambda value: (value,) if isinstance(value, str) else value)]


class BaselineProblems(ValueError):
    """A baseline cannot be used; `str()` has one line for each problem: place, what, what to do."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    check: Words = Field(min_length=1)
    scenario: Words = ("*",)
    status: Words = ("fail",)
    reason: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
    when: Words = ("*",)
    until: str | None = None
    issue: str | None = None
    disputed: bool | str = False
    flaky: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a baseline. `check`, `scenario` and `when` are globs over the parts of a check key.

    `when` is held against the wire form in brackets. After the day `until` the entry excuses nothing. One that is
    `flaky` never goes out of date.
    """

    place: Place
    check: tuple[str, ...]
    scenario: tuple[str, ...]
    status: frozenset[Status]
    reason: str
    when: tuple[str, ...] = ("*",)
    until: date | None = None
    issue: str | None = None
    disputed: bool | str = False
    flaky: bool = False

    def covers(self, key: CheckKey) -> bool:
        """Whether its globs fit the key."""
        return _any(self.check, key.check) and self.reaches(key)

    def reaches(self, key: CheckKey) -> bool:
        """Whether it speaks of the cell of this key, whatever the check."""
        return _any(self.scenario, key.cell.scenario) and (
            _any(self.when, key.cell.suffix) or _any(self.when, key.cell.wire_form.name)
        )

    def excuses(self, verdict: Verdict, today: date) -> bool:
        """Whether it excuses the verdict; another status than the one expected is not excused."""
        return verdict.status in self.status and self.covers(verdict.key) and not self.over(today)

    def over(self, today: date) -> bool:
        """Whether its day has passed."""
        return self.until is not None and today > self.until

    def __str__(self) -> str:
        return f"{', '.join(self.check)} in {', '.join(self.scenario)} ({self.place}): {self.reason}"


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

    @classmethod
    def load(cls, path: str | Path) -> "Baseline":
        """The baseline in a file. Raises BaselineProblems, OSError."""
        return cls.read(Path(path).read_bytes(), str(path))

    @classmethod
    def read(cls, text: str | bytes, file: str) -> "Baseline":
        """The baseline in a text. Raises BaselineProblems."""
        lines = (text.decode("utf-8", "replace") if isinstance(text, bytes) else text).splitlines()
        if all(not line.strip() or line.lstrip().startswith("#") for line in lines):
            return cls(file, ())
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
        entries = [entry for index in range(len(value)) if (entry := _entry(located, index, problems_)) is not None]
        if problems_:
            raise BaselineProblems(problems_)
        return cls(file, tuple(entries))

    def apply(
        self, verdicts: Sequence[Verdict], today: date, complete: bool = True, known: Collection[str] = ()
    ) -> Applied:
        """Whom it excuses, and which entries are out of date; what a failure hides is excused with it.

        No longer fit are only entries of which this run judged something, and only if it was `complete`; with `known`
        (all scenario ids there are) also those about scenarios that do not exist.
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
            [found for entry in self.entries if (found := _stale(entry, verdicts, today, known))] if complete else []
        )
        return Applied(excused, tuple(stale))


def _stale(entry: Entry, verdicts: Sequence[Verdict], today: date, known: Collection[str]) -> Stale | None:
    mine = [verdict for verdict in verdicts if entry.covers(verdict.key)]
    why = _no_such_check(entry, mine)
    if not why and known and not any(entry.reaches(verdict.key) for verdict in verdicts):
        why = _no_such_scenario(entry, known)
    if why:
        return Stale(entry, Misfit.UNMATCHED, why)
    now = _instead(entry, mine)
    if now and not entry.flaky:
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


def _no_such_check(entry: Entry, mine: Sequence[Verdict]) -> str:
    for glob in entry.check:
        requirement = glob.partition("/")[0]
        if any(fnmatchcase(verdict.key.check, glob) for verdict in mine) or any(
            fnmatchcase(id, requirement) for id in _JUDGED
        ):
            continue
        meant = closest(requirement, _JUDGED, _RENAMED)
        return _missing("check", glob, meant)
    return ""


def _no_such_scenario(entry: Entry, known: Collection[str]) -> str:
    if any(_any(entry.scenario, name) for name in known):
        return ""
    glob = entry.scenario[0]
    return _missing("scenario", glob, closest(glob, known))


def _missing(noun: str, name: str, meant: str | None) -> str:
    return f"no {noun} is called `{name}`" + (f" (did you mean `{meant}`?)" if meant else "")


def _word(status: Status) -> str:
    return status.value.replace("_", " ")


def _entry(located: Located, index: int, problems: list[Problem]) -> Entry | None:
    value = located.value[index]
    if not isinstance(value, dict):
        problems.append(located.problem((index,), "must be a map", "write `check: …` and `reason: …`"))
        return None
    found = len(problems)
    try:
        told = _Entry.model_validate(value)
    except ValidationError as errors:
        problems += [_problem(located, index, error) for error in errors.errors()]
        return None
    statuses = [word for word in told.status if word not in EXCUSABLE]
    if statuses:
        allowed = sorted(status.value for status in EXCUSABLE)
        text = f"status `{statuses[0]}` cannot be expected"
        problems.append(located.problem((index, "status"), text, did_you_mean(statuses[0], allowed)))
    until = None
    try:
        until = date.fromisoformat(told.until) if told.until is not None else None
    except ValueError:
        problems.append(located.problem((index, "until"), f"`{told.until}` is no day", "write it as 2027-01-31"))
    if len(problems) > found:
        return None
    return Entry(
        located.place((index,)), told.check, told.scenario, frozenset(Status(word) for word in told.status),
        told.reason, told.when, until, told.issue, told.disputed, told.flaky,
    )  # fmt: skip


def _problem(located: Located, index: int, error: Any) -> Problem:
    path: tuple[str | int, ...] = (index, *[str(part) for part in error["loc"] if isinstance(part, str)][:1])
    if error["type"] == "extra_forbidden":
        hint = did_you_mean(str(path[-1]), _Entry.model_fields)
        return located.problem(path, f"unknown key `{path[-1]}`", hint, key=True)
    if error["type"] == "missing":
        return located.problem((index,), f"`{path[-1]}` is missing", f"add `{path[-1]}: …`")
    if path[-1] == "reason" and error["type"] == "string_too_short":
        return located.problem(path, "no reason is given", "say why it fails: the place in the source, or the issue")
    return located.problem(path, str(error["msg"]).lower())


def _any(globs: Iterable[str], text: str) -> bool:
    return any(fnmatchcase(text, glob) for glob in globs)
