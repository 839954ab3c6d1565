"""Runs a selection against an adapter: record, report, terminal, exit code."""

import contextlib
import difflib
import fnmatch
import platform
import secrets
import sys
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import click

from a2a_conformance import __version__
from a2a_conformance.adapters.base import Adapter, AdapterError
from a2a_conformance.catalog.sets import Sets
from a2a_conformance.cli.combining import Combiner
from a2a_conformance.cli.exits import Exit, Problem, Stopped
from a2a_conformance.cli.expected import Expected
from a2a_conformance.cli.fuzzing import Keeper, distinct
from a2a_conformance.cli.options import DEFAULT_SUITE, SEED, Config
from a2a_conformance.cli.progress import Progress
from a2a_conformance.cli.run_log import RunLog
from a2a_conformance.cli.selection import Selection, select, wire_forms
from a2a_conformance.fuzz.generate import SEED as SEEDS
from a2a_conformance.fuzz.generate import scenarios
from a2a_conformance.outcome import Hello
from a2a_conformance.plan import plan
from a2a_conformance.report.escaping import plain_lines
from a2a_conformance.report.record import Header
from a2a_conformance.requirement_sets import UnknownSet, choose
from a2a_conformance.runner import Settings, default_jobs
from a2a_conformance.runner import run as run_plays
from a2a_conformance.verdict import CellResult
from a2a_simulator.scenario.play import Play
from a2a_simulator.scenario.scenario import Scenario


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
    requirements: tuple[str, ...] = ()
    """The sets that the target file names."""
    again: Callable[[], Adapter] | None = None
    """Makes the adapter anew, once the first one was closed."""


def sets_of(config: Config, of_target: tuple[str, ...] = ()) -> Sets:
    """The frozen sets to judge by: the command line before the target file before the newest. Raises Problem."""
    try:
        return choose(config.requirements or of_target)
    except UnknownSet as problem:
        raise Problem(str(problem)) from problem


def settings_of(job: Job) -> Settings:
    """The runner's settings: the command line before the target file before the defaults."""
    chosen = Settings(
        jobs=job.config.jobs or job.jobs or default_jobs(),
        time_scale=job.config.time_scale,
        level_of=sets_of(job.config, job.requirements).level_of,
    )
    return chosen if job.quiet is None else replace(chosen, quiet=job.quiet)


def execute(job: Job) -> Exit:
    """Runs it all. Raises Problem when nothing can be run, AdapterError when the target cannot start."""
    if sys.platform == "win32":
        raise Problem("Windows is not supported: use WSL (https://learn.microsoft.com/windows/wsl/install)")
    expected = Expected.load(job.baseline)
    sets_of(job.config, job.requirements)
    try:
        job.adapter.start()
        hello = job.adapter.hello()
        selection = select_for(hello, job.config, job.selection, job.suites)
        header = _header(job, hello, selection)
        return _run(job, header, selection, expected)
    finally:
        job.adapter.close()


def select_for(hello: Hello, config: Config, words: tuple[str, ...], suites: tuple[str, ...] = ()) -> Selection:
    """What of it all this target can be asked to play. Raises Problem, NothingSelected, ScenarioProblems."""
    lacking = [dialect for dialect in config.dialects if dialect not in hello.dialects]
    if lacking:
        raise Problem(
            f"{hello.name} does not declare dialect {lacking[0]}, only {', '.join(hello.dialects)}; "
            "leave --dialect out, or add it to `dialects` of the target"
        )
    forms = wire_forms(config.dialects or hello.dialects, hello.bindings)
    selection = select(words, config.suites or suites or (DEFAULT_SUITE,), forms, made_up=_made_up(config))
    for play in selection.plays:
        _demand_checks(selection.checks.get(str(play.cell), ()), play, hello)
    return selection


def _made_up(config: Config) -> tuple[Scenario, ...]:
    if config.fuzz and not SEEDS.match(config.seed):
        raise Problem(f"--seed {config.seed}: with --fuzz a seed is up to 40 letters, digits, `_`, `.` and `-`")
    return scenarios(config.seed, config.fuzz)


