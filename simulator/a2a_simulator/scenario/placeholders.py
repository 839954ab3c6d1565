"""Placeholders of scripted text: `${task.id}` and its kin. `$${` writes `${`."""

import re
from collections.abc import Mapping
from typing import Any, Final

COUNTER: Final = "n"
"""Counts inside `repeat` and `parallel`; filled when a scenario is lowered, the others when it is played."""

NAMES: Final = (
    "task.id",
    "context.id",
    "message.id",
    "request.id",
    "request.text",
    "base_url",
    "card_url",
    "webhook_url",
    "other_url",
    "agent",
    COUNTER,
    "use",
)

_PATTERN: Final = re.compile(r"\$\$\{|\$\{([^}]*)\}")


def names(text: str) -> tuple[str, ...]:
    """The names that a text mentions, in order, known or not."""
    return tuple(found.group(1) for found in _PATTERN.finditer(text) if found.group(1) is not None)


def unclosed(text: str) -> str:
    """The beginning of a placeholder that is never closed; empty: there is none."""
    found = re.search(r"\$\{[^}]*$", _PATTERN.sub("", text))
    return found.group(0) if found is not None else ""


def fill(text: str, values: Mapping[str, str]) -> str:
    """The text as it is played. Names without a value stay as they are."""
    if "${" not in text:
        return text
    return _PATTERN.sub(lambda it: "${" if it.group(1) is None else values.get(it.group(1), it.group(0)), text)


def fill_json(value: Any, values: Mapping[str, str]) -> Any:
    """The same for every text inside a JSON value, keys included."""
    if isinstance(value, str):
        return fill(value, values)
    if isinstance(value, Mapping):
        return {fill(key, values): fill_json(inner, values) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [fill_json(inner, values) for inner in value]
    return value


def count(text: str, n: int | None) -> str:
    """The text with `${n}` filled and everything else, `$${` included, left for the play."""
    if n is None or "${n}" not in text:
        return text
    return _PATTERN.sub(lambda it: str(n) if it.group(1) == COUNTER else it.group(0), text)


def count_json(value: Any, n: int | None) -> Any:
    """The same for every text inside a JSON value."""
    if n is None:
        return value
    if isinstance(value, str):
        return count(value, n)
    if isinstance(value, Mapping):
        return {count(key, n): count_json(inner, n) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [count_json(inner, n) for inner in value]
    return value


def literal(data: bytes) -> bytes:
    """Bytes that come out unchanged when placeholders are filled."""
    return data.replace(b"${", b"$${")
