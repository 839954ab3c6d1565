"""The command line, one file per subcommand; a subcommand is imported when it is called."""


def main() -> None:
    """Entry point of `a2a-conformance`."""
    from a2a_conformance.cli.entry import run_command_line

    raise SystemExit(run_command_line())
