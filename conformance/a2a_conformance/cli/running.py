"""Runs a selection against an adapter: record, report, terminal, exit code."""

import contextlib
import os
import platform
import secrets
import signal
import sys
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import click

from a2a_conformance import __version__
from a2a_conformance.adapters.base import Adapter, AdapterError
from a2a_conformance.cli.combining import Combiner
from a2a_conformance.cli.exits import Exit, Problem, Stopped, gravest
from a2a_conformance.cli.expected import Expected
from a2a_conformance.cli.options import DEFAULT_SUITE, SEED, Config
from a2a_conformance.cli.progress import Progress
from a2a_conformance.cli.selection import Selection, select, wire_forms
from a2a_conformance.outcome import Hello
from a2a_conformance.report.causes import failures
from a2a_conformance.report.folder import open_record, render
from a2a_conformance.report.record import End, Footer, Header, RunRecord
from a2a_conformance.report.requirements import SET
from a2a_conformance.report.styles import ink_for
from a2a_conformance.report.terminal import terminal
from a2a_conformance.report.totals import failing, totals, warning
from a2a_conformance.report.writer import RecordWriter
from a2a_conformance.runner import Settings, default_jobs
from a2a_conformance.runner import run as run_plays
from a2a_conformance.verdict import CellResult, RunVerdict
from a2a_simulator.scenario.play import Play


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be run, against what. `words` name the target in the command that repeats a check."""

    adapter: Adapter
    selection: tuple[str, ...]
    config: Config
    words: tuple[str, ...] = ("run",)
    suites: tuple[str, ...] = ()
    baseline: Path | None = None
    jobs: int | None = None
    quiet: float | None = None


def settings_of(job: Job) -> Settings:
    """The runner's settings: the command line before the target file before the defaults."""
    chosen = Settings(jobs=job.config.jobs or job.jobs or default_jobs(), time_scale=job.config.time_scale)
    return chosen if job.quiet is None else replace(chosen, quiet=job.quiet)


def execute(job: Job) -> Exit:
    """Runs it all. Raises Problem when nothing can be run, AdapterError when the target cannot start."""
    if sys.platform == "win32":
        raise Problem("Windows is not supported: use WSL (https://learn.microsoft.com/windows/wsl/install)")
    expected = Expected.load(job.baseline)
    try:
        job.adapter.start()
        hello = job.adapter.hello()
        selection = _selection(job, hello)
        header = _header(job, hello, selection)
        return _run(job, header, selection, expected)
    finally:
        job.adapter.close()


def _selection(job: Job, hello: Hello) -> Selection:
    lacking = [dialect for dialect in job.config.dialects if dialect not in hello.dialects]
    if lacking:
        raise Problem(
            f"{hello.name} does not declare dialect {lacking[0]}, only {', '.join(hello.dialects)}; "
            "leave --dialect out, or add it to `dialects` of the target"
        )
    forms = wire_forms(job.config.dialects or hello.dialects, hello.bindings)
    suites = job.config.suites or job.suites or (DEFAULT_SUITE,)
    return select(job.selection, suites, forms)


def _header(job: Job, hello: Hello, selection: Selection) -> Header:
    settings = settings_of(job)
    config = job.config
    cells = dict.fromkeys(play.cell for play in selection.plays)
    rerun = ["a2a-conformance", *job.words]
    if config.time_scale != 1.0:
        rerun += ["--time-scale", f"{config.time_scale:g}"]
    if config.seed != SEED:
        rerun += ["--seed", config.seed]
    return Header(
        hello=hello,
        tool=__version__,
        requirements=SET,
        wire_forms=tuple(dict.fromkeys(cell.wire_form.name for cell in cells)),
        selection=job.selection or config.suites or job.suites or (DEFAULT_SUITE,),
        planned=tuple(str(cell) for cell in cells),
        excluded=selection.excluded,
        settings={
            "jobs": settings.jobs,
            "strict": config.strict,
            "seed": config.seed,
            "time_scale": settings.time_scale,
            "wait_cap": settings.wait_cap,
            "first_request": settings.first_request,
            "quiet": settings.quiet,
            "repeat": config.repeat,
            "baseline": None if job.baseline is None else str(job.baseline),
        },
        rerun=(*rerun, "{key}"),
        started=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        platform=f"{platform.system()}, Python {platform.python_version()}",
        run=secrets.token_hex(4),
    )


