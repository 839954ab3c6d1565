"""What is wrong with text that is no YAML, in words that help: where it stands, and what to write instead."""

import re
from typing import Final

import yaml

from a2a_simulator.scenario.play import Place
from a2a_simulator.scenario.problems import Problem

BLANKS: Final = {
    "\u00a0": "non-breaking blank",
    "\u2007": "figure space",
    "\u202f": "narrow non-breaking blank",
    "\u3000": "ideographic space",
    "\u200b": "zero width space",
    "\ufeff": "byte order mark",
}
"""Characters that look like a blank, or like nothing, and mean no indentation to YAML."""

_LEAD: Final = re.compile(rf"[ \t{''.join(BLANKS)}-]*")
_DASHES: Final = re.compile(r"(?:- +)*")


def blank(text: str) -> str:
    """The name of the first odd blank in a text; empty: there is none."""
    return next((f"a {BLANKS[char]} (U+{ord(char):04X})" for char in text if char in BLANKS), "")


def broken(error: yaml.YAMLError, text: str, file: str, depth: int) -> Problem:
    """What libyaml stumbled over; `depth` is how deep a file may nest."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is None:
        line = text.count("\n", 0, getattr(error, "position", 0)) + 1
        remedy = 'write it as "\\u…" in quotes'
        return Problem(Place(file, line, 1), "", "a character that YAML does not allow", remedy)
    lines = text.splitlines()
    here = lines[mark.line] if mark.line < len(lines) else ""
    what = str(getattr(error, "problem", None) or error)
    place = Place(file, mark.line + 1, mark.column + 1)
    if "nesting depth" in what:
        return Problem(place, "", f"nested deeper than {depth} levels")
    return (
        _odd_blank(here, mark.line, file)
        or _open_bracket(error, what, file)
        or _indentation(what, lines, mark, place)
        or _words(what, here, mark.column, place)
    )


def _odd_blank(here: str, line: int, file: str) -> Problem | None:
    """A tab or another blank that is none, before the first word of the line."""
    lead = _LEAD.match(here)
    for column, char in enumerate(lead.group(0) if lead is not None else ""):
        if char == "\t":
            remedy = "put a blank after `-`" if "-" in here[:column] else "indent with spaces"
            return Problem(Place(file, line + 1, column + 1), "", "a tab", remedy)
        if char in BLANKS:
            return Problem(Place(file, line + 1, column + 1), "", blank(char), "write an ordinary blank")
    return None


def _open_bracket(error: yaml.YAMLError, what: str, file: str) -> Problem | None:
    opened = getattr(error, "context_mark", None)
    found = re.search(r"expected ',' or '([}\]])'", what)
    if found is None or opened is None:
        return None
    close = found.group(1)
    open_ = "{" if close == "}" else "["
    return Problem(
        Place(file, opened.line + 1, opened.column + 1),
        "",
        f"the `{open_}` that opens here is not closed",
        f"close it with `{close}`; text with commas, braces or brackets needs quotes",
    )


def _indentation(what: str, lines: list[str], mark: yaml.Mark, place: Place) -> Problem | None:
    here = lines[mark.line] if mark.line < len(lines) else ""
    if "mapping values are not allowed" in what:
        return _too_deep(lines, mark, place) if here.find(": ") in (mark.column, -1) else None
    if not ("did not find expected key" in what or "did not find expected '-'" in what) or not here.strip():
        return None
    column, item = _column(here), here.lstrip().startswith("- ")
    fitting = [pair for pair in _columns(lines[: mark.line]) if pair[2] == item]
    if column in [one for one, _, _ in fitting] or not fitting:
        return None
    nearest, line, _ = min(fitting, key=lambda pair: (abs(pair[0] - column), -pair[1]))
    return Problem(
        Place(place.file, place.line, column + 1),
        "",
        f"wrong indentation: {column} blanks, and no line before it has as many",
        f"indent it by {nearest} blanks, as line {line + 1}",
    )


def _too_deep(lines: list[str], mark: yaml.Mark, place: Place) -> Problem | None:
    """A key below a value that was complete: a line that stands deeper than the one before it."""
    before = next((at for at in range(mark.line - 1, -1, -1) if _says(lines[at])), None)
    here = lines[mark.line]
    if before is None or _column(here) <= _column(lines[before]) or lines[before].rstrip().endswith(":"):
        return None
    content = _content(lines[before])
    return Problem(
        Place(place.file, place.line, _column(here) + 1),
        "",
        f"wrong indentation: the line stands deeper than line {before + 1}, which is complete",
        f"keys of one map begin in one column: {content} blanks, as in line {before + 1}",
    )


def _words(what: str, here: str, column: int, place: Place) -> Problem:
    if "mapping values are not allowed" in what:
        return Problem(place, "", "text with `: ` in it", "put the whole text in quotes")
    if "found character that cannot start any token" in what:
        return Problem(place, "", "a value cannot start with this character", "put the text in quotes")
    if "escape code" in what:
        remedy = "write the character itself, or \\U and 8 digits"
        return Problem(place, "", "an escape that YAML does not know", remedy)
    return Problem(place, "", what, "text with special characters needs quotes" if "expected" in what else None)


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _column(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _content(line: str) -> int:
    """Where what follows the dashes of a line begins."""
    dashes = _DASHES.match(line.lstrip(" "))
    return _column(line) + (dashes.end() if dashes is not None else 0)


def _columns(lines: list[str]) -> list[tuple[int, int, bool]]:
    """The columns in which something begins: column, line from 0, whether it is the dash of a list."""
    out: list[tuple[int, int, bool]] = []
    for number, line in enumerate(lines):
        if _says(line):
            if line.lstrip().startswith("- "):
                out.append((_column(line), number, True))
            out.append((_content(line), number, False))
    return out
