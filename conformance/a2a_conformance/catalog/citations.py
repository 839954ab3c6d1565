"""Where the specification of each dialect speaks of a requirement."""

from typing import Final

from a2a_conformance.catalog.requirement import Requirement
from a2a_simulator.wire.wire_forms import Dialect

SECTIONS_V0_3: Final[dict[str, str]] = {
    "3.1.1": "7.1", "3.1.2": "7.2", "3.1.3": "7.3", "3.1.5": "7.4", "3.1.6": "7.9", "3.1.7": "7.5", "3.1.8": "7.6",
    "3.1.9": "7.7", "3.1.10": "7.8", "3.1.11": "7.10", "3.2.2": "7.1.1", "3.2.4": "7.3.1", "3.2.5": "6", "3.2.6":
    "3.2", "3.3.1": "7", "3.3.2": "8", "3.3.3": "9", "3.3.4": "5.5.2", "3.4.1": "6.1", "3.4.2": "6.4", "3.4.3":
    "9.4", "3.5.1": "9.2", "3.5.2": "7.2", "3.7": "6.1", "4": "6", "4.1.1": "6.1", "4.1.2": "6.2", "4.1.3": "6.3",
    "4.1.4": "6.4", "4.1.6": "6.5", "4.1.7": "6.7", "4.2": "7.2.1", "4.2.1": "7.2.2", "4.2.2": "7.2.3", "4.3.1":
    "6.8", "4.3.2": "6.9", "4.3.3": "9.5", "4.4": "5.5", "4.4.1": "5.5", "4.4.4": "5.5.2.1", "4.4.6": "5.5.5",
    "4.5": "5.5.3", "4.5.2": "5.5.3", "4.5.3": "5.5.3", "4.6": "5.5.2.1", "4.6.1": "5.5.2.1", "4.6.2": "5.5.2.1",
    "4.6.3": "5.5.2.1", "5.1": "3.4.1", "5.2": "3.4.2", "5.3": "3.5.6", "5.4": "8.2", "5.5": "6", "5.6.1": "6.2",
    "5.7": "6", "5.8": "3.2.4", "7.1": "4.1", "7.2": "4.2", "7.3": "4.3", "7.4": "4.4", "7.5": "4.6", "7.6.1":
    "4.5", "7.6.2": "4.5", "8.1": "5.1", "8.2": "5.3", "8.3": "5.6", "8.3.1": "5.6.2", "8.3.2": "5.6.3", "8.4":
    "5.5.6", "8.4.2": "5.5.6", "8.4.3": "5.5.6", "9.1": "3.2.1", "9.3": "6.11", "9.4": "3.5.1", "9.4.1": "7.1",
    "9.4.2": "7.2", "9.4.3": "7.3", "9.4.8": "7.10", "9.5": "8", "10.1": "3.2.2", "10.4.10": "7.8", "10.6": "8",
    "10.7": "3.3.2", "11.1": "3.2.3", "11.3": "3.5.3", "11.3.2": "3.5.6", "11.3.3": "3.5.6", "11.4": "3.2.3",
    "11.5": "3.2.3", "11.6": "8", "11.7": "3.3.3", "12": "3.2.4", "13.1": "4.6", "13.2": "9.5", "13.3": "4.4",
    "13.4": "4", "14.3": "5.3",
}  # fmt: skip
"""Section of 1.0 → the section of 0.3.0 that speaks of the same thing."""

UNSTATED_V0_3: Final = frozenset(
    {
        "cancel-idempotent", "ctx-preserve", "err-client-by-reason", "err-client-retry-after",
        "err-retry-after", "hist-client-no-rely", "hist-messages-not-reliable", "json-ts-parse",
        "json-unknown-ignore", "msg-client-ids-match", "multi-task-independent", "rest-bool-num",
        "rest-nested-post", "rest-repeated", "rest-status-match", "rest-success-200", "rest-url-encode",
        "sec-file-url-ssrf", "send-retry-same-msgid", "stream-order", "task-reply-is-task",
        "ver-matches-interface",
    }
)  # fmt: skip
"""Requirements that hold in 0.3 by the same reasoning, though its text does not state them."""


def section_in(row: Requirement, dialect: Dialect) -> str:
    """The sections of this dialect's specification; empty when it has none that states the requirement.

    Raises ValueError for a dialect that does not know the requirement.
    """
    if not row.exists_in(dialect):
        raise ValueError(f"{row.id} does not exist in {dialect}")
    if dialect is Dialect.V1_0 or row.dialects == (Dialect.V0_3,):
        return row.section
    if row.id in UNSTATED_V0_3:
        return ""
    found = (SECTIONS_V0_3.get(one.strip(), "") for one in row.section.split(";"))
    return "; ".join(dict.fromkeys(one for one in found if one))


def citation(row: Requirement, dialect: Dialect) -> str:
    """Where this dialect states it, in words: `A2A 1.0 §4.2.2`."""
    if not row.section:
        return "this suite"
    section = section_in(row, dialect)
    if not section:
        return f"A2A {dialect}: not written down"
    return f"A2A {dialect} §{section.replace('; ', ', §')}"
