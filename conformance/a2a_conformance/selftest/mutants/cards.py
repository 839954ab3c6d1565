"""Faults in finding an agent and choosing its interface."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from a2a_conformance.reference.calls import Calls
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.discovery import Discovery
from a2a_conformance.reference.errors import Unreadable
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.scenario.play import Mode
from a2a_simulator.wire.cards import CardReading, Interface
from a2a_simulator.wire.wire_forms import Dialect


@mutant("old-card-path-first", BugClass.CARD, "a2aproject/a2a-js#99", "a2aproject/a2a-dotnet#154")
class OldCardPathFirst(Discovery):
    """The card is looked for at the path of 0.2 first."""

    def places(self, card_url: str) -> tuple[str, ...]:
        return tuple(reversed(super().places(card_url)))


@mutant("old-card-path-only", BugClass.CARD, "a2aproject/a2a-inspector#86", "rogue-security/rogue#179")
class OldCardPathOnly(Discovery):
    """The card is looked for at the path of 0.2 only."""

    def places(self, card_url: str) -> tuple[str, ...]:
        return super().places(card_url)[-1:]


@mutant("card-at-the-root", BugClass.CARD)
class CardAtTheRoot(Discovery):
    """The card is looked for at the root of the host, whatever path the agent has."""

    def places(self, card_url: str) -> tuple[str, ...]:
        at = urlsplit(card_url)
        return (f"{at.scheme}://{at.netloc}/.well-known/agent-card.json",)


@mutant("card-url-ignored", BugClass.CARD, "a2aproject/a2a-java#189", "api7/aisix#913")
class CardUrlIgnored(Discovery):
    """Calls go to the root of the host, not to the URL of the interface."""

    def interface(self, card: CardReading) -> Interface:
        chosen = super().interface(card)
        at = urlsplit(chosen.url)
        return replace(chosen, url=f"{at.scheme}://{at.netloc}/")


@mutant("trailing-slash-cut", BugClass.CARD)
class TrailingSlashCut(Discovery):
    """The URL of the interface loses its last slash."""

    def interface(self, card: CardReading) -> Interface:
        chosen = super().interface(card)
        return replace(chosen, url=chosen.url.rstrip("/"))


@mutant("last-interface-wins", BugClass.CARD)
class LastInterfaceWins(Discovery):
    """Of several usable interfaces the last one is called."""

    def interface(self, card: CardReading) -> Interface:
        return super().interface(replace(card, interfaces=tuple(reversed(card.interfaces))))


@mutant("first-interface-or-none", BugClass.CARD)
class FirstInterfaceOrNone(Discovery):
    """If the first interface has an unknown binding, the others are not looked at."""

    def interface(self, card: CardReading) -> Interface:
        return super().interface(replace(card, interfaces=card.interfaces[:1]))


@mutant("binding-not-looked-at", BugClass.CARD)
class BindingNotLookedAt(Discovery):
    """The first interface is called, whatever binding it has."""

    def usable(self, interface: Interface) -> bool:
        return True


@mutant("tenant-dropped", BugClass.CARD, "a2aproject/a2a-java#772")
class TenantDropped(Calls):
    """The tenant of the interface is not sent."""

    def addressed(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        return params


@mutant("old-card-refused", BugClass.VERSION, "a2aproject/a2a-js#601", "a2aproject/a2a-java#1121")
class OldCardRefused(Discovery):
    """A card in the shape of 0.3 is answered with a crash of the client."""

    def interface(self, card: CardReading) -> Interface:
        if all(interface.dialect is not Dialect.V1_0 for interface in card.interfaces):
            raise KeyError("supportedInterfaces")
        return super().interface(card)


@mutant("streaming-not-looked-up", BugClass.CARD)
class StreamingNotLookedUp(Client):
    """Streaming operations are called even if the card says that there are none."""

    async def streams(self, mode: Mode) -> bool:
        return True


@mutant("streaming-forced-off", BugClass.CARD)
class StreamingForcedOff(Client):
    """The client never streams, even if it is asked to."""

    async def streams(self, mode: Mode) -> bool:
        return False


@mutant("tenant-made-up", BugClass.CARD)
class TenantMadeUp(Calls):
    """Requests name a tenant although the interface has none."""

    def addressed(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"tenant": "default", **super().addressed(params)}


@mutant("old-card-called-in-1-0", BugClass.VERSION, "a2aproject/a2a-dotnet#331")
class OldCardCalledIn10(Discovery):
    """An agent with a card in the shape of 0.3 is called as if it spoke 1.0."""

    def interface(self, card: CardReading) -> Interface:
        chosen = super().interface(card)
        return replace(chosen, dialect=Dialect.V1_0) if card.shape == "0.3" else chosen


@mutant("unknown-card-members-refused", BugClass.CARD)
class UnknownCardMembersRefused(Discovery):
    """A card with a member that the client does not know is no card."""

    KNOWN = frozenset({
        "name", "description", "version", "url", "protocolVersion", "preferredTransport", "supportedInterfaces",
        "additionalInterfaces", "capabilities", "defaultInputModes", "defaultOutputModes", "skills", "provider",
        "securitySchemes", "securityRequirements", "security", "iconUrl", "documentationUrl", "signatures",
        "supportsAuthenticatedExtendedCard",
    })  # fmt: skip

    def read(self, body: bytes) -> CardReading:
        card = super().read(body)
        if unknown := set(card.raw) - self.KNOWN:
            raise Unreadable(f"unknown member {min(unknown)}")
        return card


@mutant("credentials-never", BugClass.CARD)
class CredentialsNever(Client):
    """The caller's credentials are not sent, whatever the card asks for."""

    async def card(self) -> CardReading:
        self.credentials = {}
        return await super().card()


@mutant("credentials-on-first-call-only", BugClass.CARD, "SolaceLabs/solace-agent-mesh#506")
class CredentialsOnFirstCallOnly(Client):
    """The caller's credentials are sent with the first call and no other."""

    async def calls(self) -> Calls:
        told = await super().calls()
        self.credentials = {}
        return told


@mutant("first-interface-or-error", BugClass.CARD)
class FirstInterfaceOrError(Client):
    """An interface that cannot be reached is the end of it; the next one of the card is not tried."""

    def pass_over(self) -> bool:
        return False
