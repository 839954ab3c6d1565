"""Faults after a stream broke off, and with subscriptions."""

from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.client import Client, Events
from a2a_conformance.reference.errors import ClientError
from a2a_conformance.reference.listener import Listener
from a2a_conformance.reference.results import Result
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_conformance.selftest.mutants.ends import completion
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.tasks import Task


@mutant("sends-again", BugClass.RESUB, "mckinsey/agents-at-scale-ark#2197")
class SendsAgain(Turn):
    """After a broken stream the message is sent again, unary, and opens a second task."""

    async def run(self, ask: Ask) -> Events:
        self.ask = ask
        async for event in super().run(ask):
            yield event

    async def recovered(self, broken: ClientError) -> Events:
        async for event in self.waited(self.ask):
            yield event


@mutant("recovery-by-context", BugClass.RESUB)
class RecoveryByContext(Turn):
    """After a broken stream the client asks for a task by the id of the context."""

    async def learn(self, event: Event) -> None:
        await super().learn(event)
        self.task_id = event.context_id


@mutant("subscribes-without-task", BugClass.RESUB, "ag2ai/ag2#2255")
class SubscribesWithoutTask(Turn):
    """If a stream breaks off before any task is known, the client subscribes to a task without id."""

    async def recovered(self, broken: ClientError) -> Events:
        self.task_id = self.task_id or ""
        async for event in super().recovered(broken):
            yield event


@mutant("looks-once", BugClass.RESUB)
class LooksOnce(Turn):
    """After a broken stream the task is looked at once, and counts as done as it then stands."""

    async def recovered(self, broken: ClientError) -> Events:
        if self.task_id is None:
            raise broken
        yield await self.client.get(self.task_id)
        yield completion(self.task_id)


@mutant("joins-by-sending", BugClass.RESUB)
class JoinsBySending(Client):
    """Joining a task is done by sending an empty message to it."""

    def subscription(self, task_id: str) -> Events:
        return self.events(Ask((Text(""),), task_id))


@mutant("subscription-ends-early", BugClass.RESUB)
class SubscriptionEndsEarly(Turn):
    """A subscription ends with its snapshot, which counts as the result."""

    async def rejoin(self, task_id: str) -> Events:
        async for event in super().rejoin(task_id):
            yield event
            if isinstance(event, Task) and not self.settled(event):
                yield completion(task_id)
            return


@mutant("get-from-memory", BugClass.RESUB, "google-gemini/gemini-cli#20091")
class GetFromMemory(Client):
    """How a task stands is told from memory; the agent is not asked."""

    async def follow(self, events: Events, listener: Listener | None = None) -> Result:
        told = await super().follow(events, listener)
        self.remembered = told.task
        return told

    async def get(self, task_id: str, history: int | None = None) -> Task:
        known = getattr(self, "remembered", None)
        return known if known is not None and known.id == task_id else await super().get(task_id, history)
