"""Faults in cancelling tasks and giving up calls."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.errors import AgentError
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus


@mutant("cancel-stays-local", BugClass.CANCEL, "mastra-ai/mastra#20447", "adcontextprotocol/adcp-client#1620")
class CancelStaysLocal(Client):
    """A cancel is only noted at the client; the agent is not asked."""

    async def cancel(self, task_id: str) -> Task:
        return Task(task_id, None, TaskStatus(State.CANCELED))


@mutant("cancel-always-works", BugClass.CANCEL, "a2aproject/a2a-python#413")
class CancelAlwaysWorks(Client):
    """A refused cancel is told as a canceled task."""

    async def cancel(self, task_id: str) -> Task:
        try:
            return await super().cancel(task_id)
        except AgentError:
            return Task(task_id, None, TaskStatus(State.CANCELED))


@mutant("cancel-twice", BugClass.CANCEL)
class CancelTwice(Client):
    """A cancel is sent twice."""

    async def cancel(self, task_id: str) -> Task:
        told = await super().cancel(task_id)
        with suppress(AgentError):
            await super().cancel(task_id)
        return told


@mutant("giving-up-cancels", BugClass.CANCEL)
class GivingUpCancels(Turn):
    """A caller who gives up a running call cancels the remote task with it."""

    async def run(self, ask: Ask) -> AsyncGenerator[Event, None]:
        try:
            async for event in super().run(ask):
                yield event
        except asyncio.CancelledError:
            if self.task_id:
                await self.client.cancel(self.task_id)
            raise
