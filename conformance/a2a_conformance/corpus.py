"""The shipped scenarios: where they lie, what they are called, and the suites that select from them."""

from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Final

from a2a_conformance.shipped import fixtures_root as fixtures_root
from a2a_simulator.scenario.load import SUFFIX, find, load
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.scenario.suggestions import closest

SUITES: Final[Mapping[str, tuple[str, ...]]] = {
    "smoke": (
        "message/only",
        "lifecycle/plain",
        "lifecycle/unary",
        "artifacts/interleaved",
        "artifacts/append",
        "interrupted/input-required-answer",
        "failures/failed-with-message",
        "failures/rejected-first",
        "faults/clean-end",
        "sse/crlf",
    ),
    "core": (
        "message/*",
        "lifecycle/*",
        "artifacts/*",
        "interrupted/*",
        "failures/*",
        "listener/*",
        "ids/*",
        "sse/*",
        "faults/*",
        "errors/*",
        "cards/*",
        "cancel/*",
    ),
    "all": ("*",),
}
"""Suites: name → globs over scenario ids. `*` also matches `/`."""


class NothingSelected(LookupError):
    """A pattern fits no scenario and no suite; the message names the suites."""


@cache
def paths() -> Mapping[str, Path]:
    """Scenario id → file, in order of the ids; nothing is read."""
    root = fixtures_root() / "scenarios"
    named = {file.relative_to(root).as_posix().removesuffix(SUFFIX): file for file in find([root])}
    return dict(sorted(named.items()))


@cache
def scenario(id: str) -> Scenario:
    """One shipped scenario. Raises KeyError, ScenarioProblems."""
    return load(paths()[id], fixtures_root() / "scenarios")


def corpus() -> tuple[Scenario, ...]:
    """All shipped scenarios, in order of their ids. Raises ScenarioProblems."""
    return tuple(scenario(id) for id in paths())


def ids(patterns: Iterable[str], among: Collection[str] | None = None) -> tuple[str, ...]:
    """The ids that suites or globs select, in order of the ids. Raises NothingSelected for a pattern without any."""
    known = tuple(paths() if among is None else among)
    chosen: set[str] = set()
    for pattern in patterns:
        globs = SUITES.get(pattern, (pattern.removesuffix(SUFFIX),))
        found = {id for id in known for glob in globs if fnmatchcase(id, glob)}
        if not found:
            known_suites = ", ".join(SUITES)
            raise NothingSelected(
                f"no scenario fits {pattern!r} (suites: {known_suites}; or a glob, as artifacts/*){_meant(pattern)}"
            )
        chosen |= found
    return tuple(id for id in known if id in chosen)


def _meant(pattern: str) -> str:
    """What a name that selects nothing was to be: a family, a scenario or a suite; empty when nothing is near."""
    families = {id.partition("/")[0]: f"{id.partition('/')[0]}/*" for id in paths()}
    names = {**{id: id for id in (*paths(), *SUITES)}, **families}
    meant = closest(pattern.rstrip("/"), names)
    return f"; did you mean `{names[meant]}`?" if meant else ""


def select(patterns: Iterable[str]) -> tuple[Scenario, ...]:
    """The scenarios that suites or globs select. Raises NothingSelected, ScenarioProblems."""
    return tuple(scenario(id) for id in ids(patterns))


def shown(file: str) -> str:
    """A file name as messages show it: a shipped scenario by its place under `fixtures`, any other as it is."""
    path, root = Path(file), fixtures_root()
    return f"fixtures/{path.relative_to(root).as_posix()}" if path.is_relative_to(root) else file
