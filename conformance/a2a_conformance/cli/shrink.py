"""`shrink`: the smallest scenario in which a client still makes the same mistake."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from a2a_conformance.cli.options import target_options

if TYPE_CHECKING:
    from a2a_conformance.fuzz.search import Search
    from a2a_conformance.fuzz.trial import Bench, Symptom
    from a2a_conformance.verdict import Verdict
    from a2a_simulator.scenario.scenario import Scenario

_SUFFIX = ".a2a.yaml"


@click.command("shrink")
@click.argument("file", metavar="FILE|SCENARIO")
@target_options
@click.option("--check", metavar="CHECK|KEY", help="The check to keep failing.  [default: the gravest that fails]")
@click.option("--out", metavar="FILE", help="Where to.  [default: *.min.a2a.yaml beside FILE, of a SCENARIO here]")
@click.option(
    "--runs", type=click.IntRange(1, 100_000), default=1000, show_default=True, help="How many runs, at most."
)
@click.option("--strict", is_flag=True, help="A broken SHOULD is a failure too.")
@click.option("--force", is_flag=True, help="Overwrite the file that is written to.")
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    target: str | None,
    adapter: str | None,
    argv: str | None,
    answer: str | None,
    check: str | None,
    out: str | None,
    runs: int,
    strict: bool,
    force: bool,
) -> None:
    """Make a scenario smaller as long as the same check fails for your client.

    SCENARIO is a shipped one, or one that --fuzz made up (`fuzz/monday-7`). Steps, entries, parts and members are
    taken out and texts shortened, one change after the other, each tried on the client. Ctrl-C keeps the smallest so
    far. Exit code 2: it does not fail.
    """
    from a2a_conformance.cli.exits import Exit, Stopped
    from a2a_conformance.cli.fuzzing import bench_of, comments_of
    from a2a_conformance.cli.targets import driver_of, target_of
    from a2a_conformance.fuzz.search import Search
    from a2a_conformance.fuzz.writing import write
    from a2a_conformance.runner import Settings

    scenario, beside = _loaded(file)
    made = _free(Path(out or f"{beside}.min{_SUFFIX}"), force)
    found = target_of(target, adapter, argv, answer)
    settings = Settings() if found.deadline is None else Settings(quiet=found.deadline)
    stopped: Stopped | None = None
    with bench_of(driver_of(found), settings) as bench:
        symptom = _symptom(bench, scenario, check, strict)
        search = Search(scenario.located.value, symptom, scenario.id)
        try:
            search.go(bench, runs)
        except Stopped as problem:
            stopped = problem
    made.write_text(
        write(search.best, comments_of(search, f"made of {Path(file).name if file.endswith(_SUFFIX) else file}")),
        encoding="utf-8",
    )
    click.echo(_told(made, search, len(write(scenario.located.value).splitlines())))
    ctx.exit(stopped.code if stopped is not None else Exit.OK)


def _loaded(file: str) -> tuple["Scenario", Path]:
    """The scenario, and where the smaller one is put, without its suffixes. Raises Problem."""
    from a2a_conformance import corpus
    from a2a_conformance.cli.exits import Problem
    from a2a_conformance.cli.selection import load_file
    from a2a_conformance.fuzz.generate import Name, scenario_of
    from a2a_conformance.tellings.told import MARK

    path = Path(file)
    if path.is_file():
        if not path.name.endswith(_SUFFIX):
            raise Problem(f"{file}: no scenario file, those are called *{_SUFFIX}")
        return load_file(path), path.with_name(path.name.removesuffix(_SUFFIX))
    here = Path(file.replace("/", "-"))
    if file in corpus.paths():
        return corpus.scenario(file), here
    if (made_up := Name.of(file)) is not None:
        return scenario_of(made_up), here
    if MARK in file and file.rpartition(MARK)[0] in corpus.paths():
        raise Problem(f"{file}: a telling cannot be made smaller, for it is no file; name its scenario")
    raise Problem(f"{file}: no such file, and no scenario is called so")


def _free(made: Path, force: bool) -> Path:
    from a2a_conformance.cli.exits import Problem

    if not made.name.endswith(_SUFFIX):
        raise Problem(f"{made}: scenario files are called *{_SUFFIX}")
    if made.exists() and not force:
        raise Problem(f"{made}: is there already; give another name with --out, or overwrite it with --force")
    return made


def _symptom(bench: "Bench", scenario: "Scenario", check: str | None, strict: bool) -> "Symptom":
    """What fails in the file as it is. Raises Problem where nothing does that was asked for."""
    from a2a_conformance.cli.exits import Problem
    from a2a_conformance.cli.selection import parts
    from a2a_conformance.fuzz.trial import Symptom, is_failure

    _, name, suffix = parts(check) if check and " :: " in check else ("", check or "", "")
    for play in (scenario.lower(cell) for cell in scenario.cells(bench.forms)):
        if suffix in ("", play.cell.suffix):
            bad = [one for one in bench.verdicts(play) if is_failure(one, strict) and name in ("", one.key.check)]
            if bad:
                return Symptom.of(min(bad, key=_gravity))
    what = f"{name} does not fail" if name else "no check fails"
    where = f" in {suffix}" if suffix else ""
    raise Problem(f"{scenario.id}: {what}{where} with this target, so there is nothing to keep")


def _gravity(verdict: "Verdict") -> int:
    from a2a_conformance.verdict import Status

    return (Status.FAIL, Status.NOT_REACHED, Status.WARN, Status.ERROR).index(verdict.status)


def _told(made: Path, search: "Search", before: int) -> str:
    from a2a_conformance.fuzz.writing import write
    from a2a_conformance.report.words import counted

    now = counted(len(write(search.best).splitlines()), "line")
    found = search.symptom
    end = "no single change makes it smaller" if search.complete else "smaller ones may fail too"
    fails = f"fails {found.check} [{found.suffix}]"
    return f"{made}: {now} of {before}, {fails}, after {counted(search.runs, 'run')}; {end}"
