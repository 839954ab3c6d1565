"""`demo`: the suite against the bundled client, to see what a run looks like."""

from typing import Any

import click

from a2a_conformance.cli.options import config_of, run_options


@click.command("demo")
@click.argument("selection", nargs=-1, metavar="[SCENARIO|GLOB|FILE|KEY]...")
@run_options
@click.pass_context
def command(ctx: click.Context, /, selection: tuple[str, ...], **keywords: Any) -> None:
    """Run the suite against the bundled reference client.

    It shows what a run looks like and that everything works here; it says nothing about your software.
    """
    from pathlib import Path

    from a2a_conformance.cli.running import Job, execute
    from a2a_conformance.reference.adapter import reference_target

    adapter = reference_target(demo=True)
    config = config_of(keywords)
    baseline = None if config.baseline is None else Path(config.baseline)
    job = Job(adapter, selection, config, ("demo",), baseline=baseline, again=lambda: reference_target(demo=True))
    ctx.exit(execute(job))
