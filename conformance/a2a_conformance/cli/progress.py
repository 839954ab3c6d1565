"""One line that tells how far a run is, only where somebody looks."""

import sys
from typing import Self

from a2a_conformance.report.escaping import cut, visible
from a2a_conformance.verdict import CellResult


class Progress:
    """Writes over its own line on standard error, if that is a terminal."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._shown = sys.stderr.isatty()

    def step(self, result: CellResult) -> None:
        """One more cell has ended."""
        self._done += 1
        if self._shown:
            line = cut(visible(f"{self._done}/{self._total} {result.cell}"), 78)
            sys.stderr.write(f"\r\x1b[2K{line}")
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
