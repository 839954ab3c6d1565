"""The table of wire forms: a dialect in a binding, and what each calls its operations."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from a2a_simulator.protocol.operations import Operation as Op


class Dialect(StrEnum):
    """A version of A2A as it is spelled on the wire."""

    V0_2 = "0.2"
    V0_3 = "0.3"
    V1_0 = "1.0"


class Binding(StrEnum):
    """How calls travel."""

    JSONRPC = "jsonrpc"
    REST = "rest"
    GRPC = "grpc"
    EVENTMESH = "eventmesh"


@dataclass(frozen=True, slots=True)
class WireForm:
    """A dialect in a binding; its name is the `[…]` of a check key."""

    dialect: Dialect
    binding: Binding

    @property
    def name(self) -> str:
        """For example `1.0-jsonrpc`."""
        return f"{self.dialect}-{self.binding}"

    def __str__(self) -> str:
        return self.name


V1_JSONRPC: Final = WireForm(Dialect.V1_0, Binding.JSONRPC)
V0_3_JSONRPC: Final = WireForm(Dialect.V0_3, Binding.JSONRPC)
PLAYABLE: Final = (V1_JSONRPC, V0_3_JSONRPC)
"""The wire forms that the simulator plays."""

JSONRPC_METHODS: Final[dict[Dialect, dict[Op, str]]] = {
    Dialect.V1_0: {op: op.value for op in Op if op not in (Op.FETCH_CARD, Op.FETCH_TOKEN)},
    Dialect.V0_3: {
        Op.SEND_MESSAGE: "message/send",
        Op.SEND_STREAMING_MESSAGE: "message/stream",
        Op.GET_TASK: "tasks/get",
        Op.CANCEL_TASK: "tasks/cancel",
        Op.SUBSCRIBE_TO_TASK: "tasks/resubscribe",
        Op.CREATE_PUSH_CONFIG: "tasks/pushNotificationConfig/set",
        Op.GET_PUSH_CONFIG: "tasks/pushNotificationConfig/get",
        Op.LIST_PUSH_CONFIGS: "tasks/pushNotificationConfig/list",
        Op.DELETE_PUSH_CONFIG: "tasks/pushNotificationConfig/delete",
        Op.GET_EXTENDED_AGENT_CARD: "agent/getAuthenticatedExtendedCard",
    },
}
"""JSON-RPC method names (1.0 §9.4; 0.3 §7)."""

BY_METHOD: Final[dict[str, tuple[Dialect, Op]]] = {
    method: (dialect, op) for dialect, methods in JSONRPC_METHODS.items() for op, method in methods.items()
}

WELL_KNOWN: Final = ("/.well-known/agent-card.json", "/.well-known/agent.json")
"""Where cards are looked for: since 0.3, and in 0.2."""

BINDING_NAMES: Final = {Binding.JSONRPC: "JSONRPC", Binding.REST: "HTTP+JSON", Binding.GRPC: "GRPC"}
"""The core values of `protocolBinding` (1.0) and `transport` (0.3)."""
