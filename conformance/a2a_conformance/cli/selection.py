"""What a run is to play: suites, scenario ids, globs, files, folders, and keys `family/stem :: check [cell]`."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final, TypeVar

from a2a_conformance import corpus
from a2a_conformance.cli.exits import Problem
from a2a_conformance.cli.files import scenario_files, scenario_id
from a2a_conformance.fuzz.generate import Name, scenario_of
from a2a_conformance.tellings.told import MARK, UnknownTelling, told_in
from a2a_conformance.verdict import CellResult, Status
from a2a_simulator.scenario.load import SUFFIX, load_text
from a2a_simulator.scenario.play import Cell, Place, Play
from a2a_simulator.scenario.problems import Problem as ScenarioProblem
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.wire.wire_forms import PLAYABLE, WireForm

T = TypeVar("T")
R = TypeVar("R")

_KEY: Final = re.compile(r"^(?P<scenario>.+?)(?: :: (?P<check>\S+))?(?: \[(?P<cell>[^\]]+)\])?$")


@dataclass(frozen=True, slots=True)
class Wanted:
    """One selector: scenarios, and, when a key names them, a check and a cell."""

    scenarios: tuple[Scenario, ...]
    check: str = "*"
    cell: str = "*"
    word: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """Plays in order, cells that cannot be played with the reason, and the checks that are asked for."""

    plays: tuple[Play, ...]
    excluded: tuple[tuple[str, str], ...]
    checks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Cell → globs over its checks; a cell that is not named here has all of them."""

    def judged(self, result: CellResult) -> CellResult:
        """The result with only the checks that were asked for; what explains them and errors of the harness stay."""
        globs = self.checks.get(str(result.cell), ("*",))
        asked = [one for one in result.verdicts if any(fnmatchcase(one.key.check, glob) for glob in globs)]
        names = {one.key.check for one in asked} | {one.explained_by for one in asked}
        kept = tuple(
            replace(one, place=_shown(one.place))
            for one in result.verdicts
            if one.status is Status.ERROR or one.key.check in names
        )
        return replace(result, verdicts=kept)


def select(
    words: Sequence[str],
    suites: Sequence[str],
    forms: Sequence[WireForm],
    role: str = "client",
    made_up: tuple[Scenario, ...] = (),
) -> Selection:
    """Plays for the words and what was made up; without both, of the suites. Raises Problem for a word that selects
    nothing.

    `forms`: the wire forms that the target speaks.
    """
    wanted = [*_all(words), *([Wanted(made_up, word="--fuzz")] if made_up else [])]
    wanted = wanted or [Wanted(corpus.select(suites))]
    cells: dict[str, tuple[Scenario, Cell]] = {}
    checks: dict[str, list[str]] = {}
    excluded: dict[str, str] = {}
    for one in wanted:
        found = False
        for scenario in one.scenarios:
            if role not in scenario.targets:
                excluded[scenario.id] = f"it is for a {' or '.join(scenario.targets)}"
                continue
            for gone in scenario.excluded:
                if gone.wire_form in forms:
                    excluded[f"{scenario.id} [{gone.wire_form}]"] = gone.reason
            for cell in scenario.cells(forms):
                if fnmatchcase(cell.suffix, one.cell):
                    cells.setdefault(str(cell), (scenario, cell))
                    checks.setdefault(str(cell), []).append(one.check)
                    found = True
        if not found:
            raise Problem(_nothing(one.word or ", ".join(suites), forms, excluded))
    return Selection(
        tuple(
            scenario.lower(cell, round)
            for scenario, cell in cells.values()
            for round in range(1, scenario.rounds + 1)
        ),
        tuple(sorted(excluded.items())),
        {name: tuple(globs) for name, globs in checks.items() if "*" not in globs},
    )


def load_words(words: Sequence[str]) -> tuple[Scenario, ...]:
    """The scenarios that words name. Raises Problem, NothingSelected, ScenarioProblems."""
    found = {scenario.id: scenario for one in _all(words) for scenario in one.scenarios}
    return tuple(found.values())


