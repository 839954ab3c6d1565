"""A port that serves: uvicorn's protocol class on a server of our own, because that one starts and stops at once."""

import asyncio
import errno
import socket
from typing import Any, Final

from uvicorn.config import Config
from uvicorn.server import ServerState

from a2a_simulator.server.protocol import Connections, protocol_factory

BACKLOG: Final = 512
KEEP_ALIVE: Final = 60
TURNS: Final = 5
"""Turns of the loop in which a connection that was just accepted becomes known."""
PATIENCE: Final = 1.0


class PortTaken(Exception):
    """Nothing can be served at this address; the text tells why and what to do."""

    def __init__(self, host: str, port: int, why: str, remedy: str = "another port (0: any free one)") -> None:
        super().__init__(f"port {port} on {host} cannot be used: {why}; choose {remedy}")
        self.port = port


class Host:
    """One listening port and its connections; `app` is any ASGI application."""

    def __init__(self, app: Any, host: str = "127.0.0.1", port: int = 0) -> None:
        self.host = host
        self.connections = Connections()
        self._config = Config(
            app, http="httptools", ws="none", lifespan="off", log_config=None, timeout_keep_alive=KEEP_ALIVE
        )
        self._state = ServerState()
        self._socket = _bound(host, port)
        self.port: int = self._socket.getsockname()[1]
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Begins to listen. Until then connections are refused."""
        loop = asyncio.get_running_loop()
        factory = protocol_factory(self._config, self._state, self.connections)
        self._server = await loop.create_server(factory, sock=self._socket, backlog=BACKLOG)

    async def stop(self) -> None:
        """Stops to listen, breaks all connections and waits until nothing of them is left."""
        if self._server is None:
            self._socket.close()
        else:
            self._server.close()
        self.connections.abort()
        for _ in range(TURNS):
            await asyncio.sleep(0)
        tasks = list(self._state.tasks)
        if tasks:
            _, stuck = await asyncio.wait(tasks, timeout=PATIENCE)
            for task in stuck:
                task.cancel()
            if stuck:
                await asyncio.wait(stuck)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # asyncio: no TCP_NODELAY without it
    try:
        if port:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except socket.gaierror as problem:
        listener.close()
        raise PortTaken(host, port, "no such address", "an address of this machine") from problem
    except OSError as problem:
        listener.close()
        why = "it is taken" if problem.errno == errno.EADDRINUSE else str(problem.strerror or problem).lower()
        raise PortTaken(host, port, why) from problem
    except OverflowError as problem:
        listener.close()
        raise PortTaken(host, port, "ports go from 0 to 65535") from problem
    listener.setblocking(False)
    return listener
