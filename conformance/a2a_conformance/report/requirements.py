"""What the catalogue says about a requirement, for renderers; records may name rows that this version lacks."""

from dataclasses import dataclass

from a2a_conformance import catalog


@dataclass(frozen=True, slots=True)
class Described:
    """A requirement in words; all empty when the catalogue does not know the id."""

    id: str
    text: str = ""
    because: str = ""
    section: str = ""


def describe(requirement: str) -> Described:
    """The words of a requirement."""
    try:
        row = catalog.get(requirement)
    except KeyError:
        return Described(requirement)
    return Described(row.id, row.text, row.because, row.section)
