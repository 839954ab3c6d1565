"""The requirements as data: one row each, by topic, collected from the tables of this package."""

from collections.abc import Mapping
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

__all__ = ["ROWS", "TOPICS", "Requirement", "get", "ids"]

TOPICS: Final[Mapping[str, tuple[Requirement, ...]]] = {
    "Messages and sending them": sending.ROWS,
    "Streams": streams.ROWS,
    "Subscribing": subscribing.ROWS,
    "States of a task": states.ROWS,
    "Artifacts": artifacts.ROWS,
    "History": history.ROWS,
    "Reading, listing and canceling tasks": operations.ROWS,
    "Webhooks: registering": push_settings.ROWS,
    "Webhooks: deliveries": deliveries.ROWS,
    "The extended card": extended_card.ROWS,
    "Contexts and continued tasks": multi_turn.ROWS,
    "Errors": errors.ROWS,
    "Service parameters, versions, extensions": versions.ROWS,
    "The agent card": cards.ROWS,
    "Signed cards": signatures.ROWS,
    "Authentication and credentials": security.ROWS,
    "Authorization inside a task": authorization.ROWS,
    "JSON on the wire": json_format.ROWS,
    "Bindings": bindings.ROWS,
    "Server-sent events": sse.ROWS,
    "Practice": practice.ROWS,
    "Only in 0.3": v0_3.ROWS,
    "Listeners that may stop a stream": listener.ROWS,
    "What the suite itself asks": suite.ROWS,
}
"""Title of a topic → its rows, in order."""

ROWS: Final[tuple[Requirement, ...]] = tuple(row for rows in TOPICS.values() for row in rows)
"""Every requirement, in the order of the topics."""

_BY_ID: Final = {name: row for row in ROWS for name in (row.id, *row.aliases)}


def get(id: str) -> Requirement:
    """The row of that id or earlier id. Raises KeyError."""
    return _BY_ID[id]


def ids() -> frozenset[str]:
    """All ids, earlier ones included: what `covers`, `deliberate` and `requirement` may name."""
    return frozenset(_BY_ID)
