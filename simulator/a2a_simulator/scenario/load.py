"""Reading scenario files: located YAML, strict models, load-time checks; all problems of a file in one go."""

from collections.abc import Collection, Iterable
from pathlib import Path as FilePath
from typing import Final

from pydantic import ValidationError

from a2a_simulator.scenario.lint import check
from a2a_simulator.scenario.models.file import ScenarioFile
from a2a_simulator.scenario.play import Place
from a2a_simulator.scenario.problems import Problem, ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.scenario.told import told
from a2a_simulator.scenario.yaml_text import read

SUFFIX: Final = ".a2a.yaml"


def load(
    path: str | FilePath, root: str | FilePath | None = None, known_requirements: Collection[str] | None = None
) -> Scenario:
    """The scenario in a file. Raises ScenarioProblems, OSError.

    Its id is the path below `root` without suffix, or its bare name without a root or outside of it.
    """
    file = FilePath(path)
    inside = root is not None and file.resolve().is_relative_to(FilePath(root).resolve())
    below = file.resolve().relative_to(FilePath(root).resolve()) if root and inside else FilePath(file.name)
    return load_text(file.read_bytes(), str(path), below.as_posix().removesuffix(SUFFIX), known_requirements)


def load_text(
    text: str | bytes,
    file: str = "scenario.a2a.yaml",
    id: str | None = None,
    known_requirements: Collection[str] | None = None,
) -> Scenario:
    """The scenario in a text. Raises ScenarioProblems. Requirement ids are checked where a set of them is given."""
    located = read(text, file)
    try:
        model = ScenarioFile.model_validate(located.value)
    except ValidationError as error:
        raise ScenarioProblems(told(error, located)) from error
    name = id if id is not None else FilePath(file).name.removesuffix(SUFFIX)
    scenario = Scenario(name, model, located)
    problems = check(scenario, known_requirements)
    if problems:
        raise ScenarioProblems(problems)
    return scenario


def find(paths: Iterable[str | FilePath]) -> list[FilePath]:
    """All scenario files in these files and folders, folders in order of name. Raises FileNotFoundError."""
    found: list[FilePath] = []
    for one in map(FilePath, paths):
        if one.is_dir():
            found += sorted(one.rglob("*" + SUFFIX))
        elif one.is_file():
            found.append(one)
        else:
            raise FileNotFoundError(f"{one}: no such file or folder")
    return found


__all__ = ["SUFFIX", "Place", "Problem", "ScenarioProblems", "find", "load", "load_text"]
