"""The baseline of a run: loaded before it, applied once where all results are together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from a2a_conformance.baseline import Baseline, BaselineProblems
from a2a_conformance.cli.exits import Problem
from a2a_conformance.report.excuses import facts
from a2a_conformance.report.record import BaselineFacts, Header
from a2a_conformance.verdict import CellResult


@dataclass(frozen=True, slots=True)
class Expected:
    """A baseline, or none."""

    baseline: Baseline | None

    @classmethod
    def load(cls, file: Path | None) -> "Expected":
        """Reads the file, if there is one. Raises Problem."""
        if file is None:
            return cls(None)
        try:
            return cls(Baseline.load(file))
        except BaselineProblems as problems:
            raise Problem(str(problems)) from None
        except OSError as problem:
            raise Problem(f"{file}: the baseline cannot be read ({problem.strerror})") from None

    def apply(self, header: Header, results: Sequence[CellResult], complete: bool) -> BaselineFacts | None:
        """Whom it excuses, and what does not fit; the latter only when the run was complete."""
        if self.baseline is None:
            return None
        return facts(self.baseline, header, results, datetime.now(UTC).date(), complete)
