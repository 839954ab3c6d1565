"""What `serve` does: opens the cases, watches them, ends on a signal."""

import asyncio
import signal
from dataclasses import dataclass, replace
from pathlib import Path

import click

from a2a_conformance.cli.cases import Cases, OpenToBrowsers
from a2a_conformance.cli.exits import Exit, Problem
from a2a_conformance.cli.expected import Expected
from a2a_conformance.cli.options import Config
from a2a_conformance.cli.run_log import RunLog
from a2a_conformance.cli.running import header_of, select_for, sets_of
from a2a_conformance.cli.selection import Selection
from a2a_conformance.outcome import Hello
from a2a_conformance.report.escaping import visible
from a2a_conformance.report.totals import worst
from a2a_conformance.runner.manual import HELLO, Manual
from a2a_conformance.target_file import Target, TargetProblem, load_target
from a2a_conformance.verdict import CellResult
from a2a_simulator.server import Simulator
from a2a_simulator.server.host import Host, PortTaken

LOOK_EVERY = 0.2
"""Seconds between two looks for cases that are spent."""


@dataclass(frozen=True, slots=True)
class ServeJob:
    """What is served, and where."""

    selection: tuple[str, ...]
    config: Config
    target: str | None
    host: str
    port: int
    speed: float


def serve(job: ServeJob) -> Exit:
    """Serves until a signal comes. Raises Problem when the port is taken or nothing is selected."""
    target = _target(job.target)
    hello = _hello(target)
    suites = target.suite if target else ()
    selection = select_for(hello, job.config, job.selection, suites)
    baseline = Path(job.config.baseline) if job.config.baseline else target.baseline if target else None
    expected = Expected.load(baseline)
    sets = sets_of(job.config, target.requirements if target else ())
    words = job.selection or job.config.suites or suites or ("core",)
    with Simulator(job.host) as simulator:
        agents = OpenToBrowsers(simulator, job.speed)
        try:
            manual = Manual(agents, selection.plays, hello, sets.level_of)
        except OSError as problem:
            raise Problem(f"the cases cannot be served: {problem.strerror}; select fewer scenarios") from problem
        header = header_of(hello, _served(selection, manual), words, sets)
        header = replace(header, rerun=("a2a-conformance", "serve", "{key}"), settings={"speed": job.speed})
        with RunLog(header, expected, job.config) as log:

            def judged(result: CellResult) -> None:
                result = selection.judged(result)
                log.add(result)
                click.echo(f"{worst(result).value.replace('_', ' '):<12} {visible(str(result.cell))}")

            cases = Cases(agents, manual, judged)
            try:
                asyncio.run(_until_signal(job, cases, len(header.planned)))
            except PortTaken as problem:
                raise Problem(str(problem)) from problem
            cases.close()
            return log.finish()


def _served(selection: Selection, manual: Manual) -> Selection:
    kept = tuple(play for play in selection.plays if str(play.cell) not in manual.left_out)
    if not kept:
        reason = next(iter(manual.left_out.values()), "nothing was selected")
        raise Problem(f"nothing to serve: {reason}")
    return replace(selection, plays=kept, excluded=(*selection.excluded, *manual.left_out.items()))


async def _until_signal(job: ServeJob, cases: Cases, count: int) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    host = Host(cases.app, job.host, job.port)
    await host.start()
    try:
        click.echo(f"cases: http://{job.host}:{host.port}/cases")
        click.echo(f"{count} cases; Ctrl-C judges what was called and writes the report")
        while not stop.is_set():
            await cases.look()
            try:
                await asyncio.wait_for(stop.wait(), LOOK_EVERY)
            except TimeoutError:
                continue
    finally:
        await host.stop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


def _target(file: str | None) -> Target | None:
    if file is None:
        return None
    try:
        target = load_target(Path(file))
    except TargetProblem as problem:
        raise Problem(str(problem)) from problem
    if target.kind != "manual":
        raise Problem(f"{file}: a target of kind {target.kind} is driven by us: use `a2a-conformance run`")
    return target


def _hello(target: Target | None) -> Hello:
    """What a target that drives itself declares: both dialects unless its file says otherwise."""
    declared = dict(target.declared) if target else {}
    return replace(
        HELLO,
        name=declared.get("name") or HELLO.name,
        version=declared.get("version") or "",
        dialects=tuple(declared.get("dialects") or ("1.0", "0.3")),
        bindings=tuple(declared.get("bindings") or HELLO.bindings),
        features=HELLO.features | frozenset(declared.get("features") or ()),
    )
