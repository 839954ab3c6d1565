"""What pydantic finds wrong with a file, in the words of this format."""

from collections.abc import Iterator
from typing import Any, Final, get_args

from pydantic import ValidationError

from a2a_simulator.scenario.models.base import KEY_ALIASES, Model, shown
from a2a_simulator.scenario.models.file import ScenarioFile
from a2a_simulator.scenario.problems import Path, Problem
from a2a_simulator.scenario.suggestions import closest
from a2a_simulator.scenario.yaml_text import Located

_NOUNS: Final = {"list_type": "a list", "dict_type": "a map", "int_type": "a whole number"}
_MEANT: Final = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def told(error: ValidationError, located: Located) -> Iterator[Problem]:
    """One problem for each thing that is wrong."""
    for one in error.errors(include_url=False):
        path: Path = one["loc"]
        context: dict[str, Any] = one.get("ctx", {})
        if one["type"] == "extra_forbidden":
            yield _unknown_key(path, located)
        elif one["type"] == "missing":
            yield located.problem(path[:-1], f"`{path[-1]}` is missing")
        elif one["type"] == "scenario":
            at = context["at"]
            where = path if at is None else (*path, at)
            yield located.problem(where, context["text"], context["hint"], key=at is not None)
        else:
            yield located.problem(path, *_words(one["type"], one.get("input"), context, one["msg"]))


def _words(kind: str, value: Any, context: dict[str, Any], otherwise: str) -> tuple[str, str | None]:
    """Text and remedy."""
    if value is None:
        return "has no value", None
    match kind:
        case "string_type":
            return f"expected text, not {shown(value)}", None if isinstance(value, dict | list) else _quoted(value)
        case "bool_type":
            meant = _MEANT.get(str(value).lower())
            return (
                f"expected true or false, not {shown(value)}",
                f"did you mean `{meant}`?" if meant else "write `true` or `false`",
            )
        case "list_type" | "dict_type" | "int_type":
            return f"expected {_NOUNS[kind]}, not {shown(value)}", None
        case "string_pattern_mismatch":
            return f"{shown(value)} does not begin with /", f"write /{value}"
        case "greater_than_equal":
            return f"{shown(value)} is too small", f"at least {context['ge']}"
        case "less_than_equal":
            return f"{shown(value)} is too large", f"at most {context['le']}"
        case "too_short":
            return "an empty list", "write at least one item"
    return otherwise, None


def _quoted(value: Any) -> str:
    return f'write "{str(value).lower() if isinstance(value, bool) else value}"'


def _unknown_key(path: Path, located: Located) -> Problem:
    if _cut_by_a_comma(path, located):
        return located.problem(path, "a key without a value", "text with a comma inside { } needs quotes", key=True)
    key = str(path[-1])
    model = _model_at(ScenarioFile, path[:-1])
    keys = model.keys() if model is not None else ()
    alias = KEY_ALIASES.get(key)
    meant = alias if alias in keys else closest(key, keys)
    hint = f"did you mean `{meant}`?" if meant else ("one of: " + ", ".join(keys) if keys else None)
    return located.problem(path, "unknown key", hint, key=True)


def _cut_by_a_comma(path: Path, located: Located) -> bool:
    """Whether the key is the rest of an unquoted text in braces: it has no value, and a key before it on its line."""
    path = located.written(path)
    value: Any = located.value
    for part in path:
        value = value[part]
    key = located.keys.get(path)
    if value is not None or key is None:
        return False
    beside = (place for other, place in located.keys.items() if other[:-1] == path[:-1])
    return any(place.line == key.line and place.column < key.column for place in beside)


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
