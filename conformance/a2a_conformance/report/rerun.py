"""The command that repeats one check."""

import shlex

from a2a_conformance.report.record import Header
from a2a_conformance.verdict import CheckKey


def rerun(header: Header, key: CheckKey) -> str:
    """One line for a POSIX shell."""
    names = {"{key}": str(key), "{cell}": f"{key.cell.scenario}[{key.cell.suffix}]"}
    words = list(header.rerun)
    for name, value in names.items():
        words = [word.replace(name, value) for word in words]
    return shlex.join(words)
