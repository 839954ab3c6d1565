"""The command that repeats one check."""

import shlex

from a2a_conformance.report.record import Header
from a2a_conformance.verdict import CheckKey


def rerun(header: Header, key: CheckKey) -> str:
    """One line for a POSIX shell."""
    return shlex.join(word.replace("{key}", str(key)) for word in header.rerun)
