"""What pydantic finds wrong with a file, in the words of this format."""

from collections.abc import Iterator
from typing import Any, Final

from pydantic import ValidationError

from a2a_simulator.scenario.keys import belongs, keys_at, meant, model_at
from a2a_simulator.scenario.models.base import shown
from a2a_simulator.scenario.models.file import ScenarioFile
from a2a_simulator.scenario.problems import Path, Problem
from a2a_simulator.scenario.yaml_faults import blank
from a2a_simulator.scenario.yaml_text import Located

_NOUNS: Final = {"list_type": "a list", "dict_type": "a map", "int_type": "a whole number"}
_MEANT: Final = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def told(error: ValidationError, located: Located) -> Iterator[Problem]:
    """One problem for each thing that is wrong; a key that is missing because it is misspelled is told once."""
    found = error.errors(include_url=False)
    misspelled = {(*one["loc"][:-1], meant(one["loc"])) for one in found if one["type"] == "extra_forbidden"}
    for one in found:
        path: Path = one["loc"]
        context: dict[str, Any] = one.get("ctx", {})
        if one.get("input", path) is None and "#" in (rest := located.rest(located.place(path))):
            yield located.problem(path, "has no value", f"`#` begins a comment: quote it, '{rest.strip(' :')}'")
        elif one["type"] == "extra_forbidden":
            yield _unknown_key(path, located)
        elif one["type"] == "missing":
            if path not in misspelled:
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
    if odd := blank(key):
        return located.problem(path, f"a key with {odd} in it", "write ordinary blanks", key=True)
    right = meant(path)
    if right is not None:
        return located.problem(path, "unknown key", f"did you mean `{right}`?", key=True)
    elsewhere = belongs(key, model_at(ScenarioFile, path[:-1]), located.at(path[:-1]))
    keys = keys_at(path)
    hint = elsewhere or ("one of: " + ", ".join(keys) if keys else None)
    return located.problem(path, "unknown key", hint, key=True)


def _cut_by_a_comma(path: Path, located: Located) -> bool:
    """Whether the key is the rest of an unquoted text in braces: it has no value, and a key before it on its line."""
    path = located.written(path)
    key = located.keys.get(path)
    if located.at(path) is not None or key is None:
        return False
    beside = (place for other, place in located.keys.items() if other[:-1] == path[:-1])
    return any(place.line == key.line and place.column < key.column for place in beside)
