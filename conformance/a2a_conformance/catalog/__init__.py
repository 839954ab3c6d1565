"""The requirements as data: one row each, by topic, collected from the tables of this package."""

from typing import Final

from a2a_conformance.catalog import (
    artifacts,
    listener,
    multi_turn,
    sending,
    states,
    streams,
    subscribing,
    suite,
)
from a2a_conformance.catalog.requirement import Requirement

__all__ = ["ROWS", "Requirement", "get", "ids"]

ROWS: Final[tuple[Requirement, ...]] = tuple(
    row
    for topic in (sending, streams, subscribing, states, artifacts, multi_turn, listener, suite)
    for row in topic.ROWS
)
"""Every requirement, in the order of the topics."""

_BY_ID: Final = {name: row for row in ROWS for name in (row.id, *row.aliases)}


def get(id: str) -> Requirement:
    """The row of that id or earlier id. Raises KeyError."""
    return _BY_ID[id]


def ids() -> frozenset[str]:
    """All ids, earlier ones included: what `covers`, `deliberate` and `requirement` may name."""
    return frozenset(_BY_ID)
