"""`selftest`: the suite shows that it catches what it should, and cries no wolf."""

import click

from a2a_conformance.cli.exits import Exit, Problem

COMMAND = "a2a-conformance explain --write docs/requirements"


@click.command("selftest")
@click.option("--full", is_flag=True, help="Run each mutant through every cell (minutes).")
@click.option("--accept", is_flag=True, help="Take what is seen as the new pins, and write docs/kill-matrix.md.")
@click.option("--rule", metavar="ID", help="Only this requirement: its streams, and the mutants that it tells apart.")
@click.option("--mutant", metavar="NAME", help="Only this mutant, through every cell; shows all its verdicts.")
@click.option("--scenario", metavar="ID", help="Only this scenario, with every mutant.")
@click.option("--tellings", is_flag=True, help="Only every legal telling of every scenario (minutes).")
@click.pass_context
def command(
    ctx: click.Context,
    full: bool,
    accept: bool,
    rule: str | None,
    mutant: str | None,
    scenario: str | None,
    tellings: bool,
) -> None:
    """Run reference client, mutants and saboteurs through the suite.

    A mutant is the reference client with one fault: each must be told apart, by exactly the checks that are pinned.
    The reference client must pass everything, and no saboteur may look conformant. Pins, kill matrix and the pages of
    the requirements must be as new as scenarios, rules and mutants. Exit code 0: all holds; 1: not.
    """
    from a2a_conformance.explained.pages import FOLDER, stale, write
    from a2a_conformance.selftest.run import selftest
    from a2a_conformance.selftest.selection import Options, UnknownName
    from a2a_conformance.shipped import is_installed

    if sum(one is not None for one in (rule, mutant, scenario)) > 1:
        raise Problem("--rule, --mutant and --scenario each select alone: leave all but one out")
    if tellings and (full or accept or rule or mutant or scenario):
        raise Problem("--tellings stands alone: leave the other options out")
    if accept and is_installed():
        raise Problem("--accept writes pins and pages of the source tree, and this is an installed package")
    options = Options(full, accept, rule, mutant, scenario, tellings)
    try:
        result = selftest(options, click.echo)
    except UnknownName as problem:
        raise Problem(str(problem)) from None
    ok = result.ok
    if accept and FOLDER.is_dir():
        click.echo(f"{FOLDER}: {len(write(FOLDER))} pages changed")
    elif options.whole and FOLDER.is_dir() and (old := stale(FOLDER)):
        ok = False
        click.echo(f"  docs/requirements/{old[0]} and {len(old) - 1} more are not up to date: run `{COMMAND}`")
    ctx.exit(Exit.OK if ok else Exit.FAILED)
