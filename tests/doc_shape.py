"""Whether output has the shape that a page shows: figures and made-up ids may differ, `…` is a gap."""

import re

_FIGURES = re.compile(r"\d+(?:\.\d+)?")
_IDS = re.compile(r"\b(task|ctx|msg)-[0-9a-z]+\b")


def _plain(line: str) -> str:
    line = _IDS.sub(r"\1-id", line)
    return " ".join(_FIGURES.sub("9", line).split())


def _pattern(line: str) -> str:
    return ".*".join(re.escape(_plain(piece)).replace(r"\ ", " ") for piece in line.split("…")).replace(" .*", " ?.*")


def differs(shown: str, printed: str) -> str | None:
    """The first shown line that was not printed in its place, None when all were."""
    have = [_plain(line) for line in printed.splitlines() if line.strip()]
    at, free = 0, False
    for line in (line for line in shown.splitlines() if line.strip()):
        if line.strip() == "…":
            free = True
            continue
        wanted = re.compile(_pattern(line))
        last = len(have) if free else min(at + 1, len(have))
        found = next((number for number in range(at, last) if wanted.fullmatch(have[number])), None)
        if found is None:
            return line
        at, free = found + 1, False
    return None if free or at == len(have) else f"(the page ends here, the output goes on: {have[at]!r})"
