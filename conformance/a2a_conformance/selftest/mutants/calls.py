"""Faults in requests: envelope, headers, parameters."""

from collections.abc import Mapping
from typing import Any

from a2a_conformance.reference.calls import Ask, Calls
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.wire.wire_forms import Dialect


@mutant("no-call-id", BugClass.RPCID, "HybridAIOne/hybridclaw#1524")
class NoCallId(Calls):
    """Requests have no JSON-RPC id, so they are notifications."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        told = super().envelope(number, method, params)
        del told["id"]
        return told


@mutant("call-id-reused", BugClass.RPCID)
class CallIdReused(Calls):
    """Every request of a client has the same JSON-RPC id."""

    def request_id(self) -> str:
        return "call"


@mutant("no-jsonrpc-member", BugClass.RPCID)
class NoJsonrpcMember(Calls):
    """Requests leave out `jsonrpc: "2.0"`."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        told = super().envelope(number, method, params)
        del told["jsonrpc"]
        return told


@mutant("no-version-header", BugClass.VERSION)
class NoVersionHeader(Calls):
    """Requests to a 1.0 interface do not say A2A-Version."""

    def version(self) -> dict[str, str]:
        return {}


@mutant("patch-in-version", BugClass.VERSION)
class PatchInVersion(Calls):
    """A2A-Version has a patch number."""

    def version(self) -> dict[str, str]:
        return {name: f"{value}.0" for name, value in super().version().items()}


@mutant("version-of-other-dialect", BugClass.VERSION)
class VersionOfOtherDialect(Calls):
    """A2A-Version names the other dialect than the request is written in."""

    def version(self) -> dict[str, str]:
        return {"A2A-Version": "0.3" if self.dialect is Dialect.V1_0 else "1.0"}


@mutant("wait-flag-of-other-dialect", BugClass.VERSION)
class WaitFlagOfOtherDialect(Calls):
    """The configuration of a send has members of the other dialect."""

    def configuration(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().configuration(ask, streaming)
        told.pop("blocking", None)
        told.pop("returnImmediately", None)
        flag = {"blocking": ask.blocking} if self.dialect is Dialect.V1_0 else {"returnImmediately": not ask.blocking}
        return {**told, **flag}


@mutant("role-agent", BugClass.SHAPE)
class RoleAgent(Calls):
    """The user's message is sent with the role of the agent."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        told["message"]["role"] = "ROLE_AGENT" if self.dialect is Dialect.V1_0 else "agent"
        return told


@mutant("no-parts", BugClass.SHAPE)
class NoParts(Calls):
    """The message has no parts; what was asked is in its metadata."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        told["message"]["metadata"] = {"parts": told["message"]["parts"]}
        told["message"]["parts"] = []
        return told


@mutant("wrong-content-type", BugClass.SHAPE)
class WrongContentType(Calls):
    """Requests are sent as plain text."""

    def headers(self, operation: Operation, extensions: tuple[str, ...] = ()) -> dict[str, str]:
        return {**super().headers(operation, extensions), "Content-Type": "text/plain"}


@mutant("no-stream-accept", BugClass.SSE, "IBM/mcp-context-forge#5226")
class NoStreamAccept(Calls):
    """Streaming requests do not accept text/event-stream."""

    def headers(self, operation: Operation, extensions: tuple[str, ...] = ()) -> dict[str, str]:
        return {**super().headers(operation, extensions), "Accept": "application/json"}


@mutant("members-outside-the-protocol", BugClass.RPCID, "BerriAI/litellm#36404")
class MembersOutsideTheProtocol(Calls):
    """The JSON-RPC envelope has a member of its own."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().envelope(number, method, params), "stream": True}
