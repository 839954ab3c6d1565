"""What the catalogue says about a requirement, for renderers; records may name rows that this version lacks."""

from collections.abc import Iterable
from dataclasses import dataclass

from a2a_conformance import catalog
from a2a_conformance.catalog.citations import citation
from a2a_simulator.wire.wire_forms import Dialect


@dataclass(frozen=True, slots=True)
class Described:
    """A requirement in words; all empty when the catalogue does not know the id."""

    id: str
    text: str = ""
    because: str = ""
    section: str = ""
    """Where the specifications of the dialects in question state it."""


def describe(requirement: str, dialects: Iterable[Dialect] = (Dialect.V1_0, Dialect.V0_3)) -> Described:
    """The words of a requirement, cited from the specifications of these dialects."""
    try:
        row = catalog.get(requirement)
    except KeyError:
        return Described(requirement)
    cited = (citation(row, dialect) for dialect in dialects if row.exists_in(dialect) and row.section)
    return Described(row.id, row.text, row.because, "; ".join(dict.fromkeys(cited)))
