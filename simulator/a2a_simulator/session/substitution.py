"""Fills the `${…}` placeholders of scripted text (scenario format §5.2)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeVar

from a2a_simulator.protocol.parts import Data, File, Part, Text

_PLACEHOLDER = re.compile(r"\$\$\{|\$\{([a-z_.]+)\}")

V = TypeVar("V")


def fill(text: str, names: Mapping[str, str]) -> str:
    """The text with each known `${name}` replaced; `$${` writes `${`. Unknown names stay as they are."""
    if "$" not in text:
        return text

    def value(found: re.Match[str]) -> str:
        name = found[1]
        return "${" if name is None else names.get(name, found[0])

    return _PLACEHOLDER.sub(value, text)


def fill_value(value: V, names: Mapping[str, str]) -> V:
    """The same for every text inside a JSON value, keys included."""
    return _filled(value, names)  # type: ignore[no-any-return]


def fill_parts(parts: tuple[Part, ...], names: Mapping[str, str]) -> tuple[Part, ...]:
    """The same for the texts, data, names and URLs of parts."""
    return tuple(_part(part, names) for part in parts)


def speaks_of_names(part: Part) -> bool:
    """Whether `fill_parts` may change the part."""
    if isinstance(part, Text):
        return "$" in part.text
    return isinstance(part, Data) or "$" in f"{part.name}{part.url}"


def _filled(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return fill(value, names)
    if isinstance(value, Mapping):
        return {fill(str(key), names): _filled(item, names) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_filled(item, names) for item in value]
    return value


def _part(part: Part, names: Mapping[str, str]) -> Part:
    match part:
        case Text():
            return replace(part, text=fill(part.text, names)) if "$" in part.text else part
        case Data():
            return replace(part, value=_filled(part.value, names))
        case File():
            return replace(
                part,
                name=part.name and fill(part.name, names),
                url=part.url and fill(part.url, names),
            )