def _demand_checks(globs: tuple[str, ...], play: Play, hello: Hello) -> None:
    """A key that names a check has to name one that the plan of its cell has. Raises Problem."""
    if not globs:
        return
    planned = [check.name for check in plan(play, hello)]
    for glob in globs:
        if not fnmatch.filter(planned, glob):
            close = difflib.get_close_matches(glob, planned, n=1)
            hint = f"did you mean `{close[0]}`?" if close else f"see `a2a-conformance preview {play.cell.scenario}`"
            raise Problem(f"{play.cell}: no check `{glob}` is planned there ({hint})")


def _header(job: Job, hello: Hello, selection: Selection) -> Header:
    settings = settings_of(job)
    config = job.config
    rerun = ["a2a-conformance", *job.words]
    if config.time_scale != 1.0:
        rerun += ["--time-scale", f"{config.time_scale:g}"]
    if config.seed != SEED:
        rerun += ["--seed", config.seed]
    rerun += [word for name in config.requirements for word in ("--requirements", name)]
    made_up = (f"--fuzz {config.fuzz}",) if config.fuzz else ()
    words = (*job.selection, *made_up) or config.suites or job.suites or (DEFAULT_SUITE,)
    header = header_of(hello, selection, words, sets_of(config, job.requirements))
    return replace(
        header,
        settings={
            "jobs": settings.jobs,
            "strict": config.strict,
            "seed": config.seed,
            "time_scale": settings.time_scale,
            "longest_wait": settings.wait_cap,
            "deadline": settings.quiet,
            "repeat": config.repeat,
            "fuzz": config.fuzz,
            "suites": list(job.suites or (DEFAULT_SUITE,)),
            "checks": {cell: list(globs) for cell, globs in selection.checks.items()},
            "baseline": None if job.baseline is None else str(job.baseline),
        },
        rerun=(*rerun, "{key}"),
        run=config.run or header.run,
    )


def header_of(hello: Hello, selection: Selection, words: tuple[str, ...], sets: Sets) -> Header:
    """A header without settings; `words`: what was asked for; `sets`: what it is judged by."""
    cells = dict.fromkeys(play.cell for play in selection.plays)
    return Header(
        hello=hello,
        tool=__version__,
        requirements=sets.named({cell.wire_form.dialect for cell in cells}),
        wire_forms=tuple(dict.fromkeys(cell.wire_form.name for cell in cells)),
        selection=words,
        planned=tuple(str(cell) for cell in cells),
        excluded=selection.excluded,
        started=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        platform=f"{platform.system()}, Python {platform.python_version()}",
        run=secrets.token_hex(4),
    )


def _run(job: Job, header: Header, selection: Selection, expected: Expected) -> Exit:
    plays = tuple(_repeated(job, selection))
    combiner = Combiner(plays)
    signalled: Stopped | None = None
    note = ""
    done: list[CellResult] = []
    with RunLog(header, expected, job.config) as log:
        try:
            with Progress(len(plays)) as progress, contextlib.closing(_results(job, plays)) as results:
                for one in results:
                    progress.step(one)
                    combined = combiner.add(selection.judged(one))
                    if combined is not None:
                        done.append(combined)
                        log.add(combined)
        except Stopped as stopped:
            signalled = stopped
        except AdapterError as problem:
            note = str(problem)
        keeper = None if signalled or note else _keep(job, header, done, expected)
        signalled = signalled or (keeper.stopped if keeper is not None else None)
        code = log.finish(signalled, note, combiner.flaky if job.config.repeat > 1 else ())
        if keeper is not None:
            click.echo("\n".join(map(plain_lines, keeper.lines)))
        return code


def _keep(job: Job, header: Header, done: list[CellResult], expected: Expected) -> Keeper | None:
    """The smallest of the made-up scenarios that failed, where there are any."""
    facts = expected.apply(header, done, complete=False)
    verdicts = (verdict for result in done for verdict in result.verdicts) if facts is not None else ()
    excused = [str(verdict.key) for verdict in verdicts if facts and facts.reason(verdict.key) is not None]
    found = distinct(done, job.config.strict, excused) if job.config.fuzz and job.again is not None else ()
    if not found or job.again is None:
        return None
    keeper = Keeper(Path() if job.config.report == "none" else Path(job.config.report), job.words)
    keeper.keep(found, job.again(), settings_of(job))
    return keeper


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
