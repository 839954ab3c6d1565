"""Reading scenario files: located YAML, strict models, load-time checks; all problems of a file in one go."""

from collections.abc import Collection, Iterable
from pathlib import Path as FilePath
from typing import Any, Final, get_args

from pydantic import ValidationError

from a2a_simulator.scenario.models.base import KEY_ALIASES, Model, shown
from a2a_simulator.scenario.models.file import ScenarioFile
from a2a_simulator.scenario.play import Place
from a2a_simulator.scenario.problems import Path, Problem, ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.scenario.suggestions import closest
from a2a_simulator.scenario.yaml_text import Located, read

SUFFIX: Final = ".a2a.yaml"


def load(
    path: str | FilePath, root: str | FilePath | None = None, known_requirements: Collection[str] | None = None
) -> Scenario:
    """The scenario in a file; its id is the path below `root` without suffix. Raises ScenarioProblems, OSError."""
    file = FilePath(path)
    below = file.resolve().relative_to(FilePath(root).resolve()) if root is not None else FilePath(file.name)
    return load_text(file.read_bytes(), str(path), below.as_posix().removesuffix(SUFFIX), known_requirements)


def load_text(
    text: str | bytes,
    file: str = "scenario.a2a.yaml",
    id: str | None = None,
    known_requirements: Collection[str] | None = None,
) -> Scenario:
    """The scenario in a text. Raises ScenarioProblems. Requirement ids are checked where a set of them is given."""
    from a2a_simulator.scenario.lint import check

    located = read(text, file)
    try:
        model = ScenarioFile.model_validate(located.value)
    except ValidationError as error:
        raise ScenarioProblems(_told(error, located)) from error
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


def _told(error: ValidationError, located: Located) -> list[Problem]:
    """What pydantic found, in the words of this format."""
    problems: list[Problem] = []
    for one in error.errors(include_url=False):
        path: Path = one["loc"]
        context: dict[str, Any] = one.get("ctx", {})
        value = one.get("input")
        kind = one["type"]
        if kind == "scenario":
            at = context["at"]
            where = path if at is None else (*path, at)
            problems.append(located.problem(where, context["text"], context["hint"], key=at is not None))
        elif kind == "extra_forbidden":
            problems.append(_unknown_key(path, located))
        elif kind == "missing":
            problems.append(located.problem(path[:-1], f"`{path[-1]}` is missing"))
        elif kind == "string_type":
            remedy = None if isinstance(value, dict | list) else f'write "{_bare(value)}"'
            problems.append(located.problem(path, f"expected text, not {shown(value)}", remedy))
        elif kind == "bool_type":
            meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(str(value).lower())
            hint = f"did you mean `{meant}`?" if meant else "write `true` or `false`"
            problems.append(located.problem(path, f"expected true or false, not {shown(value)}", hint))
        elif kind in ("list_type", "dict_type", "int_type"):
            noun = {"list_type": "a list", "dict_type": "a map", "int_type": "a whole number"}[kind]
            problems.append(located.problem(path, f"expected {noun}, not {shown(value)}"))
        elif kind == "string_pattern_mismatch":
            problems.append(located.problem(path, f"{shown(value)} does not begin with /", f"write /{value}"))
        elif kind == "too_short":
            problems.append(located.problem(path, "an empty list", "write at least one item"))
        else:
            problems.append(located.problem(path, one["msg"]))
    return problems


def _bare(value: Any) -> str:
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _unknown_key(path: Path, located: Located) -> Problem:
    key = str(path[-1])
    model = _model_at(ScenarioFile, path[:-1])
    keys = model.keys() if model is not None else ()
    alias = KEY_ALIASES.get(key)
    meant = alias if alias in keys else closest(key, keys)
    hint = f"did you mean `{meant}`?" if meant else ("one of: " + ", ".join(keys) if keys else None)
    return located.problem(path, "unknown key", hint, key=True)


def _model_at(model: type[Model], path: Path) -> type[Model] | None:
    """The model that reads the value at a path."""
    here: Any = model
    for part in path:
        if isinstance(part, int):
            continue
        if here is None:
            return None
        named = {field.alias or name: field for name, field in here.model_fields.items()}
        if part in named:
            here = _inner(named[part].annotation)
    return here if isinstance(here, type) and issubclass(here, Model) else None


def _inner(annotation: Any) -> type[Model] | None:
    """The model inside an annotation, however wrapped."""
    if isinstance(annotation, type) and issubclass(annotation, Model):
        return annotation
    for one in get_args(annotation):
        found = _inner(one)
        if found is not None:
            return found
    return None


__all__ = ["SUFFIX", "Place", "Problem", "ScenarioProblems", "find", "load", "load_text"]
