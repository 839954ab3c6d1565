"""The baseline of a run: loaded before it, applied once where all results are together."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from a2a_conformance.report.record import BaselineFacts
from a2a_conformance.verdict import CellResult


@dataclass(frozen=True, slots=True)
class Expected:
    """A baseline, or none."""

    file: Path | None

    @classmethod
    def load(cls, file: Path | None) -> "Expected":
        """Reads the file, if there is one. Raises Problem."""
        return cls(file)

    def apply(self, results: Sequence[CellResult], complete: bool) -> BaselineFacts | None:
        """Whom it excuses, and what no longer fits; the latter only when the run was complete."""
        return None
