"""Faults in looking at tasks, cards and agents when nobody asked, or in the wrong words."""

from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, ClassVar

from a2a_conformance.reference.calls import Ask, Calls
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.errors import ClientError, HttpError
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.cards import CardReading


class Lists(Client):
    """Lists the tasks of the agent before it looks at one."""

    filters: ClassVar[dict[str, Any]] = {}

    async def get(self, task_id: str, history: int | None = None) -> Task:
        with suppress(ClientError, KeyError):
            await self.unary(Operation.LIST_TASKS, self.filters)
        return await super().get(task_id, history)


@mutant("lists-by-made-up-filters", BugClass.SHAPE)
class ListsByMadeUpFilters(Lists):
    """Tasks are listed with filters that ListTasks does not have."""

    filters: ClassVar[dict[str, Any]] = {"lastUpdatedAfter": "2026-01-01T00:00:00.000Z", "limit": 10}


@mutant("lists-by-made-up-token", BugClass.SHAPE)
class ListsByMadeUpToken(Lists):
    """The first page of a list is asked for by a token that nobody gave."""

    filters: ClassVar[dict[str, Any]] = {"pageToken": "1"}


@mutant("times-in-seconds", BugClass.SHAPE)
class TimesInSeconds(Lists):
    """Times in requests are seconds since 1970."""

    filters: ClassVar[dict[str, Any]] = {"statusTimestampAfter": "1767225600"}


@mutant("times-with-an-offset", BugClass.SHAPE)
class TimesWithAnOffset(Lists):
    """Times in requests have the offset of the client's clock."""

    filters: ClassVar[dict[str, Any]] = {"statusTimestampAfter": "2026-01-01T01:00:00.000+01:00"}


@mutant("times-without-milliseconds", BugClass.SHAPE)
class TimesWithoutMilliseconds(Lists):
    """Times in requests stop at the second."""

    filters: ClassVar[dict[str, Any]] = {"statusTimestampAfter": "2026-01-01T00:00:00Z"}


@mutant("failed-read-sends-again", BugClass.RESUB)
class FailedReadSendsAgain(Client):
    """When a look at a task fails, a message is sent to learn how it stands."""

    async def get(self, task_id: str, history: int | None = None) -> Task:
        try:
            return await super().get(task_id, history)
        except HttpError:
            await self.send(Ask((Text("How does it stand?"),), task_id))
            raise


@mutant("lost-stream-cancels", BugClass.CANCEL)
class LostStreamCancels(Turn):
    """When a stream breaks off, its task is canceled."""

    async def recovered(self, broken: ClientError) -> AsyncGenerator[Event, None]:
        if self.task_id is not None:
            with suppress(ClientError):
                await self.client.cancel(self.task_id)
        async for event in super().recovered(broken):
            yield event


@mutant("extended-card-asked-for-always", BugClass.CARD, "a2aproject/a2a-python#931")
class ExtendedCardAskedForAlways(Client):
    """The extended card is asked for, though the card says that there is none; a refusal is put up with."""

    async def calls(self) -> Calls:
        calls = await super().calls()
        if not getattr(self, "_asked", False):
            self._asked = True
            with suppress(ClientError):
                await self.unary(Operation.GET_EXTENDED_AGENT_CARD, {})
        return calls


@mutant("card-for-every-call", BugClass.CARD)
class CardForEveryCall(Client):
    """The card is fetched anew before each message."""

    async def card(self) -> CardReading:
        self._card = None
        return await super().card()
