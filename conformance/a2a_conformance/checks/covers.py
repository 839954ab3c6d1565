"""The requirements that a scenario is made for."""

from collections.abc import Iterator

from a2a_conformance import catalog
from a2a_conformance.catalog.requirement import Judge, Requirement, Who
from a2a_simulator.scenario.play import Play


def of_clients(row: Requirement) -> bool:
    """Whether clients are judged by it: it binds them, or scenarios show whether they cope with what agents do."""
    return Who.CLIENT in row.who or Judge.SCENARIO in row.checks


def covered(play: Play, judge: Judge | None = None) -> Iterator[Requirement]:
    """The rows of `covers` that clients are judged by in this dialect; with `judge`, only those that it judges."""
    known = catalog.ids()
    for name in play.covers:
        row = catalog.get(name) if name in known else None
        if row is None or not of_clients(row) or not row.exists_in(play.cell.wire_form.dialect):
            continue
        if judge is None or judge in row.checks:
            yield row
