"""The course of one call: which operation, when it is over, and what to do when its stream breaks off."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import TYPE_CHECKING, Final

from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.errors import AgentError, Broken, ClientError, Incomplete, Quiet, Unreachable
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import SETTLED
from a2a_simulator.protocol.tasks import Task

if TYPE_CHECKING:
    from a2a_conformance.reference.client import Client

POLLS: Final = (0.0, 0.05, 0.2)
"""Seconds before each look at a task that an agent returned unfinished to a caller who wanted to wait."""

REJOINS: Final = 2
"""How often a broken stream is taken up again before the client just asks how the task stands."""


class Turn:
    """Runs one call of a client. Its events end with a Message, or with a terminal or interrupted state."""

    def __init__(self, client: "Client") -> None:
        self.client = client
        self.task_id: str | None = None
        """The task that the agent opened or continued, as soon as it is known."""

    async def run(self, ask: Ask) -> AsyncGenerator[Event, None]:
        """The events of a send. Raises ClientError."""
        if ask.task_id is None:
            await self.client.heard(None)
        await self.client.busy(1)
        try:
            async with aclosing(self.reached(ask)) as events:
                async for event in events:
                    yield event
        finally:
            await self.client.busy(-1)

    async def reached(self, ask: Ask) -> AsyncGenerator[Event, None]:
        """The events of a send to the first interface of the card that can be reached. Raises ClientError."""
        while True:
            started = self.streamed(ask) if await self.client.streams(ask.mode) else self.waited(ask)
            try:
                async with aclosing(started) as events:
                    async for event in events:
                        yield event
                return
            except Unreachable:
                if self.task_id is not None or not self.client.pass_over():
                    raise

    async def streamed(self, ask: Ask) -> AsyncGenerator[Event, None]:
        """A send with a stream; when that ends early, the rest of the task."""
        calls = await self.client.calls()
        call = calls.call(Operation.SEND_STREAMING_MESSAGE, calls.send_params(ask, True), ask.extensions)
        try:
            async with aclosing(self.client.stream(call)) as events:
                async for event in events:
                    await self.learn(event)
                    yield event
                    if self.settled(event):
                        return
        except (Broken, Quiet) as problem:
            broken: ClientError = problem
        else:
            broken = Incomplete("the stream ended while the task was still at work")
        async with aclosing(self.recovered(broken)) as rest:
            async for event in rest:
                yield event

    async def waited(self, ask: Ask) -> AsyncGenerator[Event, None]:
        """A send without a stream. An agent may return early; a caller who wants to wait then polls."""
        calls = await self.client.calls()
        answers, result = await self.client.unary(
            Operation.SEND_MESSAGE, calls.send_params(ask, False), ask.extensions
        )
        event = answers.event(result)
        await self.learn(event)
        yield event
        if not ask.blocking or self.settled(event) or not isinstance(event, Task):
            return
        for pause in POLLS:
            await asyncio.sleep(pause)
            task = await self.client.get(event.id)
            yield task
            if self.settled(task):
                return

    async def rejoin(self, task_id: str) -> AsyncGenerator[Event, None]:
        """The events of a subscription. Raises ClientError, Incomplete if it ends early."""
        calls = await self.client.calls()
        call = calls.call(Operation.SUBSCRIBE_TO_TASK, calls.task_params(task_id))
        async with aclosing(self.client.stream(call)) as events:
            async for event in events:
                yield event
                if self.settled(event):
                    return
        raise Incomplete("the subscription ended while the task was still at work")

    async def recovered(self, broken: ClientError) -> AsyncGenerator[Event, None]:
        """The rest of a task whose stream broke off: by subscribing, else by asking how it stands.

        The message is never sent again: the agent has it. Raises `broken` where no task is known, else Incomplete.
        """
        if self.task_id is None:
            raise broken
        for _ in range(REJOINS):
            try:
                async with aclosing(self.rejoin(self.task_id)) as events:
                    async for event in events:
                        yield event
                return
            except AgentError:
                break
            except ClientError as problem:
                broken = problem
        task = await self.looked_up(self.task_id, broken)
        yield task
        if not self.settled(task):
            raise Incomplete(broken.message, task) from broken

    async def looked_up(self, task_id: str, broken: ClientError) -> Task:
        """The task as it stands. Raises Incomplete if the agent does not tell."""
        try:
            return await self.client.get(task_id)
        except ClientError as problem:
            raise Incomplete(f"{broken.message}; GetTask: {problem.message}") from broken

    async def learn(self, event: Event) -> None:
        """Remembers the task that an event speaks of."""
        if isinstance(event, Task):
            self.task_id = event.id
        elif not isinstance(event, Message):
            self.task_id = event.task_id
        if self.task_id:
            await self.client.heard(self.task_id)

    def settled(self, event: Event) -> bool:
        """Whether a call is over with this event: a state that ends or pauses the task, or a Message without a task.

        Inside the stream of a task a Message has no place and ends nothing (1.0 §3.1.2).
        """
        if isinstance(event, Message):
            return self.task_id is None
        status = getattr(event, "status", None)
        return status is not None and status.state in SETTLED
