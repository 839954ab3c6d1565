"""One entry of a baseline: which failure it expects, where, why, and how it is read from its file."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from a2a_conformance import catalog
from a2a_conformance.tellings.told import MARK
from a2a_conformance.verdict import CheckKey, Status, Verdict
from a2a_simulator.scenario.play import Cell, Place
from a2a_simulator.scenario.problems import Problem
from a2a_simulator.scenario.suggestions import did_you_mean
from a2a_simulator.scenario.yaml_text import Located

_ROWS: Final = {row.id: row for row in catalog.ROWS}

EXCUSABLE: Final = frozenset({Status.FAIL, Status.WARN, Status.NOT_REACHED})
"""What a baseline may expect; `error` never."""


def _words(value: object) -> object:
    """One word or many; a dialect that YAML takes for a number is the word that was meant."""
    if isinstance(value, list | tuple):
        return tuple(str(one) if isinstance(one, float) else one for one in value)
    return (str(value) if isinstance(value, float) else value,)


Words = Annotated[tuple[str, ...], BeforeValidator(_words)]


class EntryForm(BaseModel):
    """An entry as it is written."""

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

    `when` is held against the wire form in brackets, and against each of its words: dialect, binding, mode. After the
    day `until` the entry excuses nothing. One that is `flaky` never goes out of date.
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
        return any(fits(self.check, name) for name in _names(key.check)) and self.reaches(key.cell)

    def scope(self, scenario: str) -> bool:
        """Whether it speaks of this scenario; what is expected of one is expected of it in every telling."""
        return fits(self.scenario, scenario) or fits(self.scenario, scenario.partition(MARK)[0])

    def reaches(self, cell: Cell) -> bool:
        """Whether it speaks of this cell, whatever the check."""
        form = cell.wire_form
        names = (cell.suffix, form.name, str(form.dialect), str(form.binding), str(cell.mode))
        return self.scope(cell.scenario) and any(fits(self.when, name) for name in names)

    def excuses(self, verdict: Verdict, today: date) -> bool:
        """Whether it excuses the verdict; another status than the one expected is not excused."""
        return verdict.status in self.status and self.covers(verdict.key) and not self.over(today)

    def over(self, today: date) -> bool:
        """Whether its day has passed."""
        return self.until is not None and today > self.until

    @property
    def told(self) -> str:
        """The reason, with all else that a reader of a report should know of the entry."""
        more = [f"disputed: {self.disputed}" if isinstance(self.disputed, str) else "disputed" * self.disputed,
                self.issue or "", f"until {self.until}" if self.until else "", "flaky" * self.flaky]  # fmt: skip
        kept = "; ".join(word for word in more if word)
        return f"{self.reason} ({kept})" if kept else self.reason

    def __str__(self) -> str:
        return f"{', '.join(self.check)} in {', '.join(self.scenario)} ({self.place}): {self.reason}"


def read_entry(located: Located, index: int, problems: list[Problem]) -> Entry | None:
    """The entry at this place of a file; None when it is wrong, and `problems` then say how."""
    value = located.value[index]
    if not isinstance(value, dict):
        problems.append(located.problem((index,), "must be a map", "write `check: …` and `reason: …`"))
        return None
    found = len(problems)
    try:
        told = EntryForm.model_validate(value)
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
        hint = did_you_mean(str(path[-1]), EntryForm.model_fields)
        return located.problem(path, f"unknown key `{path[-1]}`", hint, key=True)
    if error["type"] == "missing":
        return located.problem((index,), f"`{path[-1]}` is missing", f"add `{path[-1]}: …`")
    if path[-1] == "reason" and error["type"] == "string_too_short":
        return located.problem(path, "no reason is given", "say why it fails: the place in the source, or the issue")
    return located.problem(path, str(error["msg"]).lower())


def _names(check: str) -> tuple[str, ...]:
    """A check under its name and under those that its requirement had earlier."""
    id, slash, facet = check.partition("/")
    row = _ROWS.get(id)
    return (check, *(alias + slash + facet for alias in row.aliases)) if row is not None else (check,)


def fits(globs: Iterable[str], text: str) -> bool:
    """Whether one of these globs fits."""
    return any(fnmatchcase(text, glob) for glob in globs)
