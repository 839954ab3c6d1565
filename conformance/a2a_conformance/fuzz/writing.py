"""A scenario document as the text of a file that says the same to every reader of YAML."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

_BARE: Final = re.compile(r"[A-Za-z][A-Za-z_]*(?: [A-Za-z_]+)*\Z")
_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_BLOCKS: Final = frozenset({"drive", "script", "reply", "meanwhile"})
"""The lists that stand one item a line."""


def write(document: Mapping[str, Any], comments: Sequence[str] = ()) -> str:
    """The text, with comments at its head."""
    lines = [f"# {line}".rstrip() for comment in comments for line in comment.splitlines() or [""]]
    return "\n".join([*lines, *_members(document, "", "")]) + "\n"


def _members(value: Mapping[str, Any], lead: str, indent: str) -> Iterator[str]:
    """The members of a map, the first one behind `lead`."""
    for key, inner in value.items():
        if key in _BLOCKS and isinstance(inner, list) and inner:
            yield f"{lead}{_scalar(key)}:"
            for item in inner:
                yield from _item(item, indent + "  ")
        else:
            yield f"{lead}{_scalar(key)}: {flow(inner)}"
        lead = indent


def _item(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping) and value:
        yield from _members(value, f"{indent}- ", indent + "  ")
    else:
        yield f"{indent}- {flow(value)}"


def flow(value: Any) -> str:
    """The value on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(str(key))}: {flow(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(inner) for inner in value) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if not isinstance(value, str):
        return json.dumps(value)
    if _BARE.match(value) and value.lower() not in _WORDS:
        return value
    text = json.dumps(value, ensure_ascii=False)
    return "".join(char if char.isprintable() else _escaped(char) for char in text)


def _escaped(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
