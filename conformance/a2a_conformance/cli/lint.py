"""`lint`: mistakes in scenario files, all of them, each with its place and what to do."""

import json
from pathlib import Path

import click

from a2a_conformance.cli.exits import Exit
from a2a_conformance.cli.files import scenario_files
from a2a_simulator.scenario.problems import Problem


@click.command("lint")
@click.argument("paths", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "--pins/--no-pins", default=True, help="Play each file dry and compare it with its `covers` and `expect`."
)
@click.pass_context
def command(ctx: click.Context, paths: tuple[str, ...], form: str, pins: bool) -> None:
    """Look for mistakes in scenario files (`*.a2a.yaml`).

    Exit code 0: none; 1: there are; 2: a file cannot be read, or there is none.
    """
    files = scenario_files(paths)
    found = [_problems(file, pins) for file in files]
    problems = [problem for mistakes, _ in found for problem in mistakes]
    advice = [problem for _, more in found for problem in more]
    for problem in problems:
        click.echo(json.dumps(_as_json(problem), ensure_ascii=False) if form == "json" else str(problem))
    if form == "text":
        for problem in advice:
            click.echo(f"{problem.place}: advice: {problem.text} ({problem.hint})")
        click.echo(f"{len(files)} {'file' if len(files) == 1 else 'files'}, {len(problems)} {_mistakes(problems)}")
    ctx.exit(Exit.FAILED if problems else Exit.OK)


def _problems(file: Path, pins: bool) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """The mistakes in a file, and advice where it has none."""
    from a2a_conformance import catalog
    from a2a_conformance.vetting import hints, vet
    from a2a_simulator.scenario.load import load
    from a2a_simulator.scenario.problems import ScenarioProblems

    try:
        scenario = load(file, known_requirements=catalog.ids())
    except ScenarioProblems as problems:
        return problems.problems, ()
    mistakes = vet(scenario) if pins else ()
    return mistakes, () if mistakes or not pins else hints(scenario)


def _mistakes(problems: list[Problem]) -> str:
    return "mistake" if len(problems) == 1 else "mistakes"


def _as_json(problem: Problem) -> dict[str, object]:
    place = problem.place
    return {
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "path": problem.path,
        "text": problem.text,
        "hint": problem.hint,
    }
