"""The reference client as a target: an object with one async method per drive step (design §6, `python` adapter)."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Final

from a2a_conformance.adapters.base import Adapter
from a2a_conformance.adapters.python import PythonAdapter
from a2a_conformance.outcome import AnswerForm, Kind, Observes, Outcome, Surfaced
from a2a_conformance.reference.asking import asked, heard
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.components import Components
from a2a_conformance.reference.errors import ClientError
from a2a_conformance.reference.results import Result, Results
from a2a_conformance.reference.sessions import Sessions
from a2a_conformance.reference.told import told_error, told_event, told_outcome
from a2a_simulator.protocol.tasks import Task

NAME: Final = "reference client (bundled, not yours)"
FEATURES: Final = (
    "stream", "unary", "listener", "cancel", "resubscribe", "get", "abort", "session", "fetch_card", "parallel",
    "parts", "headers", "auth", "extensions", "history", "refers", "metadata",
)  # fmt: skip


class BaseAdapter:
    """What the reference client declares and does in the same way at every level.

    `components` and `client` make a variant of the client.
    """

    version = "1"
    dialects = ("1.0", "0.3")
    bindings = ("jsonrpc",)
    features: tuple[str, ...] = FEATURES
    answer_form = AnswerForm("all", Results.join, status_message=True)

    def __init__(self, components: Components | None = None, client: type[Client] = Client, name: str = NAME) -> None:
        self.name = name
        self.components = components or Components()
        self.sessions = Sessions(self.components, client)

    async def get(self, **request: Any) -> Outcome:
        """Asks how a task stands."""

        async def got(client: Client) -> Result:
            return self.looked(await client.get(await _task(client, request), request.get("history")))

        return await self.told(request, got)

    async def cancel(self, **request: Any) -> Outcome:
        """Cancels a task."""

        async def canceled(client: Client) -> Result:
            return self.looked(await client.cancel(await _task(client, request)))

        return await self.told(request, canceled)

    async def fetch_card(self, **request: Any) -> Outcome:
        """Fetches the card."""

        async def fetched(client: Client) -> Result:
            await client.card()
            return Result(Kind.COMPLETED)

        return await self.told(request, fetched)

    async def abort(self, **request: Any) -> Outcome:
        """Gives up the running calls of the run: their streams are closed, no task is canceled."""
        self.sessions.of(request).abort()
        return Outcome(Kind.STOPPED)

    async def release(self, run: str) -> None:
        """Closes the client of a run."""
        await self.sessions.release(run)

    async def close(self) -> None:
        """Closes what is still open."""
        await self.sessions.close()

    async def told(self, request: dict[str, Any], work: Any) -> Outcome:
        """Has the client of the run do one piece of work and tells what it came to."""
        session = self.sessions.of(request)
        try:
            result = await session.unless_aborted(work(session.client))
        except ClientError as problem:
            return told_error(problem)
        return Outcome(Kind.STOPPED) if result is None else told_outcome(result)

    def looked(self, task: Task) -> Result:
        """What a task that was looked at comes to."""
        fold = self.components.fold()
        fold.feed(task)
        return self.components.results().of(fold)


class ReferenceAdapter(BaseAdapter):
    """The reference client at level `aggregate`: it tells results, and shows updates to its listener."""

    observes = Observes.AGGREGATE

    async def send(self, **request: Any) -> Outcome:
        """Says something new."""
        hook = heard(request.get("listener"))
        return await self.told(request, lambda client: client.send(asked(request), hook))

    async def answer(self, **request: Any) -> Outcome:
        """Answers what a paused task asked."""
        return await self.send(**request)

    async def resubscribe(self, **request: Any) -> Outcome:
        """Joins a running task."""
        hook = heard(request.get("listener"))

        async def joined(client: Client) -> Result:
            return await client.resubscribe(await _task(client, request), hook)

        return await self.told(request, joined)


class EventsAdapter(BaseAdapter):
    """The reference client at level `events`: each event is handed out, and the harness plays the caller."""

    observes = Observes.EVENTS
    features = tuple(feature for feature in FEATURES if feature not in ("listener", "abort"))

    async def send(self, **request: Any) -> AsyncGenerator[Surfaced, None]:
        """Says something new; the events of the call."""
        client = self.sessions.of(request).client
        async with aclosing(client.events(asked(request))) as events:
            async for event in events:
                yield told_event(event)

    async def answer(self, **request: Any) -> AsyncGenerator[Surfaced, None]:
        """Answers what a paused task asked; the events of the call."""
        async with aclosing(self.send(**request)) as events:
            async for event in events:
                yield event

    async def resubscribe(self, **request: Any) -> AsyncGenerator[Surfaced, None]:
        """Joins a running task; its events."""
        client = self.sessions.of(request).client
        async with aclosing(client.subscription(await _task(client, request))) as events:
            async for event in events:
                yield told_event(event)


async def _task(client: Client, request: dict[str, Any]) -> str:
    return request.get("task_id") or await client.current_task() or ""


def reference_target(
    observes: Observes = Observes.AGGREGATE,
    components: Components | None = None,
    client: type[Client] = Client,
    name: str = NAME,
    demo: bool = False,
) -> Adapter:
    """The reference client as a target at level `events` or `aggregate`; a variant of it with other parts.

    `demo`: it stands in for a target that is not there yet, and earns no badge.
    """
    kind = EventsAdapter if observes is Observes.EVENTS else ReferenceAdapter
    return PythonAdapter(kind(components, client, name), {"answer": kind.answer_form, "demo": demo})
