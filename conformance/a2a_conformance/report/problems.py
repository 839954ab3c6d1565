"""Every way in which a run record can be invalid, one type each; all say where, what, and what to do."""


class RecordProblem(ValueError):
    """A run record that cannot be trusted as it is. `line` counts from 1; 0 speaks of the whole file."""

    remedy = "run again"

    def __init__(self, file: str, line: int, what: str) -> None:
        self.file = file
        self.line = line
        self.what = what
        place = f"{file}:{line}" if line else file
        super().__init__(f"{place}: {what}; {self.remedy}")


class UnreadableRecord(RecordProblem):
    """The file cannot be opened or is no text."""

    remedy = "give the path of a `run.ndjson`, by default `a2a-report/run.ndjson`"


class NotARecord(RecordProblem):
    """The first line is no header of a run record."""

    remedy = "give the path of a `run.ndjson`, by default `a2a-report/run.ndjson`"


class UnknownVersion(RecordProblem):
    """The record was written in a version that this program does not read."""

    remedy = "use the version of a2a-conformance that wrote it, or run again"


class BrokenLine(RecordProblem):
    """A line is no JSON object: most often the last one, cut off by a crash."""


class WrongShape(RecordProblem):
    """A line is JSON, but lacks what a record line has."""


class DuplicateCell(RecordProblem):
    """The same cell was recorded twice."""

    remedy = "leave out one of the shards, or run again"


class LineAfterFooter(RecordProblem):
    """Something was written after the footer."""


class MissingFooter(RecordProblem):
    """The run never came to its end: whatever the record says so far, it is incomplete."""

    remedy = "run again and let it end"


class WrongTotals(RecordProblem):
    """The footer counts other cells than the record has: lines were lost."""


class ForeignShard(RecordProblem):
    """Shards to be merged do not come from the same run."""

    remedy = "merge only the shards of one run"
