"""`preview`: what a scenario puts on the wire in each cell, what a correct client reports, which checks judge it."""

from collections.abc import Iterator
from typing import Final

import click

from a2a_conformance import catalog
from a2a_conformance.checks.pinned import is_pin
from a2a_conformance.cli.exits import Problem
from a2a_conformance.cli.selection import excluded_lines, load_words, wire_forms
from a2a_conformance.corpus import shown
from a2a_conformance.oracle import Accept, Wanted, accept
from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.plan import plan
from a2a_conformance.report.escaping import cut, visible
from a2a_conformance.report.frames import Frame, Way, frames
from a2a_conformance.report.payloads import artifact_line
from a2a_conformance.runner.settings import Settings
from a2a_conformance.verdict import Level
from a2a_simulator.journal import Journal, Kind, to_json
from a2a_simulator.scenario.play import DriveStep, Play
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.session.pacing import Pace

_ALL: Final = Hello(
    "any target",
    observes=Observes.EVENTS,
    dialects=("1.0", "0.3"),
    features=frozenset(
        ("stream", "unary", "listener", "cancel", "resubscribe", "get", "abort", "session", "fetch_card", "parallel")
    ),
)
"""A target that declares everything: with it every check of a scenario is planned."""


WORTH: Final = {
    Level.MUST: "the run fails",
    Level.SHOULD: "the run only warns and its exit code stays 0",
    Level.MAY: "the run only tells of it",
    Level.INFO: "the run only tells of it",
}
"""What a pin that does not hold comes to, by the level of its requirement."""


@click.command("preview")
@click.argument("scenarios", nargs=-1, required=True, metavar="SCENARIO|FILE...")
@click.option("--dialect", "dialects", multiple=True, type=click.Choice(["1.0", "0.3"]), help="Only this dialect.")
@click.option("--bytes/--no-bytes", "raw", default=True, help="Show the bytes of each frame.")
@click.option("--checks/--no-checks", default=True, help="Show which checks judge it.")
def command(scenarios: tuple[str, ...], dialects: tuple[str, ...], raw: bool, checks: bool) -> None:
    """Show what scenarios do, without a client: played dry, in virtual time, to an ideal one."""
    shown = 0
    for scenario in load_words(scenarios):
        click.echo(visible(f"{scenario.id}: {scenario.title}"))
        for cell in scenario.cells(wire_forms(dialects or ("1.0", "0.3"), ("jsonrpc",))):
            shown += 1
            click.echo("\n" + "\n".join(_cell(scenario.lower(cell), raw, checks)))
        click.echo("\n" + "\n".join(visible(f"not in {line}") for line in excluded_lines(scenario)))
    if not shown:
        raise Problem("none of these exists in a wire form that this version plays")


def _cell(play: Play, raw: bool, checks: bool) -> Iterator[str]:
    journal = dry_run(play)
    yield f"── {play.cell} " + "─" * max(3, 90 - len(str(play.cell)))
    hurried = _hurried(play, journal)
    for frame in frames(to_json(record) for record in journal if record.kind is not Kind.OPENED):
        yield _frame(frame) + hurried.get(frame.seq, "")
        if raw and frame.way is Way.BACK and frame.raw:
            yield from (f"             │ {cut(line, 400)}" for line in _lines(frame.raw))
    yield ""
    told = accept(play, journal)
    for step in play.drive:
        if step.id in told:
            yield from _accepted(step, told[step.id])
    if checks:
        names = [check.name for check in plan(play, _ALL)]
        yield ""
        yield f"judged by {len(names)} checks:"
        yield from (f"  {line}" for line in _filled(names, 100))
        yield from _pinned(play)


def _pinned(play: Play) -> Iterator[str]:
    """Each pin with the requirement that it is reported under: from there comes what a failure counts as."""
    for check in plan(play, _ALL):
        if is_pin(check):
            level = catalog.get(check.requirement).level_in(play.cell.wire_form.dialect)
            place = f"{shown(check.place.file)}:{check.place.line}" if check.place is not None else ""
            yield f"pinned {place}: counts for {check.requirement}, a {level}: if it does not hold, {WORTH[level]}"


def _hurried(play: Play, journal: Journal) -> dict[int, str]:
    """What a run makes of the times that it shortens, at the frame after each silence."""
    fast = dry_run(play, pace=Pace(cap=Settings().wait_cap))
    out: dict[int, str] = {}
    if len(fast) != len(journal):
        return out
    behind = 0.0
    for written, played in zip(journal, fast, strict=True):
        if written.t - played.t > behind + 0.0005:
            remedy = "" if out else "; `scales: false` keeps it"
            out[written.seq] = f"   (in a run {played.t:.3f}{remedy})"
        behind = written.t - played.t
    return out


def _frame(frame: Frame) -> str:
    deliberate = f"   on purpose: {', '.join(frame.deliberate)}" if frame.deliberate else ""
    step = f"   {frame.step}" if frame.step else ""
    return f"{frame.seq:>4} {frame.t:7.3f} {frame.way} {visible(frame.line)}{step}{deliberate}"


def _lines(raw: str) -> list[str]:
    lines = raw.split("\n")
    shown = [visible(line) + "␊" for line in lines[:-1]]
    return [*shown, visible(lines[-1])] if lines[-1] else shown


def _accepted(step: DriveStep, told: Accept) -> Iterator[str]:
    said = visible("".join(str(getattr(part, "text", "")) for part in step.parts))
    yield (
        f"{step.verb} {said!r}: a correct client reports ({told.certainty})"
        if said
        else f"{step.verb}: ({told.certainty})"
    )
    for wanted in told.wanted:
        yield f"  {_wanted(wanted)}"
        for name, parts in (wanted.artifacts or {}).items():
            yield f"    artifact {visible(name)}: {visible(artifact_line(list(parts)))}"


def _wanted(wanted: Wanted) -> str:
    words = [wanted.kind.value]
    if wanted.answer:
        words.append(f"“{visible(cut(wanted.answer, 200))}”")
    if wanted.error is not None:
        words.append(visible(str(wanted.error)))
    return f"{' '.join(words)}   because {visible(wanted.why)}" if wanted.why else " ".join(words)


def _filled(names: list[str], width: int) -> Iterator[str]:
    line = ""
    for name in names:
        if line and len(line) + len(name) + 2 > width:
            yield line
            line = ""
        line += f"{', ' if line else ''}{name}"
    if line:
        yield line
