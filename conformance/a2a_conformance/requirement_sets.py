"""The frozen sets of requirements under `fixtures/requirements/`: which there are, which is meant, a new one."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.catalog.sets import RequirementSet, Sets
from a2a_conformance.shipped import fixtures_root, is_installed
from a2a_conformance.verdict import Level
from a2a_simulator.scenario.suggestions import closest
from a2a_simulator.scenario.yaml_text import read
from a2a_simulator.wire.wire_forms import PLAYABLE, Dialect

DIALECTS: Final = tuple(dict.fromkeys(form.dialect for form in PLAYABLE))
RELEASE: Final = re.compile(r"\d{4}\.(?:0[1-9]|1[0-2])", re.ASCII)
"""How releases are written: `year.month`, so that the newest is the greatest."""


class UnknownSet(LookupError):
    """No set has that name; the message lists those that there are."""


class CannotFreeze(ValueError):
    """The release is badly written or was frozen before, or this is no source tree."""


def folder() -> Path:
    """Where the sets lie, a file each, called as the set is."""
    return fixtures_root() / "requirements"


@cache
def names() -> tuple[str, ...]:
    """All sets, by dialect, the newest first."""
    found = [file.stem for file in folder().glob("*@*.yaml")]
    return tuple(sorted(found, key=lambda name: name.partition("@")[::2], reverse=True))


@cache
def load(name: str) -> RequirementSet:
    """The set of that name, for example `1.0@2026.12`. Raises UnknownSet."""
    if name not in names():
        raise _unknown(name)
    file = folder() / f"{name}.yaml"
    told = read(file.read_bytes(), file.name).value
    dialect, _, release = told["set"].partition("@")
    return RequirementSet(Dialect(dialect), release, {id: Level(level) for id, level in told["requirements"].items()})


def newest() -> Sets:
    """The newest set of each dialect: what a run is judged by unless it is told otherwise."""
    return choose(())


def choose(words: Iterable[str]) -> Sets:
    """The sets that are meant by `1.0@2026.12` (of that dialect) or `2026.12` (of each dialect that has it).

    A dialect that nothing is said of keeps its newest set; of two words on one dialect the later counts.
    Raises UnknownSet.
    """
    chosen: dict[Dialect, str] = {}
    for name in names():
        chosen.setdefault(Dialect(name.partition("@")[0]), name)
    for word in words:
        meant = [name for name in names() if word in (name, name.partition("@")[2])]
        if not meant:
            raise _unknown(word)
        chosen |= {Dialect(name.partition("@")[0]): name for name in meant}
    return Sets({dialect: load(chosen[dialect]) for dialect in DIALECTS if dialect in chosen})


def freeze(release: str) -> tuple[Path, ...]:
    """Writes a set for each dialect that names every row that is judged there today. Raises CannotFreeze, OSError."""
    if not RELEASE.fullmatch(release):
        raise CannotFreeze(f"a release is written year.month, as in 2027.03, not {release!r}")
    if is_installed():
        raise CannotFreeze("sets are frozen in the source tree, not in an installed package")
    files = {dialect: folder() / f"{dialect}@{release}.yaml" for dialect in DIALECTS}
    if taken := next((file for file in files.values() if file.exists()), None):
        raise CannotFreeze(f"{taken.name} exists, and a frozen set never changes: choose another release")
    folder().mkdir(exist_ok=True)
    for dialect, file in files.items():
        file.write_text(_text(dialect, release, judged(dialect)), encoding="utf-8")
    names.cache_clear()
    return tuple(files.values())


def judged(dialect: Dialect) -> Mapping[str, Level]:
    """The rows that some part of the suite judges in a dialect, in order of their ids, with their levels."""
    rows = sorted((row for row in catalog.ROWS if row.left_out is None and row.exists_in(dialect)), key=_id)
    return {row.id: row.level_in(dialect) for row in rows}


def _id(row: catalog.Requirement) -> str:
    return row.id


def _text(dialect: Dialect, release: str, levels: Mapping[str, Level]) -> str:
    lines = [
        f"# The requirements of A2A {dialect} that bind since {release}, each with its level. Never changed again:",
        "# a row that is not named here only informs those who are judged by this set.",
        f'set: "{dialect}@{release}"',
        "requirements:",
        *(f"  {id}: {level}" for id, level in levels.items()),
    ]
    return "\n".join(lines) + "\n"


def _unknown(name: str) -> UnknownSet:
    meant = closest(name, names())
    hint = f" (did you mean `{meant}`?)" if meant else ""
    return UnknownSet(f"no requirement set is called `{name}`{hint}; there are {', '.join(names()) or 'none'}")
