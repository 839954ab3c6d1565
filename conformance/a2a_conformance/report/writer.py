"""Writes a run record as the run goes, so that a crash or Ctrl-C leaves a readable file."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import IO, Any, Self

from a2a_conformance.report.codec import footer_to_json, header_to_json, result_from_json, result_to_json
from a2a_conformance.report.record import Footer, Header
from a2a_conformance.verdict import CellResult, Status


class RecordWriter:
    """Appends one line per cell and flushes it; `finish` writes the footer, without which a record is incomplete.

    Journals of cells without a failure are dropped unless `keep_all`.
    """

    def __init__(self, out: IO[str], header: Header, keep_all: bool = False) -> None:
        self._out = out
        self._keep_all = keep_all
        self._cells = 0
        self._line(header_to_json(header))

    def add(self, result: CellResult) -> None:
        """Records one cell."""
        self._cells += 1
        self._line(result_to_json(result if self._keep_all else trimmed(result)))

    def finish(self, footer: Footer) -> None:
        """Ends the record; `cells` is counted here."""
        self._line(footer_to_json(replace(footer, cells=self._cells)))

    def close(self) -> None:
        """Closes the file; a record that was not finished stays without footer."""
        self._out.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _line(self, value: Mapping[str, Any]) -> None:
        self._out.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._out.flush()


def as_recorded(result: CellResult, keep_all: bool = False) -> CellResult:
    """The result as a reader of the record will see it: trimmed, rounded, secrets masked."""
    return result_from_json(result_to_json(result if keep_all else trimmed(result)))


def trimmed(result: CellResult) -> CellResult:
    """The result without the journal that nobody will look at: nothing in this cell went wrong."""
    wrong = (Status.FAIL, Status.WARN, Status.NOT_REACHED, Status.ERROR)
    if any(verdict.status in wrong for verdict in result.verdicts):
        return result
    return replace(result, journal=())
