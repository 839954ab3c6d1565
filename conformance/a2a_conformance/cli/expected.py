"""The baseline of a run: loaded before it, applied once where all results are together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from a2a_conformance import corpus
from a2a_conformance.baseline import Baseline, BaselineProblems, Misfit
from a2a_conformance.cli.exits import Problem
from a2a_conformance.report.record import BaselineFacts, Excuse
from a2a_conformance.verdict import CellResult
from a2a_simulator.scenario.load import SUFFIX


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

    def apply(self, results: Sequence[CellResult], complete: bool) -> BaselineFacts | None:
        """Whom it excuses, and what does not fit; the latter only when the run was complete."""
        if self.baseline is None:
            return None
        verdicts = [verdict for result in results for verdict in result.verdicts]
        applied = self.baseline.apply(verdicts, datetime.now(UTC).date(), complete, scenarios(self.baseline))
        return BaselineFacts(
            self.baseline.file,
            tuple(Excuse(str(key), entry.reason, str(entry.place)) for key, entry in applied.excused.items()),
            applied.lines(Misfit.GONE),
            applied.lines(Misfit.UNMATCHED),
            applied.lines(Misfit.EXPIRED),
        )


def scenarios(baseline: Baseline) -> frozenset[str]:
    """The scenarios that its entries may speak of: the shipped ones, and files that lie where an entry looks."""
    own = (file for entry in baseline.entries for glob in entry.scenario for file in _files(glob))
    return frozenset(corpus.paths()) | {file.as_posix().removesuffix(SUFFIX) for file in own}


def _files(glob: str) -> Iterator[Path]:
    """A glob over the names of scenarios stands for no other files than those below the working directory."""
    if glob.startswith(("/", "..")) or glob in corpus.paths() or "**" in glob:
        return
    yield from Path().glob(f"{glob}{SUFFIX}")
