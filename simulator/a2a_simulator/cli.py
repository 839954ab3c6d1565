"""The command `a2a-fake-agent`."""


def main() -> None:
    """Entry point of `a2a-fake-agent`."""
