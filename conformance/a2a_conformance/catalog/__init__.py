"""The requirements as data: one row each, by topic, collected from the tables of this package."""

from typing import Final

from a2a_conformance.catalog import (
    artifacts,
    authorization,
    bindings,
    cards,
    deliveries,
    errors,
    extended_card,
    history,
    json_format,
    listener,
    multi_turn,
    operations,
    practice,
    push_settings,
    security,
    sending,
    signatures,
    sse,
    states,
    streams,
    subscribing,
    suite,
    v0_3,
    versions,
)
from a2a_conformance.catalog.requirement import Requirement

__all__ = ["ROWS", "Requirement", "get", "ids"]

ROWS: Final[tuple[Requirement, ...]] = tuple(
    row
    for topic in (
        sending,
        streams,
        subscribing,
        states,
        artifacts,
        history,
        operations,
        push_settings,
        deliveries,
        extended_card,
        multi_turn,
        errors,
        versions,
        cards,
        signatures,
        security,
        authorization,
        json_format,
        bindings,
        sse,
        practice,
        v0_3,
        listener,
        suite,
    )
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