def _run(job: Job, header: Header, selection: Selection, expected: Expected) -> Exit:
    began = time.monotonic()
    folder = None if job.config.report == "none" else Path(job.config.report)
    results: list[CellResult] = []
    signalled: Stopped | None = None
    note = ""
    with contextlib.ExitStack() as stack:
        writer = None
        if folder is not None:
            writer = stack.enter_context(RecordWriter(open_record(folder), header, job.config.journals == "all"))
        combiner = Combiner(plays := tuple(_repeated(job, selection)))
        progress = stack.enter_context(Progress(len(plays)))
        try:
            running = stack.enter_context(contextlib.closing(_results(job, plays)))
            for one in running:
                progress.step(one)
                combined = combiner.add(selection.judged(one))
                if combined is not None:
                    results.append(combined)
                    if writer is not None:
                        writer.add(combined)
        except Stopped as stopped:
            signalled = stopped
        except AdapterError as problem:
            note = str(problem)
        _hold_signals()
        end = End.INTERRUPTED if signalled else End.FAILED if note else End.FINISHED
        footer = Footer(
            end=end,
            cells=len(results),
            seconds=time.monotonic() - began,
            signal=signalled.number if signalled else None,
            note=note,
            baseline=expected.apply(results, complete=end is End.FINISHED),
            flaky=combiner.flaky,
        )
        record = RunRecord(header, tuple(_in_order(results, header)), footer)
        counts = totals(record)
        record = replace(record, footer=replace(footer, verdict=counts.verdict.value))
        if writer is not None and record.footer is not None:
            writer.finish(record.footer)
    if folder is not None:
        render(record, folder)
    ink = ink_for(os.environ, sys.stdout.isatty())
    click.echo(terminal(record, ink, "" if folder is None else f"{folder}/index.html"), nl=False, color=True)
    return exit_of(record, job.config.strict, signalled)


def _results(job: Job, plays: tuple[Play, ...]) -> Generator[CellResult, None, None]:
    yield from run_plays(plays, job.adapter, settings_of(job))


def _repeated(job: Job, selection: Selection) -> Iterator[Play]:
    for play in selection.plays:
        for turn in range(job.config.repeat):
            seed = "/".join(word for word in (play.seed, *_variation(job.config.seed, turn)) if word)
            yield replace(play, seed=seed)


def _variation(seed: str, turn: int) -> Iterator[str]:
    if seed != SEED:
        yield seed
    if turn:
        yield f"turn {turn + 1}"


def _in_order(results: list[CellResult], header: Header) -> list[CellResult]:
    order = {name: place for place, name in enumerate(header.planned)}
    return sorted(results, key=lambda result: order[str(result.cell)])


def _hold_signals() -> None:
    """From here on the record is being ended, which takes no time worth interrupting."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)


def exit_of(record: RunRecord, strict: bool, signalled: Stopped | None = None) -> Exit:
    """How a run with this record ends (design §7)."""
    codes = [signalled.code] if signalled is not None else []
    if totals(record).verdict is RunVerdict.INCOMPLETE:
        codes.append(Exit.HARNESS)
    for failure in failures(record):
        if failure.excuse is None and (failing(failure.verdict) or (strict and warning(failure.verdict))):
            codes.append(Exit.FAILED)
            break
    footer = record.footer
    if footer is not None and footer.flaky:
        codes.append(Exit.FAILED)
    if footer is not None and footer.baseline is not None and footer.baseline.stale:
        codes.append(Exit.BASELINE)
    return gravest(codes)
