"""Where an agent is reached."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Address:
    """The URLs of one agent: its card, the endpoint that the card names, and a second origin nobody must call."""

    card_url: str
    base_url: str
    other_url: str
