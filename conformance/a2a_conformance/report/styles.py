"""Colour for the terminal, or none."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Style(Enum):
    """What a piece of text is; the value is its SGR code."""

    PLAIN = ""
    STRONG = "1"
    DIM = "2"
    GOOD = "32"
    CAUTION = "33"
    BAD = "31"


@dataclass(frozen=True, slots=True)
class Ink:
    """Writes text in a style, when colour is wanted."""

    colour: bool = False

    def __call__(self, text: str, style: Style) -> str:
        """The text, between escape sequences when there is colour."""
        if not self.colour or style is Style.PLAIN or not text:
            return text
        return f"\x1b[{style.value}m{text}\x1b[0m"


def ink_for(environment: Mapping[str, str], terminal: bool) -> Ink:
    """NO_COLOR switches colour off, FORCE_COLOR on; else a terminal that is not dumb has it."""
    if environment.get("NO_COLOR"):
        return Ink(False)
    if environment.get("FORCE_COLOR"):
        return Ink(True)
    return Ink(terminal and environment.get("TERM") != "dumb")
