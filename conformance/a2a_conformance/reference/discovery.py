"""Finding an agent: its card (A2A 1.0 §8.2) and the interface to call it at (§8.3.2)."""

import json
from collections.abc import Mapping
from typing import Final

from a2a_conformance.reference.errors import HttpError, NoUsableInterface, Unreadable
from a2a_conformance.reference.transport import Transport
from a2a_simulator.wire.cards import CardReading, Interface, read_card
from a2a_simulator.wire.wire_forms import WELL_KNOWN, Binding, Dialect

SPOKEN: Final = frozenset({Dialect.V1_0, Dialect.V0_3})


class Discovery:
    """Fetches cards and chooses among the interfaces they offer."""

    def places(self, card_url: str) -> tuple[str, ...]:
        """Where to look, in order: agent-card.json, then the name of 0.2; a URL that is neither is taken as it is."""
        for known in WELL_KNOWN:
            if card_url.endswith(known):
                base = card_url.removesuffix(known)
                return tuple(base + place for place in WELL_KNOWN)
        return (card_url,)

    async def card(self, transport: Transport, card_url: str, headers: Mapping[str, str]) -> CardReading:
        """The card of an agent. Raises ClientError if there is none, or none that can be read."""
        *others, last = self.places(card_url)
        for place in others:
            try:
                return self.read(await transport.fetch(place, headers))
            except HttpError as problem:
                if problem.http_status != 404:
                    raise
        return self.read(await transport.fetch(last, headers))

    def read(self, body: bytes) -> CardReading:
        """The card behind the bytes of a document. Raises Unreadable."""
        try:
            return read_card(json.loads(body))
        except ValueError as problem:
            raise Unreadable(f"the card is no JSON: {problem}") from problem

    def interface(self, card: CardReading) -> Interface:
        """The first interface in the card's order that this client speaks. Raises NoUsableInterface."""
        for interface in card.interfaces:
            if self.usable(interface):
                return interface
        offered = ", ".join(f"{i.binding} {i.dialect}" for i in card.interfaces) or "none"
        raise NoUsableInterface(f"the card offers no JSON-RPC interface in 1.0 or 0.3 (it offers: {offered})")

    def usable(self, interface: Interface) -> bool:
        """Whether this client speaks the binding and dialect."""
        return interface.binding is Binding.JSONRPC and interface.dialect in SPOKEN
