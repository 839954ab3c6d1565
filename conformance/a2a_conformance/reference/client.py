"""The reference client: one agent, any number of calls, in A2A 1.0 or 0.3 as the card offers."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any

import httpx

from a2a_conformance.reference.answers import Answers
from a2a_conformance.reference.auth import credential_headers
from a2a_conformance.reference.calls import Ask, Call, Calls
from a2a_conformance.reference.components import Components
from a2a_conformance.reference.errors import ClientError
from a2a_conformance.reference.listener import Listener
from a2a_conformance.reference.results import Result
from a2a_conformance.reference.transport import Transport
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import Mode
from a2a_simulator.wire.cards import CardReading

Events = AsyncGenerator[Event, None]


class Client:
    """A client of one agent. Calls may run at the same time; each has a fold of its own.

    Giving up a running call (cancelling its asyncio task, leaving an iteration, a stop of its listener) closes the
    stream and nothing more: the task goes on at the agent, only `cancel` cancels it.
    """

    def __init__(
        self,
        http: httpx.AsyncClient,
        card_url: str,
        credentials: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        components: Components | None = None,
    ) -> None:
        self.make = components or Components()
        self.transport: Transport = self.make.transport(http)
        self.card_url = card_url
        self.credentials = credentials or {}
        self.headers = headers or {}
        self.current: str | None = None
        """The task that the agent spoke of last; None again as soon as something new is said."""
        self._busy = 0
        self._spoken = asyncio.Condition()
        self._card: CardReading | None = None
        self._calls: Calls | None = None

    async def card(self) -> CardReading:
        """The agent's card, fetched once. Raises ClientError."""
        if self._card is None:
            self._card = await self.make.discovery().card(self.transport, self.card_url, self.headers)
        return self._card

    async def calls(self) -> Calls:
        """What builds the requests for the interface chosen from the card. Raises ClientError."""
        card = await self.card()
        if self._calls is None:
            self._calls = self.make.calls(self.make.discovery().interface(card))
        self._calls.extra = {**credential_headers(card, self.credentials), **self.headers}
        return self._calls

    def pass_over(self) -> bool:
        """Leaves out the interface that could not be reached; False when the card offers no other (1.0 §5.2)."""
        if self._card is None or self._calls is None:
            return False
        gone, discovery = self._calls.interface.url, self.make.discovery()
        rest = tuple(interface for interface in self._card.interfaces if interface.url != gone)
        if not any(map(discovery.usable, rest)):
            return False
        self._card, self._calls = replace(self._card, interfaces=rest), None
        return True

    async def heard(self, task_id: str | None) -> None:
        """Remembers the task that the agent spoke of."""
        async with self._spoken:
            self.current = task_id
            self._spoken.notify_all()

    async def busy(self, more: int) -> None:
        """Counts the calls under way, up or down."""
        async with self._spoken:
            self._busy += more
            self._spoken.notify_all()

    async def current_task(self) -> str | None:
        """The task that the running call is about, waiting for the agent to name it; without a call, the last one."""
        async with self._spoken:
            await self._spoken.wait_for(lambda: self.current is not None or not self._busy)
        return self.current

    async def send(self, ask: Ask, listener: Listener | None = None) -> Result:
        """Says something to the agent and waits for what it comes to. Raises ClientError."""
        return await self.follow(self.events(ask), listener)

    def events(self, ask: Ask) -> Events:
        """Says something to the agent and gives its events one by one, up to the end or pause of the task.

        A stream that breaks off is taken up again. Raises ClientError, Incomplete if that did not help.
        """
        return self.make.turn(self).run(ask)

    async def resubscribe(self, task_id: str, listener: Listener | None = None) -> Result:
        """Joins a running task and waits for what it comes to. Raises ClientError."""
        return await self.follow(self.subscription(task_id), listener)

    def subscription(self, task_id: str) -> Events:
        """Joins a running task: its snapshot, then its events. Raises ClientError."""
        return self.make.turn(self).rejoin(task_id)

    async def get(self, task_id: str, history: int | None = None) -> Task:
        """The task as the agent knows it. Raises ClientError."""
        limit = {} if history is None else {"historyLength": history}
        return await self._task(Operation.GET_TASK, task_id, limit)

    async def cancel(self, task_id: str) -> Task:
        """Cancels a task; what the agent says of it afterwards. Raises ClientError (TaskNotCancelable)."""
        return await self._task(Operation.CANCEL_TASK, task_id, {})

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        """Folds the events of a call into its result, with its listener looking on. Raises ClientError."""
        fold = self.make.fold()
        listening = self.make.listening(listener)
        results = self.make.results()
        try:
            async with aclosing(events) as stream:
                async for event in stream:
                    fold.feed(event)
                    stop = await listening.hear(event, fold.task)
                    if stop is not None:
                        return results.stopped(stop, fold, listening.updates)
        except ClientError as problem:
            problem.task = problem.task or fold.task
            raise
        return results.of(fold, None if listener is None else listening.updates)

    async def unary(
        self, operation: Operation, params: Mapping[str, Any], extensions: tuple[str, ...] = ()
    ) -> tuple[Answers, Any]:
        """One call with one answer; gives the result and what reads it. Raises ClientError."""
        calls = await self.calls()
        call = calls.call(operation, params, extensions)
        answers = self.make.answers(calls.dialect)
        async with self.transport.post(call) as response:
            return answers, answers.result(await response.aread(), call.id)

    async def stream(self, call: Call) -> Events:
        """One call with a stream of events, or with one JSON document in its place. Raises ClientError."""
        answers = self.make.answers((await self.calls()).dialect)
        async with self.transport.post(call) as response:
            if response.headers.get("content-type", "").partition(";")[0].strip().lower() != "text/event-stream":
                yield answers.event(answers.result(await response.aread(), call.id))
                return
            async for data in self.make.sse().data(response.aiter_bytes()):
                yield answers.event(answers.result(data, call.id))

    async def streams(self, mode: Mode) -> bool:
        """Whether to call a streaming operation: as the caller says, else as the card says (1.0 §3.3.4)."""
        return (await self.card()).streaming if mode is Mode.AUTO else mode is Mode.STREAM

    async def _task(self, operation: Operation, task_id: str, more: Mapping[str, Any]) -> Task:
        answers, result = await self.unary(operation, {**(await self.calls()).task_params(task_id), **more})
        return answers.task(result)
