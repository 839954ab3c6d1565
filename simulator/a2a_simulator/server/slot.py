"""A port that runs borrow: its origin stays the same, what answers there changes from run to run."""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from a2a_simulator.server.host import Host
from a2a_simulator.server.protocol import Connection
from a2a_simulator.server.response import Response
from a2a_simulator.session.events import Called

LARGEST_BODY: Final = 16 * 1024 * 1024
READABLE: Final = "*, content-type, retry-after, www-authenticate, a2a-version, a2a-extensions"
"""What a page may read of an answer; where credentials go along `*` means nothing to a browser."""

CORS: Final = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
    "access-control-allow-headers": "*, authorization",
    "access-control-expose-headers": READABLE,
    "access-control-allow-private-network": "true",
    "access-control-max-age": "600",
}

REACHABLE: Final = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}
"""Under which name an agent is reached that listens everywhere."""


class Tenant(Protocol):
    """What a slot needs of the run that borrowed it."""

    def connected(self, agent: str, connection: Connection) -> int:
        """Numbers a connection of this run."""

    def disconnected(self, connection: Connection) -> None:
        """Forgets a connection that is gone."""

    def called(
        self, called: Called, connection: Connection, send: Send, headers: tuple[tuple[str, str], ...]
    ) -> Response:
        """Takes a call and gives back the response that will answer it."""

    def late(self, called: Called) -> None:
        """Takes note of a call that came after the end."""


class Slot:
    """One origin. `agent` is who answers there for the run that has it; after the run it answers 410."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0, cors: bool = False) -> None:
        app = Starlette(routes=[Route("/{path:path}", endpoint=self)])
        self.host = Host(app, host, port)
        self.host.connections.opened = self._opened
        self.host.connections.closed = self._closed
        self.cors = cors
        self.open = False
        self.preflighted: Callable[[str, str], None] = lambda path, origin: None
        """Told of each question of a browser whether a page may call."""
        self._tenant: Tenant | None = None
        self._agent = ""
        self._next_call = 0

    @property
    def origin(self) -> str:
        """`http://host:port`."""
        name = REACHABLE.get(self.host.host, self.host.host)
        return f"http://[{name}]:{self.host.port}" if ":" in name else f"http://{name}:{self.host.port}"

    def lend(self, tenant: Tenant, agent: str) -> None:
        """From now on a run answers here."""
        self._tenant, self._agent, self.open = tenant, agent, True

    def end(self) -> None:
        """The run is over: from now on everything here is late."""
        self.open = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one HTTP request."""
        connection = self.host.connections.by_peer.get(scope["client"])
        if connection is None:
            return
        if self.cors and scope["method"] == "OPTIONS":
            headers = _headers(scope)
            self.preflighted(scope["path"], headers.get("origin", ""))
            await PlainTextResponse("", 204, _allowed(headers))(scope, receive, send)
            return
        try:
            body = await _body(Request(scope, receive))
        except ClientDisconnect:
            return
        tenant = self._tenant
        if body is None:
            refusal = f"a request may have at most {LARGEST_BODY} bytes\n"
            await PlainTextResponse(refusal, 413, {"connection": "close"})(scope, receive, send)
        elif tenant is None:
            await PlainTextResponse("no run has this port\n", 410)(scope, receive, send)
        else:
            called = self._called(scope, body, tenant.connected(self._agent, connection))
            if not self.open:
                tenant.late(called)
                await PlainTextResponse("this run is over\n", 410)(scope, receive, send)
                return
            allowed = tuple(_allowed(called.headers).items()) if self.cors else ()
            await tenant.called(called, connection, send, allowed).run()

    def _called(self, scope: Scope, body: bytes, conn: int) -> Called:
        self._next_call += 1
        query = scope["query_string"].decode("latin-1")
        path = scope["path"] + (f"?{query}" if query else "")
        return Called(0, self._agent, scope["method"], path, _headers(scope), body, conn)

    def _opened(self, connection: Connection) -> None:
        if self._tenant is not None and self.open:
            self._tenant.connected(self._agent, connection)

    def _closed(self, connection: Connection) -> None:
        if self._tenant is not None:
            self._tenant.disconnected(connection)


def _allowed(headers: Mapping[str, str]) -> dict[str, str]:
    """What a page may do: all. One that names its origin may send credentials too, which rules `*` out."""
    origin, asked = headers.get("origin"), headers.get("access-control-request-headers")
    if origin is None:
        return CORS
    allowed = {**CORS, "access-control-allow-origin": origin, "access-control-allow-credentials": "true"}
    if asked is not None:
        allowed["access-control-allow-headers"] = asked
    return {**allowed, "vary": "Origin"}


async def _body(request: Request) -> bytes | None:
    """The whole body; None if it is too large."""
    pieces: list[bytes] = []
    size = 0
    async for piece in request.stream():
        size += len(piece)
        if size > LARGEST_BODY:
            return None
        pieces.append(piece)
    return b"".join(pieces)


def _headers(scope: Scope) -> Mapping[str, str]:
    headers: dict[str, str] = {}
    for raw_name, raw_value in scope["headers"]:
        name, value = raw_name.decode("latin-1"), raw_value.decode("latin-1")
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers
