"""`docs/kill-matrix.md`: what each mutant is, and which checks tell it apart."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from a2a_conformance.corpus import fixtures_root
from a2a_conformance.selftest.matrix import Matrix
from a2a_conformance.selftest.mutant import BugClass
from a2a_conformance.selftest.saboteurs import CASES

SHOWN: Final = 6
"""Checks and mutants named in a table cell; of more only the number is told."""


def write(matrix: Matrix) -> Path:
    """Writes the document beside the fixtures of a source tree and gives its path. Raises OSError."""
    path = fixtures_root().parent / "docs" / "kill-matrix.md"
    path.write_text(text(matrix), encoding="utf-8")
    return path


def text(matrix: Matrix) -> str:
    """The document."""
    return "\n".join(_lines(matrix)) + "\n"


def _lines(matrix: Matrix) -> Iterator[str]:
    tellers = matrix.tellers()
    told_apart = sum(bool(names) for names in tellers.values())
    yield "# Kill matrix"
    yield ""
    yield (
        "What the suite catches. A mutant is the reference client with one fault, as it was found in the field; a"
        " check tells it apart when it passes the reference client and fails the mutant. Written by"
        " `a2a-conformance selftest --accept`; `a2a-conformance selftest` proves it again."
    )
    yield ""
    yield (
        f"{len(matrix.mutants)} mutants, each told apart. {told_apart} of {len(tellers)} checks tell a mutant apart."
        f" {len(CASES)} saboteurs, none of which gets through."
    )
    for bug_class in BugClass:
        mutants = [mutant for mutant in matrix.mutants.values() if mutant.bug_class is bug_class]
        if mutants:
            yield from ("", f"## {bug_class.value.capitalize()}", "", "| Mutant | Fault | Seen in | Told apart by |")
            yield "|---|---|---|---|"
        for mutant in mutants:
            telling = matrix.telling(mutant.name)
            cells = len({cell for at in telling.values() for cell in at})
            seen = ", ".join(mutant.bugs)
            yield f"| `{mutant.name}` | {mutant.text} | {seen} | {_some(list(telling))}, in {cells} cells |"
    yield from ("", "## Checks", "", "| Check | Mutants |", "|---|---|")
    for check, names in tellers.items():
        yield f"| `{check}` | {_some(list(names)) or 'none'} |"
    yield from ("", "## Saboteurs", "", "| Saboteur | What it does |", "|---|---|")
    for case in CASES:
        yield f"| `{case.name}` | {case.text} |"


def _some(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:SHOWN])
    return f"{shown} and {len(names) - SHOWN} more" if len(names) > SHOWN else shown
