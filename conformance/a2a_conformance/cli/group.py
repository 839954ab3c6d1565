"""The top command: knows the names of its subcommands, imports one only when it is called."""

import importlib
from typing import Final

import click

from a2a_conformance import __version__

COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": ("demo", "Run the suite against the bundled reference client."),
    "run": ("run", "Run scenarios against your client and judge it."),
    "serve": ("serve", "Serve scenarios to a client that drives itself."),
    "judge": ("judge", "Judge a recorded stream."),
    "import": ("import_command", "Make a scenario of a recorded stream."),
    "shrink": ("shrink", "Make a scenario that fails as small as it can be."),
    "lint": ("lint", "Look for mistakes in scenario files."),
    "preview": ("preview", "Show what a scenario does: its bytes, outcomes, checks."),
    "requirements": ("requirements", "List what clients are judged by, and how much of it is proven."),
    "list": ("list_command", "List scenarios or suites."),
    "explain": ("explain", "Explain a requirement, a check or a scenario."),
    "init": ("init", "Write a target file and an adapter to fill in."),
    "adapter": ("adapter", "Try an adapter out."),
    "baseline": ("baseline", "Write or update the file of expected failures."),
    "report": ("report", "Write the report of a run record again."),
    "selftest": ("selftest", "Show that the suite catches what it should."),
}
"""Subcommand → module below `a2a_conformance.cli`, which has it as `command`, and its help in one line."""


class LazyGroup(click.Group):
    """A group whose help costs no imports."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the module of the subcommand."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"a2a_conformance.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with a suggestion for a name that does not exist."""
        name = args[0] if args else ""
        if name and name not in COMMANDS and not name.startswith("-"):
            import difflib

            close = difflib.get_close_matches(name, COMMANDS, n=1)
            hint = f" (did you mean `{close[0]}`?)" if close else f"; commands: {', '.join(COMMANDS)}"
            raise click.UsageError(f"no command `{name}`{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 nothing unexpected · 1 unexpected failure · 2 wrong usage · 3 baseline out of date · "
    "4 the harness failed or the run is incomplete · 130 and 143 stopped by a signal.",
)
@click.version_option(__version__, prog_name="a2a-conformance")
def cli() -> None:
    """Tests for software that uses A2A agents, or fronts them."""
