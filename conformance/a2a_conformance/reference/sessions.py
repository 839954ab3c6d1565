"""The clients of the runs in progress: one a run, closed after its last step."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx

from a2a_conformance.reference.client import Client
from a2a_conformance.reference.components import Components
from a2a_conformance.reference.transport import http_client

T = TypeVar("T")


@dataclass(slots=True)
class Session:
    """The client of one run, and what it is doing."""

    http: httpx.AsyncClient
    client: Client
    busy: int = 0
    running: set["asyncio.Task[Any]"] = field(default_factory=set)
    aborted: set["asyncio.Task[Any]"] = field(default_factory=set)

    async def unless_aborted(self, work: Awaitable[T]) -> T | None:
        """What the work gives; None when the caller gave it up meanwhile by `abort`."""
        task = asyncio.ensure_future(work)
        self.running.add(task)
        try:
            return await task
        except asyncio.CancelledError:
            if task in self.aborted:
                return None
            task.cancel()
            raise
        finally:
            self.running.discard(task)
            self.aborted.discard(task)

    def abort(self) -> None:
        """Gives up what is running, as any asyncio caller does: by cancelling it."""
        for task in self.running:
            self.aborted.add(task)
            task.cancel()


class Sessions:
    """Sessions by run. All use one event loop."""

    def __init__(self, components: Components) -> None:
        self.components = components
        self.open: dict[str, Session] = {}

    @asynccontextmanager
    async def step(self, request: Mapping[str, Any]) -> AsyncGenerator[Session, None]:
        """The session of a run for the time of one step; after its last step it is closed."""
        run = request["run"]
        session = self.open.get(run)
        if session is None:
            http = http_client()
            client = Client(http, request["card_url"], request.get("credentials"), None, self.components)
            session = self.open[run] = Session(http, client)
        session.client.headers = request.get("headers") or {}
        session.busy += 1
        try:
            yield session
        finally:
            session.busy -= 1
            if request.get("last") and not session.busy:
                self.open.pop(run, None)
                await session.http.aclose()

    async def close(self) -> None:
        """Closes what is still open."""
        while self.open:
            await self.open.popitem()[1].http.aclose()
