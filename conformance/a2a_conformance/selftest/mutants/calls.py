"""Faults in requests: envelope, headers, parameters."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from a2a_conformance.reference.calls import Ask, Call, Calls
from a2a_conformance.reference.transport import Transport
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.wire.wire_forms import BY_METHOD, JSONRPC_METHODS, Dialect


@mutant("no-call-id", BugClass.RPCID, "HybridAIOne/hybridclaw#1524")
class NoCallId(Calls):
    """Requests have no JSON-RPC id, so they are notifications."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        told = super().envelope(number, method, params)
        del told["id"]
        return told


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


@mutant("no-parts", BugClass.SHAPE, races=("ids/parallel",))
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


@mutant("fractional-call-id", BugClass.RPCID)
class FractionalCallId(Calls):
    """JSON-RPC ids are numbers with a fraction."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().envelope(number, method, params), "id": 0.5}


@mutant("method-of-other-dialect", BugClass.VERSION)
class MethodOfOtherDialect(Calls):
    """Methods are called by their names in the other dialect."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        other = Dialect.V0_3 if self.dialect is Dialect.V1_0 else Dialect.V1_0
        return super().envelope(number, JSONRPC_METHODS[other][BY_METHOD[method][1]], params)


@mutant("path-for-each-operation", BugClass.CARD)
class PathForEachOperation(Calls):
    """The name of the operation is put behind the URL of the interface, as if it were REST."""

    def call(self, operation: Operation, params: Mapping[str, Any], extensions: tuple[str, ...] = ()) -> Call:
        plain = super().call(operation, params, extensions)
        return replace(plain, url=f"{plain.url.rstrip('/')}/{operation}")


@mutant("snake-case-members", BugClass.SHAPE)
class SnakeCaseMembers(Calls):
    """Members are spelled as in the proto file, not as in JSON."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        told["message"]["message_id"] = told["message"].pop("messageId")
        return told


@mutant("role-of-other-dialect", BugClass.VERSION)
class RoleOfOtherDialect(Calls):
    """The role is spelled as in the other dialect."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        told["message"]["role"] = "user" if self.dialect is Dialect.V1_0 else "ROLE_USER"
        return told


@mutant("part-with-every-member", BugClass.SHAPE, "a2aproject/a2a-java#1061")
class PartWithEveryMember(Calls):
    """Each part lists all kinds of content, those that it has not as empty."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        for part in told["message"]["parts"]:
            part.update({"text": part.get("text", ""), "data": part.get("data", {})})
        return told


@mutant("byte-order-mark", BugClass.SHAPE)
class ByteOrderMark(Calls):
    """Requests begin with a byte order mark."""

    def call(self, operation: Operation, params: Mapping[str, Any], extensions: tuple[str, ...] = ()) -> Call:
        plain = super().call(operation, params, extensions)
        return replace(plain, body=b"\xef\xbb\xbf" + plain.body)


@mutant("no-kind", BugClass.VERSION, "kagent-dev/kagent#2037")
class NoKind(Calls):
    """Objects sent to a 0.3 agent have no `kind`."""

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        told = super().send_params(ask, streaming)
        told["message"].pop("kind", None)
        return told


@mutant("task-named-by-task-id", BugClass.VERSION)
class TaskNamedByTaskId(Calls):
    """GetTask, CancelTask and SubscribeToTask name their task as `taskId`."""

    def task_params(self, task_id: str) -> dict[str, Any]:
        return {"taskId": task_id}


@mutant("called-by-put", BugClass.RPCID)
class CalledByPut(Transport):
    """Calls are sent with PUT."""

    verb = "PUT"


@mutant("modes-as-text", BugClass.SHAPE)
class ModesAsText(Calls):
    """The accepted output modes are one text, not a list."""

    def configuration(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        return {**super().configuration(ask, streaming), "acceptedOutputModes": "text/plain"}


@mutant("method-of-the-first-drafts", BugClass.VERSION)
class MethodOfTheFirstDrafts(Calls):
    """Methods of a 0.3 agent are called as in the drafts before 0.2."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        drafts = {"message/send": "tasks/send", "message/stream": "tasks/sendSubscribe"}
        return super().envelope(number, drafts.get(method, method), params)
