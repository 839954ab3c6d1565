"""The record of a run while it grows, and how a run ends: footer, report, terminal, exit code."""

import contextlib
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Self

import click

from a2a_conformance.cli.exits import Exit, Stopped, gravest
from a2a_conformance.cli.expected import Expected
from a2a_conformance.cli.options import Config
from a2a_conformance.report.causes import failures
from a2a_conformance.report.folder import open_record, render
from a2a_conformance.report.record import End, Footer, Header, RunRecord
from a2a_conformance.report.styles import ink_for
from a2a_conformance.report.terminal import terminal
from a2a_conformance.report.totals import failing, totals, warning
from a2a_conformance.report.writer import RecordWriter, as_recorded
from a2a_conformance.verdict import CellResult, RunVerdict


class RunLog:
    """Takes results as they come; without `finish` its record stays without footer. Raises FolderProblem."""

    def __init__(self, header: Header, expected: Expected, config: Config) -> None:
        self._header = header
        self._expected = expected
        self._config = config
        self._folder = None if config.report == "none" else Path(config.report)
        self._began = time.monotonic()
        self._results: list[CellResult] = []
        self._writer: RecordWriter | None = None
        if self._folder is not None:
            self._writer = RecordWriter(open_record(self._folder), header, config.journals == "all")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._writer is not None:
            self._writer.close()

    def add(self, result: CellResult) -> None:
        """Records one cell. What is told of it later is what was recorded, so that no secret gets past the record."""
        result = as_recorded(result, self._config.journals == "all")
        self._results.append(result)
        if self._writer is not None:
            self._writer.add(result)

    def finish(self, signalled: Stopped | None = None, note: str = "", flaky: tuple[str, ...] = ()) -> Exit:
        """Ends the record, writes the report, tells the summary. `note`: why the harness gave up, if it did."""
        _hold_signals()
        end = End.INTERRUPTED if signalled else End.FAILED if note else End.FINISHED
        footer = Footer(
            end=end,
            cells=len(self._results),
            seconds=round(time.monotonic() - self._began, 3),
            signal=signalled.number if signalled else None,
            note=note,
            baseline=self._expected.apply(self._header, self._results, complete=end is End.FINISHED),
            flaky=flaky,
        )
        record = RunRecord(self._header, self._ordered(), footer)
        footer = replace(footer, verdict=totals(record).verdict.value)
        record = replace(record, footer=footer)
        if self._writer is not None and self._folder is not None:
            self._writer.finish(footer)
            render(record, self._folder)
        page = "" if self._folder is None else f"{self._folder}/index.html"
        ink = ink_for(os.environ, sys.stdout.isatty())
        # A reader that went away must not change how the run ends.
        with contextlib.suppress(BrokenPipeError):
            click.echo(terminal(record, ink, page), nl=False, color=True)
        return exit_of(record, self._config.strict, signalled)

    def _ordered(self) -> tuple[CellResult, ...]:
        order = {name: place for place, name in enumerate(self._header.planned)}
        return tuple(sorted(self._results, key=lambda result: order[str(result.cell)]))


def exit_of(record: RunRecord, strict: bool, signalled: Stopped | None = None) -> Exit:
    """How a run with this record ends (design §7)."""
    codes = [signalled.code] if signalled is not None else []
    if totals(record).verdict is RunVerdict.INCOMPLETE:
        codes.append(Exit.HARNESS)
    unexpected = (failure.verdict for failure in failures(record) if failure.excuse is None)
    if any(failing(verdict) or (strict and warning(verdict)) for verdict in unexpected):
        codes.append(Exit.FAILED)
    footer = record.footer
    if footer is not None and footer.unexpected_flaky:
        codes.append(Exit.FAILED)
    if footer is not None and footer.baseline is not None and footer.baseline.outdated:
        codes.append(Exit.BASELINE)
    return gravest(codes)


def _hold_signals() -> None:
    """From here on the record is being ended, which takes no time worth interrupting."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
