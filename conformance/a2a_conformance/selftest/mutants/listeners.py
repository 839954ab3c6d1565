"""Faults of the listener hook."""

from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import replace

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.client import Client, Events
from a2a_conformance.reference.errors import ClientError
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.listener import (
    Continue,
    Decision,
    Listener,
    Listening,
    Stop,
    StopWithArtifacts,
    StopWithResponse,
    Update,
)
from a2a_conformance.reference.results import Result, Results
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.events import Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.states import SETTLED, State
from a2a_simulator.protocol.tasks import Task, TaskStatus


@mutant("listener-sees-opening-task", BugClass.LISTENER)
class ListenerSeesOpeningTask(Listening):
    """The listener is also shown the opening Task, as if it were a status update."""

    def shown(self, event: Event) -> bool:
        return isinstance(event, Task) or super().shown(event)

    def update(self, event: Event) -> Update:
        if isinstance(event, Task):
            return StatusUpdate(event.id, event.context_id or "", event.status)
        return super().update(event)


@mutant("listener-misses-artifacts", BugClass.LISTENER)
class ListenerMissesArtifacts(Listening):
    """The listener is shown status updates only."""

    def shown(self, event: Event) -> bool:
        return isinstance(event, StatusUpdate)


@mutant("listener-misses-the-end", BugClass.LISTENER)
class ListenerMissesTheEnd(Listening):
    """The update that ends or pauses the task is not shown to the listener, so a failure wins over its stop."""

    def shown(self, event: Event) -> bool:
        return super().shown(event) and not (isinstance(event, StatusUpdate) and event.status.state in SETTLED)


@mutant("listener-behind", BugClass.LISTENER)
class ListenerBehind(Client):
    """The listener gets, and stops with, the task as it was before the update that it is shown."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        fold = self.make.fold()
        listening = self.make.listening(listener)
        async for event in events:
            stop = await listening.hear(event, fold.task)
            if stop is not None:
                return self.make.results().stopped(stop, fold, listening.updates)
            fold.feed(event)
        return self.make.results().of(fold, None if listener is None else listening.updates)


@mutant("listener-called-after-stop", BugClass.LISTENER, "langchain4j/langchain4j#6306")
class ListenerCalledAfterStop(Client):
    """After a stop the stream is read on, and the listener is shown what comes."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        listening = self.make.listening(listener)
        fold = self.make.fold()
        stopped: Result | None = None
        async for event in events:
            fold.feed(event)
            stop = await listening.hear(event, fold.task)
            if stop is not None and stopped is None:
                stopped = self.make.results().stopped(stop, fold, listening.updates)
        return stopped or self.make.results().of(fold, None if listener is None else listening.updates)


@mutant("stop-result-overwritten", BugClass.LISTENER)
class StopResultOverwritten(Client):
    """After a stop the stream is read on, and what comes of the task replaces the result of the stop."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        listening = self.make.listening(listener)
        fold = self.make.fold()
        stopped = False
        async for event in events:
            fold.feed(event)
            if not stopped:
                stopped = await listening.hear(event, fold.task) is not None
        return self.make.results().of(fold, None if listener is None else listening.updates)


@mutant("stop-cancels-task", BugClass.LISTENER, "langchain4j/langchain4j#6306")
class StopCancelsTask(Client):
    """A stop of the listener cancels the remote task."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        told = await super().follow(events, listener)
        if told.kind is Kind.STOPPED and told.task is not None:
            with suppress(ClientError):
                await self.cancel(told.task.id)
        return told


@mutant("stop-response-lost", BugClass.LISTENER)
class StopResponseLost(Results):
    """The response of a stopping listener is dropped in favour of the artifacts so far."""

    def stopped(self, stop: Stop, fold: Fold, updates: int) -> Result:
        return super().stopped(StopWithArtifacts(), fold, updates)


@mutant("stop-without-response-is-none", BugClass.LISTENER)
class StopWithoutResponseIsNone(Results):
    """A stop without response gives no text instead of an empty one."""

    def stopped(self, stop: Stop, fold: Fold, updates: int) -> Result:
        told = super().stopped(stop, fold, updates)
        return replace(told, answer="null") if stop == StopWithResponse(None) else told


@mutant("stop-artifacts-empty", BugClass.LISTENER)
class StopArtifactsEmpty(Results):
    """A stop with the artifacts so far gives an empty text."""

    def so_far(self, fold: Fold) -> str:
        return ""


@mutant("failure-wins-over-stop", BugClass.LISTENER)
class FailureWinsOverStop(Results):
    """If the event at which the listener stops also ends or pauses the task, that becomes the result."""

    def stopped(self, stop: Stop, fold: Fold, updates: int) -> Result:
        over = fold.task is not None and fold.task.status.state in SETTLED
        return self.of(fold, updates) if over else super().stopped(stop, fold, updates)


@mutant("listener-twice", BugClass.LISTENER)
class ListenerTwice(Listening):
    """The listener is shown each update twice."""

    async def hear(self, event: Event, task: Task | None) -> Stop | None:
        return await super().hear(event, task) or await super().hear(event, task)


@mutant("listener-sees-message", BugClass.LISTENER)
class ListenerSeesMessage(Client):
    """The listener is shown a direct Message too, as if it were progress."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        async def shown() -> Events:
            async for event in events:
                if isinstance(event, Message) and listener is not None:
                    status = TaskStatus(State.WORKING, event)
                    update = StatusUpdate("", event.context_id or "", status)
                    listener(update, Task("", event.context_id, status))
                yield event

        return await super().follow(shown(), listener)


@mutant("listener-out-of-order", BugClass.LISTENER)
class ListenerOutOfOrder(Client):
    """The first update is shown to the listener after the second."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        held: list[Update] = []
        seen = 0

        def late(update: Update, task: Task) -> Decision | Awaitable[Decision]:
            nonlocal seen
            assert listener is not None
            seen += 1
            if seen == 1:
                held.append(update)
                return Continue()
            decision = listener(update, task)
            return listener(held.pop(), task) if held and decision == Continue() else decision

        return await super().follow(events, None if listener is None else late)


@mutant("stop-says-goodbye", BugClass.LISTENER)
class StopSaysGoodbye(Client):
    """After a stop of the listener the agent is told so, with a message to the task."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        told = await super().follow(events, listener)
        if told.kind is Kind.STOPPED and told.task is not None:
            with suppress(ClientError):
                await super().follow(self.events(Ask((Text("Thank you"),), told.task.id)))
        return told
