"""`adapter check`: tries a target out before anything is judged."""

import click


@click.group("adapter")
def command() -> None:
    """Try an adapter out."""


@command.command("check")
@click.option("--target", metavar="FILE", help="Target file.  [default: a2a-target.yaml here]")
@click.option("--adapter", metavar="KIND:…", help="'worker:CMD', 'command:CMD' or 'python:module:attr'.")
@click.option("--command", "argv", metavar="CMD", help="A command with {base_url}, {card_url}, {text}, {outcome}.")
@click.option("--answer", type=click.Choice(["stdout"]), help="Where the command's answer is.")
@click.pass_context
def check_command(
    ctx: click.Context, target: str | None, adapter: str | None, argv: str | None, answer: str | None
) -> None:
    """Start the target, play one scenario to it, show the lines exchanged, and say what works and what is missing.

    Exit code 0: it can be run; 1: it cannot be judged as it is; 2: the description is wrong; 4: it does not start.
    """
    from a2a_conformance.adapter_check import check
    from a2a_conformance.cli.exits import Exit, Problem
    from a2a_conformance.report.escaping import plain_lines
    from a2a_conformance.target_file import TargetProblem, resolve_target

    def say(heading: str, text: str) -> None:
        click.echo(f"{heading:<10} {plain_lines(text)}")

    if argv is not None and adapter is not None:
        raise Problem("both --command and --adapter are given: leave one of them out")
    try:
        found = resolve_target(target, adapter if argv is None else f"command:{argv}", answer=answer)
        checked = check(found, say)
    except TargetProblem as problem:
        raise Problem(str(problem)) from problem
    for text in checked.works:
        say("works", text)
    for text in checked.missing:
        say("missing", text)
    ctx.exit(Exit.OK if checked.ok else Exit.FAILED)
