"""`serve`: cases for a target that drives itself, judged as they are spent."""

from typing import Any

import click

from a2a_conformance.cli.options import config_of, serve_options


@click.command("serve")
@click.argument("selection", nargs=-1, metavar="[SCENARIO|GLOB|FILE|KEY]...")
@click.option("--target", metavar="FILE", help="Target file of kind manual, to name and describe the target.")
@click.option("--port", type=click.IntRange(0, 65535), default=9000, show_default=True, help="0: any free one.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--speed", type=click.FloatRange(0.01, 1000), default=1.0, show_default=True, help="2: twice as fast.")
@serve_options
@click.pass_context
def command(
    ctx: click.Context,
    /,
    selection: tuple[str, ...],
    target: str | None,
    port: int,
    host: str,
    speed: float,
    **keywords: Any,
) -> None:
    """Serve scenarios as cases to a client that drives itself: a browser, a debugger, a closed product.

    The cases are listed at /cases, each with its agent card and what to do. Each is judged, by the wire alone, when
    all of it was done, on request, or on Ctrl-C, which ends the run and writes the report.
    """
    from a2a_conformance.cli.serving import ServeJob, serve

    ctx.exit(serve(ServeJob(selection, config_of(keywords), target, host, port, speed)))
