"""`run`: scenarios against the user's own client."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from a2a_conformance.cli.options import config_of, run_options


@click.command("run")
@click.argument("selection", nargs=-1, metavar="[SCENARIO|GLOB|FILE|KEY]...")
@click.option("--target", metavar="FILE", help="Target file.  [default: a2a-target.yaml here]")
@click.option("--adapter", metavar="KIND:…", help="'worker:CMD', 'command:CMD' or 'python:module:attr'.")
@click.option("--command", "argv", metavar="CMD", help="A command with {base_url}, {card_url}, {text}, {outcome}.")
@click.option("--answer", type=click.Choice(["stdout"]), help="Where the command's answer is.")
@click.option("--show-config", is_flag=True, help="Print the settings that would be used, and end.")
@run_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    selection: tuple[str, ...],
    target: str | None,
    adapter: str | None,
    argv: str | None,
    answer: str | None,
    show_config: bool,
    **keywords: Any,
) -> None:
    """Run scenarios against your client and judge it.

    What to run: scenario ids (`artifacts/append`), globs (`artifacts/*`), suites, files, folders, and keys as reports
    print them (`family/stem :: check [1.0-jsonrpc]`). The target comes from --target, --adapter, --command, or
    a2a-target.yaml in the working directory.
    """
    from a2a_conformance.cli.exits import Problem
    from a2a_conformance.cli.running import Job, execute, settings_of
    from a2a_conformance.target_file import TargetProblem, resolve_target

    config = config_of(keywords)
    if argv is not None and adapter is not None:
        raise Problem("both --command and --adapter are given: leave one of them out")
    try:
        found = resolve_target(target, adapter if argv is None else f"command:{argv}", answer=answer)
        driver = found.adapter()
    except TargetProblem as problem:
        raise Problem(str(problem)) from problem
    job = Job(
        driver,
        selection,
        config,
        words=("run", *_words(target, adapter, argv, answer)),
        suites=found.suite,
        baseline=Path(config.baseline) if config.baseline else _from_here(found.baseline),
        jobs=found.jobs,
        quiet=found.deadline,
    )
    if show_config:
        settings = settings_of(job)
        rows = [("target", found.place), ("kind", found.kind)]
        rows += [(field.name, getattr(settings, field.name)) for field in fields(settings)]
        rows += [(field.name, getattr(config, field.name)) for field in fields(config) if field.name != "jobs"]
        seen = dict(rows) | {"suites": config.suites or found.suite or ("core",), "baseline": job.baseline}
        click.echo("\n".join(f"{name.replace('_', ' '):<14} {_shown(value)}" for name, value in seen.items()))
        return
    ctx.exit(execute(job))


def _words(target: str | None, adapter: str | None, argv: str | None, answer: str | None) -> list[str]:
    words = []
    for flag, value in (("--target", target), ("--adapter", adapter), ("--command", argv), ("--answer", answer)):
        if value is not None:
            words += [flag, value]
    return words


def _from_here(file: Path | None) -> Path | None:
    """The file as one would name it in the working directory, so that records hold no path of this machine."""
    if file is None or not file.is_relative_to(here := Path.cwd().resolve()):
        return file
    return file.relative_to(here)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "-"
    return "-" if value is None else str(value)
