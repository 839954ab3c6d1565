"""The files of the examples, one for each family of rules."""

from functools import cache
from pathlib import Path

from a2a_conformance.rules.examples.case import Case, case_of
from a2a_conformance.shipped import fixtures_root
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.yaml_text import read


class BrokenExamples(ValueError):
    """A file of examples that cannot be read; the message names file, case and mistake."""


def folder() -> Path:
    """Where the files lie."""
    return fixtures_root() / "streams" / "rules"


@cache
def cases() -> tuple[Case, ...]:
    """All example streams, in order of the files. Raises BrokenExamples."""
    return tuple(
        case for path in sorted(folder().glob("*.yaml")) for case in read_cases(path.read_bytes(), path.stem)
    )


def read_cases(text: bytes | str, family: str) -> tuple[Case, ...]:
    """The cases of one file. Raises BrokenExamples."""
    try:
        value = read(text, f"{family}.yaml").value
    except ScenarioProblems as problem:
        raise BrokenExamples(str(problem)) from problem
    if not isinstance(value, dict) or not isinstance(value.get("cases"), list):
        raise BrokenExamples(f"{family}.yaml: the cases stand in a list under `cases`")
    found = []
    for number, given in enumerate(value["cases"], 1):
        name = given.get("name", number) if isinstance(given, dict) else number
        try:
            found.append(case_of(family, given))
        except (ValueError, TypeError, AttributeError) as problem:
            raise BrokenExamples(f"{family}.yaml: case {name}: {problem}") from problem
    return tuple(found)
