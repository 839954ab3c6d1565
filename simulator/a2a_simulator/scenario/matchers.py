"""Text conditions of scenarios: plain text means equal; or contains, lacks, matches, absent."""

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 100_000
"""Characters of a text that a regular expression is held against."""

NESTED: Final = re.compile(r"\((?:[^()\\]|\\.)*[+*}](?:[^()\\]|\\.)*\)[+*{]")
"""A repetition inside a repeated group: the pattern may take for ever on a text that nearly fits."""


@dataclass(frozen=True, slots=True)
class Match:
    """A condition on a text; all parts that are set must hold. `contains` are found in that order."""

    equals: str | None = None
    contains: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    matches: str | None = None
    absent: bool = False

    def __call__(self, text: str | None) -> bool:
        """Whether the text (None: there is none) fits."""
        if text is None or self.absent:
            return self.absent and text is None
        if self.equals is not None and text != self.equals:
            return False
        start = 0
        for piece in self.contains:
            found = text.find(piece, start)
            if found < 0:
                return False
            start = found + len(piece)
        if any(piece in text for piece in self.lacks):
            return False
        return self.matches is None or re.search(self.matches, text[:LONGEST]) is not None

    def __str__(self) -> str:
        told = [f"equal to {self.equals!r}"] if self.equals is not None else []
        told += [f"with {piece!r}" for piece in self.contains] + [f"without {piece!r}" for piece in self.lacks]
        told += [f"matching /{self.matches}/"] if self.matches is not None else []
        return "absent" if self.absent else ", ".join(told) or "any text"
