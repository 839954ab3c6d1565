"""Faults with versions: patch numbers, refused versions, several to choose from."""

from dataclasses import replace
from typing import Any
from urllib.parse import quote

from a2a_conformance.reference.calls import Ask, Calls
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.discovery import Discovery
from a2a_conformance.reference.errors import AgentError
from a2a_conformance.reference.listener import Listener
from a2a_conformance.reference.results import Result
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.wire.cards import Interface
from a2a_simulator.wire.wire_forms import Binding, Dialect

NOT_SUPPORTED = -32009


@mutant("patch-number-not-understood", BugClass.VERSION)
class PatchNumberNotUnderstood(Discovery):
    """An interface whose version has a patch number counts as one that the client does not speak."""

    def usable(self, interface: Interface) -> bool:
        return super().usable(interface) and (
            interface.version.count(".") < 2 or interface.dialect is not Dialect.V1_0
        )


@mutant("header-names-of-0-3", BugClass.VERSION)
class HeaderNamesOf03(Calls):
    """The version goes out in X-A2A-Version as well."""

    def headers(self, operation: Operation, extensions: tuple[str, ...] = ()) -> dict[str, str]:
        return {**super().headers(operation, extensions), "X-A2A-Version": "1.0"}


class Insisting(Client):
    """Tries something when its version is refused."""

    async def send(self, ask: Ask, listener: Listener | None = None) -> Result:
        try:
            return await super().send(ask, listener)
        except AgentError as problem:
            if problem.code != NOT_SUPPORTED:
                raise
            await self.adjust()
            return await super().send(ask, listener)

    async def adjust(self) -> None:
        """What is changed before the second try."""


@mutant("refused-version-repeated", BugClass.VERSION)
class RefusedVersionRepeated(Insisting):
    """A call that was refused for its version is sent once more, as it was."""


@mutant("silent-downgrade", BugClass.VERSION)
class SilentDowngrade(Insisting):
    """A client whose version is refused speaks 0.3, whatever the card offers."""

    async def adjust(self) -> None:
        calls = await self.calls()
        self._calls = self.make.calls(replace(calls.interface, dialect=Dialect.V0_3))


@mutant("tenant-escaped", BugClass.CARD, "a2aproject/a2a-java#772")
class TenantEscaped(Calls):
    """The tenant is escaped as if it stood in a URL."""

    def addressed(self, params: Any) -> Any:
        told = super().addressed(params)
        return {**told, "tenant": quote(told["tenant"], safe="/")} if "tenant" in told else told


@mutant("version-not-looked-at", BugClass.VERSION)
class VersionNotLookedAt(Discovery):
    """The first JSON-RPC interface is called, whatever version it has."""

    def usable(self, interface: Interface) -> bool:
        return interface.binding is Binding.JSONRPC
