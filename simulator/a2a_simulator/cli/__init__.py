"""The command `a2a-fake-agent`: serves scenarios to anything, or a demo agent that obeys words."""

import sys
from pathlib import Path
from typing import Any

import click


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("files", nargs=-1, metavar="[FILE…]", type=click.Path(path_type=Path))
@click.option(
    "--port", default=9000, show_default=True, help="Port of the first agent; further agents follow. 0: any."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--dialect", type=click.Choice(["1.0", "0.3"]), help="Serve only this one. Default: all, on one card.")
@click.option("--speed", default=1.0, show_default=True, help="2 halves each wait of a script, 0.5 doubles it.")
@click.option("--control-port", default=0, show_default=True, help="Port of the control address. 0: any.")
@click.option(
    "--token", envvar="A2A_CONTROL_TOKEN", help="Token of the control address. Default: a new one, printed."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line when ready, and no line per frame.")
@click.version_option(package_name="a2a-conformance")
def command(**options: Any) -> None:
    """Serve a scripted A2A agent.

    FILE is a scenario, or a folder of them; each file is an agent with a card of its own. A script belongs to a task:
    each new task begins it anew, follow-ups go to their task. A saved file is read again. Without FILE a demo agent
    obeys words: slow, ask me, log in, fail, reject, two files, long text, stream, json, drop, silence, unavailable,
    error, help.
    """
    from a2a_simulator.cli.serve import Settings, serve

    if not 0 < options["speed"] < 1_000_000:  # false for nan too
        raise click.BadParameter("must be more than 0 and less than a million", param_hint="--speed")
    sys.exit(serve(Settings(**options)))


def main() -> None:
    """Entry point of `a2a-fake-agent`."""
    command(prog_name="a2a-fake-agent")
