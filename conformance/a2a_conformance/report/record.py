"""The run record: what was run against whom, each cell's result, and how the run ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from a2a_conformance.outcome import Hello
from a2a_conformance.report.problems import RecordProblem
from a2a_conformance.verdict import CellResult, CheckKey

VERSION: Final = 1
"""Version of the record's lines; they only ever gain keys within one version."""


class End(StrEnum):
    """How a run ended."""

    FINISHED = "finished"
    """All cells that were selected ran."""
    INTERRUPTED = "interrupted"
    """A signal stopped it; `Footer.signal` says which."""
    FAILED = "failed"
    """The harness or the adapter gave up; `Footer.note` says why."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """A failure that the baseline expected: it is told, but does not fail the run."""

    key: str
    reason: str
    entry: str = ""
    """Place of the baseline's entry, as its lines in `BaselineFacts` begin."""
    flaky: bool = False
    """Whether the entry says that it comes and goes."""


@dataclass(frozen=True, slots=True)
class BaselineFacts:
    """What the baseline came to: its file, whom it excused, the entries that do not fit, each one a readable line."""

    file: str
    excused: tuple[Excuse, ...] = ()
    stale: tuple[str, ...] = ()
    """Entries whose failure was judged and is gone."""
    unmatched: tuple[str, ...] = ()
    """Entries about checks or scenarios that do not exist."""
    expired: tuple[str, ...] = ()
    """Entries whose day has passed."""
    text: str = ""
    """The baseline itself, so that shards can be decided upon together."""

    @property
    def outdated(self) -> bool:
        """Whether any entry does not fit."""
        return bool(self.stale or self.unmatched or self.expired)

    def reason(self, key: CheckKey) -> str | None:
        """Why this check may fail, or None when nothing excuses it."""
        wanted = str(key)
        return next((excuse.reason for excuse in self.excused if excuse.key == wanted), None)


@dataclass(frozen=True, slots=True)
class Header:
    """What is run, by what, against whom."""

    hello: Hello
    tool: str = ""
    """Version of this program."""
    requirements: str = ""
    """Name of the requirement set, for example `2026.12`."""
    role: str = "client"
    wire_forms: tuple[str, ...] = ()
    selection: tuple[str, ...] = ()
    """What was asked for: suite, globs, files, keys."""
    planned: tuple[str, ...] = ()
    """Every cell that is to run, as `family/stem [wire form]`."""
    excluded: tuple[tuple[str, str], ...] = ()
    """Cells that do not exist, each with the reason."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    rerun: tuple[str, ...] = ("a2a-conformance", "run", "{key}")
    """The words that repeat one check: `{key}` stands for its key, `{cell}` for `family/stem[wire form]`."""
    started: str = ""
    """Wall clock at the start, ISO 8601 in UTC: the one clock value of a record."""
    platform: str = ""
    run: str = ""
    """The same for all shards of one run."""


@dataclass(frozen=True, slots=True)
class Footer:
    """How the run ended. `cells` counts the results before it, `seconds` is the whole run's wall time."""

    end: End = End.FINISHED
    cells: int = 0
    seconds: float = 0.0
    verdict: str = ""
    """What the run came to, a `RunVerdict`; derived, kept for those who only read this line."""
    signal: int | None = None
    note: str = ""
    baseline: BaselineFacts | None = None
    flaky: tuple[str, ...] = ()
    """Checks that came out differently in a repeated run, one readable line each."""

    @property
    def unexpected_flaky(self) -> tuple[str, ...]:
        """Those that no entry of the baseline calls flaky."""
        known = () if self.baseline is None else tuple(f"{it.key}: " for it in self.baseline.excused if it.flaky)
        return tuple(line for line in self.flaky if not line.startswith(known))


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run as it was recorded. Without a footer, or with problems, it is incomplete whatever it says."""

    header: Header
    results: tuple[CellResult, ...] = ()
    footer: Footer | None = None
    problems: tuple[RecordProblem, ...] = ()
