"""uvicorn's HTTP protocol, told apart by connection: whoever answers a call can find the transport beneath it."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

_LOGGER = logging.getLogger("a2a_simulator.http")
_LOGGER.setLevel(logging.ERROR)
"""What a peer sends is no news of ours; only an exception in answering it is."""


class Answering(Protocol):
    """What a connection tells the response that it carries."""

    def lost(self) -> None:
        """The connection is gone."""

    def pump(self) -> None:
        """There is room to write again."""


class Connections:
    """The open connections of one listening port, by the address of the peer."""

    def __init__(self) -> None:
        self.by_peer: dict[tuple[str, int], Connection] = {}
        self.ending = False
        """The port is being given up: a connection that was still under way is broken at once."""
        self.opened: Callable[[Connection], None] = lambda connection: None
        self.closed: Callable[[Connection], None] = lambda connection: None

    def abort(self) -> None:
        """Breaks all of them, and those that were accepted and not yet filed."""
        self.ending = True
        for connection in list(self.by_peer.values()):
            connection.transport.abort()


class Connection(HttpToolsProtocol):
    """One connection. `blocked`: what was written has not left yet."""

    def __init__(self, config: Config, state: ServerState, connections: Connections) -> None:
        super().__init__(config, state, {})
        self.logger = _LOGGER
        self._filed = connections
        self.blocked = False
        self.answering: Answering | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Files the connection under its peer; every byte that has not left counts as blocked."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)
        assert self.client is not None
        self._filed.by_peer[self.client] = self
        if self._filed.ending:
            transport.abort()
        else:
            self._filed.opened(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tells the response that nobody listens any more."""
        super().connection_lost(exc)
        if self.client is not None and self._filed.by_peer.get(self.client) is self:
            del self._filed.by_peer[self.client]
        self._filed.closed(self)
        if self.answering is not None:
            self.answering.lost()

    def pause_writing(self) -> None:
        """Something stayed in the buffer."""
        super().pause_writing()
        self.blocked = True

    def resume_writing(self) -> None:
        """The buffer is empty again."""
        super().resume_writing()
        self.blocked = False
        if self.answering is not None:
            self.answering.pump()


def protocol_factory(config: Config, state: ServerState, connections: Connections) -> Callable[[], Any]:
    """What `loop.create_server` needs to serve one port."""
    return lambda: Connection(config, state, connections)
