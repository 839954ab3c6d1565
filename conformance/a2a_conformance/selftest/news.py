"""What accepting new pins changes: which checks tell which mutant apart that did not before, and the other way."""

from collections import Counter
from collections.abc import Iterator, Mapping

from a2a_conformance.selftest.pins import Row, changes
from a2a_conformance.verdict import Status

Told = tuple[str, Status]


def news(before: Mapping[str, Row], after: Mapping[str, Row]) -> Iterator[str]:
    """A line for each check and status that a mutant has in more or in fewer cells than before."""
    for name in sorted(after):
        if name not in before:
            yield f"  + {name} is new"
            continue
        was, now = _cells(before[name]), _cells(after[name])
        for check, status in sorted(was.keys() | now.keys()):
            more = now[check, status] - was[check, status]
            if more:
                sign, word = ("+", "more") if more > 0 else ("-", "fewer")
                yield f"  {sign} {name}: {check} = {status} in {abs(more)} {word} of its cells"


def _cells(row: Row) -> Counter[Told]:
    return Counter((check, status) for _, check, status in changes(row))