def wire_forms(dialects: Iterable[str], bindings: Iterable[str]) -> tuple[WireForm, ...]:
    """The wire forms that we play and these words name."""
    dialects, bindings = set(dialects), set(bindings)
    return tuple(form for form in PLAYABLE if form.dialect in dialects and form.binding in bindings)


def load_file(file: Path) -> Scenario:
    """A scenario file under the name that keys give it. Raises ScenarioProblems, OSError.

    It is held to all that `lint` finds, unless it is a shipped one.
    """
    from a2a_conformance import catalog
    from a2a_conformance.vetting import vetted

    root = corpus.fixtures_root() / "scenarios"
    name = scenario_id(file, root)
    scenario = load_text(file.read_bytes(), os.path.relpath(file), name, catalog.ids())
    return scenario if file.resolve().is_relative_to(root.resolve()) else vetted(scenario)


def _shown(place: Place | None) -> Place | None:
    """A place as reports tell it: shipped scenarios by where the project keeps them, not where they are installed."""
    root = corpus.fixtures_root()
    if place is None or not Path(place.file).is_relative_to(root):
        return place
    return replace(place, file=f"fixtures/{Path(place.file).relative_to(root).as_posix()}")


def parts(word: str) -> tuple[str, str, str]:
    """Scenario, check and wire form of a key; the latter two are empty where the word does not name them."""
    match = _KEY.match(word)
    return (match["scenario"], match["check"] or "", match["cell"] or "") if match else (word, "", "")


def excluded_lines(scenario: Scenario) -> Iterator[str]:
    """The wire forms in which a scenario is not played, a line for each reason."""
    reasons: dict[str, list[str]] = {}
    for gone in scenario.excluded:
        reasons.setdefault(gone.reason.removeprefix(f"{gone.wire_form} is "), []).append(gone.wire_form.name)
    yield from (f"{', '.join(forms)}: {reason}" for reason, forms in reasons.items())


def _all(words: Iterable[str]) -> list[Wanted]:
    return list(_each(_wanted, words))


def _each(load: Callable[[T], R], things: Iterable[T]) -> tuple[R, ...]:
    """All of them; when some cannot be read, the problems of all these in one go."""
    found: list[R] = []
    problems: list[ScenarioProblem] = []
    for thing in things:
        try:
            found.append(load(thing))
        except ScenarioProblems as problem:
            problems += problem.problems
    if problems:
        raise ScenarioProblems(dict.fromkeys(problems))
    return tuple(found)


def _wanted(word: str) -> Wanted:
    name, check, cell = parts(word)
    return Wanted(_scenarios(name), check or "*", cell or "*", word)


def _scenarios(name: str) -> tuple[Scenario, ...]:
    base, mark, telling = name.rpartition(MARK)
    if mark and base and not os.path.exists(name):
        try:
            return told_in(_scenarios(base), telling)
        except UnknownTelling as problem:
            raise Problem(str(problem)) from problem
    if name.endswith(SUFFIX) or os.path.isdir(name):
        return _each(load_file, scenario_files([name]))
    if name in corpus.paths() or name in corpus.SUITES:
        return corpus.select([name])
    if os.path.isfile(name + SUFFIX):
        return (load_file(Path(name + SUFFIX)),)
    if os.path.isfile(name):
        raise Problem(f"{name}: no scenario file, those are called *{SUFFIX}")
    made_up = Name.of(name)
    return corpus.select([name]) if made_up is None else (scenario_of(made_up),)


def _nothing(word: str, forms: Sequence[WireForm], excluded: dict[str, str]) -> str:
    names = ", ".join(form.name for form in forms) or "no wire form that this version plays"
    text = f"nothing to play: {word} in {names}"
    if excluded:
        name, reason = next(iter(excluded.items()))
        return f"{text}; for example {name}: {reason}"
    return f"{text}; see `a2a-conformance list`"
