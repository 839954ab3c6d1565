import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

import httpx
import pytest

from a2a_conformance.reference.client import Client
from a2a_simulator.wire.wire_forms import JSONRPC_METHODS, Dialect

T = TypeVar("T")
CARD_URL = "http://agent.test/.well-known/agent-card.json"


class Body(httpx.AsyncByteStream):
    """A response body of given pieces; an exception among them is raised in its place, None waits for ever."""

    def __init__(self, pieces: list[bytes | Exception | None]) -> None:
        self.pieces = pieces
        self.closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            if piece is None:
                await asyncio.Event().wait()
            elif isinstance(piece, Exception):
                raise piece
            else:
                yield piece

    async def aclose(self) -> None:
        self.closed = True


class CannedAgent:
    """Answers calls with canned replies, by operation in the order given, and keeps what it was asked."""

    def __init__(self, dialect: Dialect = Dialect.V1_0, streaming: bool = True) -> None:
        self.dialect = dialect
        self.asked: list[dict[str, Any]] = []
        self.headers: list[httpx.Headers] = []
        self.paths: list[str] = []
        self.bodies: list[Body] = []
        self.replies: dict[str, list[Callable[[Any], httpx.Response]]] = {}
        self.cards: dict[str, Any] = {"/.well-known/agent-card.json": self.card(streaming)}

    def card(self, streaming: bool = True) -> dict[str, Any]:
        shared = {"name": "A", "capabilities": {"streaming": streaming}}
        if self.dialect is Dialect.V0_3:
            return {
                **shared,
                "url": "http://agent.test/rpc",
                "preferredTransport": "JSONRPC",
                "protocolVersion": "0.3.0",
            }
        interface = {"url": "http://agent.test/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        return {**shared, "supportedInterfaces": [interface]}

    def on(self, operation: str, reply: Callable[[Any], httpx.Response]) -> None:
        method = next(name for op, name in JSONRPC_METHODS[self.dialect].items() if op.value == operation)
        self.replies.setdefault(method, []).append(reply)

    def stream(self, *events: Any, tail: bytes | Exception | None = b"") -> Callable[[Any], httpx.Response]:
        def reply(call_id: Any) -> httpx.Response:
            wrapped = [{"jsonrpc": "2.0", "id": call_id, "result": event} for event in events]
            pieces: list[Any] = [f"data: {json.dumps(value)}\n\n".encode() for value in wrapped]
            body = Body([*pieces, tail])
            self.bodies.append(body)
            return httpx.Response(200, headers={"Content-Type": "text/event-stream"}, stream=body)

        return reply

    def result(self, value: Any) -> Callable[[Any], httpx.Response]:
        return lambda call_id: httpx.Response(200, json={"jsonrpc": "2.0", "id": call_id, "result": value})

    def error(self, code: int, message: str = "no", **more: Any) -> Callable[[Any], httpx.Response]:
        error = {"code": code, "message": message, **more}
        return lambda call_id: httpx.Response(200, json={"jsonrpc": "2.0", "id": call_id, "error": error})

    async def answer(self, request: httpx.Request) -> httpx.Response:
        self.paths.append(request.url.path)
        if request.method == "GET":
            card = self.cards.get(request.url.path)
            return httpx.Response(404) if card is None else httpx.Response(200, json=card)
        call = json.loads(request.content)
        self.asked.append(call)
        self.headers.append(request.headers)
        return self.replies[call["method"]].pop(0)(call["id"])

    def run(self, use: Callable[[Client], Awaitable[T]], card_url: str = CARD_URL, **options: Any) -> T:
        async def main() -> T:
            async with httpx.AsyncClient(transport=httpx.MockTransport(self.answer)) as http:
                return await asyncio.wait_for(use(Client(http, card_url, **options)), 5)

        return asyncio.run(main())

    @property
    def methods(self) -> list[str]:
        return [call["method"] for call in self.asked]


@pytest.fixture
def agent() -> CannedAgent:
    return CannedAgent()


@pytest.fixture
def old_agent() -> CannedAgent:
    return CannedAgent(Dialect.V0_3)


@pytest.fixture
def unary_agent() -> CannedAgent:
    return CannedAgent(streaming=False)
