"""Hostile text made safe to look at: control characters shown, direction overrides named, long text cut."""

import base64
from collections.abc import Mapping
from typing import Any, Final

_CONTROL_PICTURES: Final = {code: chr(0x2400 + code) for code in range(0x20)} | {0x7F: "␡"}
_INVISIBLE: Final = {
    code: f"\\u{{{code:x}}}"
    for code in (
        *range(0x80, 0xA0),
        0xAD,
        0x61C,
        *range(0x200B, 0x2010),
        *range(0x2028, 0x202F),
        *range(0x2060, 0x2070),
        0xFEFF,
        *range(0xFFF9, 0xFFFC),
        *range(0xD800, 0xE000),
        *range(0xE0000, 0xE0080),
    )
}
_VISIBLE: Final = _CONTROL_PICTURES | _INVISIBLE
_LINES_KEPT: Final = _VISIBLE | {0x0A: "␊\n"}
_XML: Final = _VISIBLE | {0xFFFE: "\\u{fffe}", 0xFFFF: "\\u{ffff}"}


def visible(text: str) -> str:
    """The text on one line: control characters as pictures (␊, ␛), invisible and bidi ones as `\\u{202e}`."""
    return text.translate(_VISIBLE)


def visible_lines(text: str) -> str:
    """The same, but a line feed also breaks the line after its picture."""
    return text.translate(_LINES_KEPT)


def plain_lines(text: str) -> str:
    """The same for text that people wrote in lines: line feeds stay what they are, nothing else does."""
    return "\n".join(visible(line) for line in text.split("\n"))


def xml_safe(text: str) -> str:
    """Text that XML 1.0 can carry, line feeds kept."""
    return "\n".join(line.translate(_XML) for line in text.split("\n"))


def cut(text: str, limit: int) -> str:
    """At most `limit` characters, an ellipsis in place of the rest."""
    return text if len(text) <= limit else text[: max(0, limit - 1)] + "…"


def wire_text(wire: Mapping[str, Any]) -> str:
    """The bytes of a journal record's `wire` as text; bytes that are no UTF-8 as `\\xNN`."""
    if "base64" in wire:
        return base64.b64decode(wire["base64"]).decode("utf-8", errors="backslashreplace")
    return str(wire.get("text", ""))
