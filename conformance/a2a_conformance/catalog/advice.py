"""What the author of a client should do about a requirement, in a sentence or two."""

from typing import Final

from a2a_conformance.catalog import advice_reactions, advice_requests
from a2a_conformance.catalog.requirement import Requirement, Seen, Who

ADVICE: Final[dict[str, str]] = advice_requests.ADVICE | advice_reactions.ADVICE
"""Advice by id, for duties of clients; `advise` has something to say about every other row, too."""

AGENT_STREAM: Final = (
    "It binds the agent. Your client need not repair such an answer, but it must come to an end, tell no success"
    " that it did not see, and not lose what it had."
)
DELIVERY: Final = "It binds whoever posts to your webhook. Acknowledge, check and ignore what you do not expect."


def advise(row: Requirement) -> str:
    """Advice for the author of a client; where the sentence of the row is advice already, that."""
    if row.id in ADVICE:
        return ADVICE[row.id]
    if row.seen is Seen.RESPONSE:
        return AGENT_STREAM
    if row.seen is Seen.DELIVERY:
        return DELIVERY
    if Who.CLIENT in row.who and row.seen is not Seen.NOWHERE:
        return row.text
    return "Nothing: no client sees whether it holds."
