"""Checks, verdicts, and what a whole run comes to (design §7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from a2a_simulator.scenario.play import Cell, Place


class Level(StrEnum):
    """RFC 2119 level of a requirement."""

    MUST = "MUST"
    SHOULD = "SHOULD"
    MAY = "MAY"
    INFO = "INFO"
    """What the specification leaves open or contradicts: recorded, never failed."""


class Basis(StrEnum):
    """Where a requirement comes from. `implied`: no keyword, but the text leaves no other reading."""

    A2A = "a2a"
    IMPLIED = "implied"
    JSONRPC = "jsonrpc"
    SSE = "sse"
    HTTP = "http"
    PROTOJSON = "protojson"
    QUALITY = "quality"
    PROFILE = "profile"


class Status(StrEnum):
    """What a check comes to in one cell."""

    PASS = "pass"
    FAIL = "fail"
    WARN = "warn"
    INFO = "info"
    NOT_REACHED = "not_reached"
    NOT_APPLICABLE = "not_applicable"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class CheckKey:
    """Names a check everywhere: report, baseline, JUnit, node id, rerun command."""

    check: str
    cell: Cell

    def __str__(self) -> str:
        return f"{self.cell.scenario} :: {self.check} [{self.cell.suffix}]"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one check in one cell."""

    key: CheckKey
    requirement: str
    status: Status
    level: Level
    basis: Basis
    text: str = ""
    """One line: what was found, or why it was not judged."""
    expected: str = ""
    got: str = ""
    frames: tuple[int, ...] = ()
    """`seq` of the journal records that show it."""
    place: Place | None = None
    """The line of the scenario that it speaks of."""
    cause: str = ""
    """A short symptom; failures with the same cause are told together."""
    explained_by: str = ""
    """The check of the same cell whose failure hides this one: told once, as a consequence of that failure."""


class RunVerdict(StrEnum):
    """What a whole run comes to."""

    CONFORMANT = "conformant"
    WITH_WARNINGS = "conformant with warnings"
    NOT_CONFORMANT = "not conformant"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class CellResult:
    """One run: its verdicts, what was told, and its journal as JSON records (empty when not kept)."""

    cell: Cell
    verdicts: tuple[Verdict, ...]
    seconds: float = 0.0
    told: tuple[Mapping[str, Any], ...] = ()
    journal: tuple[Mapping[str, Any], ...] = ()
    log: str = ""
    """What the target printed that was no protocol line."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """title, about, spec, covers, bugs of the scenario, for reports."""
