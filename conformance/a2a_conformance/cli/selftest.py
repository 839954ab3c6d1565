"""`selftest`: the suite shows that it catches what it should, and cries no wolf."""

import click

from a2a_conformance.cli.exits import Exit, Problem


@click.command("selftest")
@click.option("--full", is_flag=True, help="Run each mutant through every cell (minutes).")
@click.option("--accept", is_flag=True, help="Take what is seen as the new pins, and write docs/kill-matrix.md.")
@click.option("--rule", metavar="ID", help="Only mutants that this requirement tells apart.")
@click.option("--mutant", metavar="NAME", help="Only this mutant, through every cell; shows all its verdicts.")
@click.pass_context
def command(ctx: click.Context, full: bool, accept: bool, rule: str | None, mutant: str | None) -> None:
    """Run reference client, mutants and saboteurs through the suite.

    A mutant is the reference client with one fault: each must be told apart, by exactly the checks that are pinned.
    The reference client must pass everything, and no saboteur may look conformant. Exit code 0: all holds; 1: not.
    """
    from a2a_conformance.selftest.run import Options, UnknownName, selftest

    try:
        result = selftest(Options(full, accept, rule, mutant), click.echo)
    except UnknownName as problem:
        raise Problem(str(problem)) from None
    ctx.exit(Exit.OK if result.ok else Exit.FAILED)
