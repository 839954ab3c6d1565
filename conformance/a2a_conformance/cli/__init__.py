"""The command line, one file per subcommand."""


def main() -> None:
    """Entry point of `a2a-conformance`."""
