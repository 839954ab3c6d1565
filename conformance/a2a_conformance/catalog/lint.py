"""What has to hold of the catalogue: as a table of rules over its rows and over those who speak of them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement
from a2a_conformance.verdict import Basis, Level, Status
from a2a_simulator.protocol.errors import BY_NAME
from a2a_simulator.wire.wire_forms import Dialect

SOFT: Final = frozenset({Level.MAY, Level.INFO})
"""Levels that fail nobody: what is allowed, and what the specification leaves open or contradicts."""
TEXT: Final = 160
"""Characters of the longest sentence."""


@dataclass(frozen=True, slots=True)
class Speakers:
    """Who speaks of which requirement, outside the catalogue."""

    rules: frozenset[str]
    """Requirements that rules over streams and conversations report."""
    checks: frozenset[str]
    """Requirements of which the shipped scenarios plan a check."""
    exact: Mapping[str, str]
    """Requirement → the error with whose exact code it is compared."""
    failing: Mapping[Level, Status]
    """What a breach comes to at each level."""
    verdicts: frozenset[tuple[str, Status]] = field(default=frozenset())
    """What checks of each requirement were seen to come to."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a row."""

    id: str
    text: str

    def __str__(self) -> str:
        return f"{self.id}: {self.text}"


def lint(rows: tuple[Requirement, ...], speakers: Speakers) -> Iterator[Mistake]:
    """Every mistake, rule by rule."""
    yield from _names(rows)
    for row in rows:
        for rule in RULES:
            if text := rule(row, speakers):
                yield Mistake(row.id, text)
    known = {name: row for row in rows for name in (row.id, *row.aliases)}
    for name in sorted(speakers.rules | speakers.checks):
        if name not in known:
            yield Mistake(name, "is spoken of and has no row")
        elif known[name].left_out is not None:
            yield Mistake(name, f"is judged, and its row says `{known[name].left_out}`")


def _names(rows: tuple[Requirement, ...]) -> Iterator[Mistake]:
    for name, times in Counter(name for row in rows for name in (row.id, *row.aliases)).items():
        if times > 1:
            yield Mistake(name, "is the name of several rows")
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            yield Mistake(name, "an id is written in small letters, digits and hyphens")


def _check_or_reason(row: Requirement, speakers: Speakers) -> str:
    if bool(row.checks) == (row.left_out is not None):
        return "has either checks or a reason for having none"
    return ""


def _spoken_of(row: Requirement, speakers: Speakers) -> str:
    if Judge.STREAM in row.checks and row.id not in speakers.rules:
        return "says that a rule judges it, and no rule speaks of it"
    if row.id in speakers.rules and Judge.STREAM not in row.checks and row.left_out is None:
        return "a rule speaks of it, and its row does not say so"
    if row.checks and row.id not in speakers.rules | speakers.checks:
        return "says that checks judge it, and no scenario plans one"
    return ""


def _soft_never_fails(row: Requirement, speakers: Speakers) -> str:
    levels = {row.level_in(dialect) for dialect in row.dialects}
    worst = {speakers.failing[level] for level in levels & SOFT}
    if worst - {Status.INFO}:
        return f"is {' and '.join(sorted(levels))}, which never fails, and a breach comes to `{min(worst)}`"
    if levels <= SOFT:
        harsh = [status for id, status in speakers.verdicts if id == row.id and status in (Status.FAIL, Status.WARN)]
        if harsh:
            return f"is {' and '.join(sorted(levels))}, which never fails, and a check came to `{harsh[0]}`"
    return ""


def _open_only_informs(row: Requirement, speakers: Speakers) -> str:
    if row.left_out is LeftOut.UNDEFINED and row.level is not Level.INFO:
        return f"is left out as undefined and still a {row.level}"
    if row.basis is Basis.QUALITY and row.level is Level.MUST:
        return "rests on quality alone and is a MUST"
    return ""


def _exact_error(row: Requirement, speakers: Speakers) -> str:
    named = {name for name in BY_NAME if re.search(rf"\b{name}\b", row.text)}
    if row.error and row.error not in BY_NAME:
        return f"demands {row.error}, which is no error of A2A"
    if row.error and row.error not in named:
        return f"demands {row.error}, and its text does not name it"
    if row.level is Level.MUST and row.error and row.left_out is None and speakers.exact.get(row.id) != row.error:
        return f"demands {row.error}, and no rule compares its exact code"
    if row.id in speakers.exact and row.error != speakers.exact[row.id]:
        return f"is compared with {speakers.exact[row.id]}, and its row demands {row.error or 'no error'}"
    return ""


def _reads_well(row: Requirement, speakers: Speakers) -> str:
    if not (row.text[0].isupper() or row.text[0] in "`01") or row.text[-1] != ".":
        return "its text is one sentence with a full stop"
    if len(row.text) > TEXT:
        return f"its text is longer than {TEXT} characters"
    if row.basis is Basis.IMPLIED and not row.because.endswith("."):
        return "is implied and does not say why"
    return ""


def _exists(row: Requirement, speakers: Speakers) -> str:
    if not set(row.dialects) & {Dialect.V1_0, Dialect.V0_3} or not row.bindings:
        return "exists in no dialect or no binding"
    if row.level_v0_3 is not None and not row.exists_in(Dialect.V0_3):
        return "has a level for 0.3 and does not exist there"
    if len(set(row.places)) != len(row.places):
        return "names a place twice"
    return ""


RULES: Final[tuple[Callable[[Requirement, Speakers], str], ...]] = (
    _check_or_reason, _spoken_of, _soft_never_fails, _open_only_informs, _exact_error, _reads_well, _exists,
)  # fmt: skip
"""Each says what is wrong with a row, or nothing."""
