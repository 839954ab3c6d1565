"""Which cells a mutant is run through in the quick self-test: enough to tell it apart, and a few that must not."""

import zlib
from collections.abc import Sequence
from typing import Final

from a2a_conformance.selftest.pins import Row

AFFECTED: Final = 4
"""Cells in which the mutant differs from the reference client, at most."""
UNAFFECTED: Final = 2
"""Cells in which it does not, at most."""


def cells_to_run(row: Row, every: Sequence[str]) -> tuple[str, ...]:
    """Cells that show as many of the mutant's verdicts as can be, and a few where all is as ever."""
    affected = [cell for cell in every if cell in row]
    missing = {(check, status) for checks in row.values() for check, status in checks.items()}
    chosen: list[str] = []
    while affected and len(chosen) < AFFECTED:
        best = max(affected, key=lambda cell: (len(missing & set(row[cell].items())), _mix(cell)))
        affected.remove(best)
        chosen.append(best)
        missing -= set(row[best].items())
    quiet = sorted((cell for cell in every if cell not in row), key=lambda cell: _mix(f"{cell}{len(row)}"))
    return (*chosen, *quiet[:UNAFFECTED])


def _mix(text: str) -> int:
    """A number that differs from cell to cell and never from run to run."""
    return zlib.crc32(text.encode())
