"""Calls that are refused before any script is asked: wrong paths, and in `strict` scenarios every defect."""

from dataclasses import dataclass
from typing import Final

from a2a_simulator.protocol.operations import Operation
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.commands import Source
from a2a_simulator.session.exchange import Exchange
from a2a_simulator.session.request import Request
from a2a_simulator.wire.jsonrpc import refusal

HEARTBEAT: Final = Source(entry="heartbeat")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a call is refused: an HTTP status of its own, or an error by name. `told`: the journal says why."""

    text: str
    status: int | None = None
    error: str = "InvalidRequest"
    told: bool = False


def reason(agent: Agent, request: Request) -> Reason | None:
    """Why the call is refused, or None. Lenient agents refuse only what leads nowhere."""
    no_card = (
        request.operation is Operation.FETCH_CARD and request.called.path.partition("?")[0] not in agent.card_paths
    )
    if no_card or not agent.serves(request.called.path):
        return Reason(f"nothing is served at {request.called.path}", status=404)
    if not agent.serve.strict or request.operation is None or request.called.method != "POST":
        return None
    name = refusal(request.read, strict=True, speaks=agent.home)
    if name is None:
        return None
    return Reason(
        "; ".join(defect.text for defect in request.read.defects) or "not what this agent speaks", error=name
    )


def refuse(exchange: Exchange, why: Reason) -> None:
    """Answers a refused call."""
    if why.status is None:
        exchange.error(why.error, message=why.text)
    else:
        exchange.http(why.status, {"content-type": "text/plain; charset=utf-8"}, f"{why.text}\n".encode())
