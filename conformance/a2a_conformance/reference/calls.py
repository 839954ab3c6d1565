"""How requests are built: JSON-RPC envelopes, headers and parameters in the dialect of the interface."""

import itertools
import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.operations import STREAMS, Operation
from a2a_simulator.protocol.parts import Metadata, Part
from a2a_simulator.scenario.play import Mode
from a2a_simulator.wire.cards import Interface
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import JSONRPC_METHODS, Dialect


@dataclass(frozen=True, slots=True)
class Ask:
    """What a caller says to an agent. With `task_id` it goes on with that task, with `context_id` in that context."""

    parts: tuple[Part, ...]
    task_id: str | None = None
    context_id: str | None = None
    mode: Mode = Mode.AUTO
    blocking: bool = True
    history: int | None = None
    accept: tuple[str, ...] = ()
    metadata: Metadata | None = None
    refers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """One request, ready to be sent."""

    operation: Operation
    id: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)


class Calls:
    """Builds the requests of one client for the interface it chose."""

    def __init__(self, interface: Interface) -> None:
        self.interface = interface
        self.dialect: Dialect = interface.dialect or Dialect.V0_3
        self.model = model_of(self.dialect)
        self.extra: Mapping[str, str] = {}
        """Headers that go with every request: credentials, and what the caller added."""
        self.numbers: Iterator[int] = itertools.count(1)

    def call(self, operation: Operation, params: Mapping[str, Any], extensions: tuple[str, ...] = ()) -> Call:
        """The request for an operation, with an id of its own (JSON-RPC 2.0 §4)."""
        number = self.request_id()
        envelope = self.envelope(number, JSONRPC_METHODS[self.dialect][operation], self.addressed(params))
        body = json.dumps(envelope, ensure_ascii=False, separators=(",", ":")).encode()
        return Call(operation, number, self.interface.url, self.headers(operation, extensions), body)

    def request_id(self) -> str:
        """An id that no other request of this client has."""
        return f"call-{next(self.numbers)}"

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """The JSON-RPC request object."""
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    def addressed(self, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Parameters with the tenant of the interface, if it names one (1.0 §8.3.2)."""
        tenant = self.interface.tenant
        return {"tenant": tenant, **params} if tenant else params

    def headers(self, operation: Operation, extensions: tuple[str, ...] = ()) -> dict[str, str]:
        """HTTP headers: media types, the version (1.0 §3.6.1), extensions asked for, and what the caller added."""
        out = {
            "Content-Type": "application/json",
            "Accept": "text/event-stream" if operation in STREAMS else "application/json",
            **self.version(),
        }
        if extensions:
            name = "A2A-Extensions" if self.dialect is Dialect.V1_0 else "X-A2A-Extensions"
            out[name] = ", ".join(extensions)
        return {**out, **self.extra}

    def version(self) -> dict[str, str]:
        """The version header; 0.3 has none."""
        return {"A2A-Version": "1.0"} if self.dialect is Dialect.V1_0 else {}

    def send_params(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        """Parameters of either send operation."""
        params: dict[str, Any] = {"message": self.model.encode_message(self.message(ask))}
        settings = self.configuration(ask, streaming)
        if settings:
            params["configuration"] = settings
        return params

    def message(self, ask: Ask) -> Message:
        """The message: a new id each time, and the ids that the caller gave, unchanged."""
        return Message(
            message_id=self.message_id(),
            role=Role.USER,
            parts=ask.parts,
            context_id=ask.context_id,
            task_id=ask.task_id,
            metadata=ask.metadata,
            extensions=ask.extensions,
            reference_task_ids=ask.refers,
        )

    def message_id(self) -> str:
        """An id that no other message has."""
        return str(uuid.uuid4())

    def configuration(self, ask: Ask, streaming: bool) -> dict[str, Any]:
        """How the caller wants the call done. 0.3 states no default for `blocking`, so it is always told."""
        out: dict[str, Any] = {}
        if ask.accept:
            out["acceptedOutputModes"] = list(ask.accept)
        if ask.history is not None:
            out["historyLength"] = ask.history
        if not streaming and self.dialect is Dialect.V0_3:
            out["blocking"] = ask.blocking
        elif not streaming and not ask.blocking:
            out["returnImmediately"] = True
        return out

    def task_params(self, task_id: str) -> dict[str, Any]:
        """Parameters of GetTask, CancelTask and SubscribeToTask."""
        return {"id": task_id}
