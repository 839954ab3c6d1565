"""The clients of the runs in progress: one a run, closed when it is released."""

import asyncio
from collections.abc import Awaitable, Mapping
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

    def __init__(self, components: Components, client: type[Client] = Client) -> None:
        self.components = components
        self.make = client
        self.open: dict[str, Session] = {}

    def of(self, request: Mapping[str, Any]) -> Session:
        """The session of a run, made when first needed, with the headers of this step."""
        run = request["run"]
        session = self.open.get(run)
        if session is None:
            http = http_client()
            client = self.make(http, request["card_url"], request.get("credentials"), None, self.components)
            session = self.open[run] = Session(http, client)
        session.client.headers = request.get("headers") or {}
        return session

    async def release(self, run: str) -> None:
        """Closes the client of a run that is over."""
        session = self.open.pop(run, None)
        if session is not None:
            await session.http.aclose()

    async def close(self) -> None:
        """Closes what is still open."""
        while self.open:
            await self.release(next(iter(self.open)))
