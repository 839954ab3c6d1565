"""Where an agent is reached."""

from dataclasses import dataclass

from a2a_simulator.scenario.play import Serve


@dataclass(frozen=True, slots=True)
class Address:
    """The URLs of one agent: its card, what it is served below (no slash at the end), and a second origin.

    Nobody must call the second origin; it shows who sends credentials to a stranger.
    """

    card_url: str
    base_url: str
    other_url: str

    @property
    def endpoint(self) -> str:
        """The URL that a card names unless its scenario says otherwise; at the root of an origin with its slash."""
        return self.base_url if self.base_url.count("/") > 2 else self.base_url + "/"


def address(origin: str, serve: Serve, other_origin: str) -> Address:
    """Where an agent is reached that is served at this origin."""
    base = origin + serve.path.rstrip("/")
    name = (serve.well_known or ("agent-card.json",))[0]
    return Address(f"{base}/.well-known/{name}", base, other_origin)
