"""Faults in knowing when a call is over, and what its answer is."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.errors import Broken, ClientError, Incomplete
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.results import Results
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_conformance.selftest.mutants.artifacts import SnapshotAdds
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.parts import text_of
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus

Events = AsyncGenerator[Event, None]


def completion(task_id: str | None) -> StatusUpdate:
    """The completion that an agent never sent, as the caller of a hasty client sees it."""
    return StatusUpdate(task_id or "", "", TaskStatus(State.COMPLETED))


class Hasty(Turn):
    """Ends a call, as completed, at the first event that it takes for the end."""

    def ends(self, event: Event) -> bool:
        """Whether this event is taken for the end."""
        return False

    async def streamed(self, ask: Ask) -> Events:
        async for event in super().streamed(ask):
            yield event
            if self.ends(event) and not self.settled(event):
                yield completion(self.task_id)
                return


@mutant("eof-is-success", BugClass.EOF, "google/adk-python#6585", "google/adk-python#6680")
class EofIsSuccess(Turn):
    """A stream that ends while the task still works counts as a finished answer."""

    async def recovered(self, broken: ClientError) -> Events:
        if isinstance(broken, Incomplete):
            yield completion(self.task_id)
            return
        async for event in super().recovered(broken):
            yield event


@mutant("reset-is-success", BugClass.EOF, "a2aproject/A2A#1503")
class ResetIsSuccess(Turn):
    """A broken connection counts as a finished answer."""

    async def recovered(self, broken: ClientError) -> Events:
        if isinstance(broken, Broken):
            yield completion(self.task_id)
            return
        async for event in super().recovered(broken):
            yield event


@mutant("eof-hangs", BugClass.EOF, "langchain4j/langchain4j#5849")
class EofHangs(Turn):
    """After a stream that ended without a result the call never returns."""

    async def recovered(self, broken: ClientError) -> Events:
        await asyncio.Event().wait()
        yield completion(self.task_id)


@mutant("first-artifact-wins", BugClass.EARLY, "langchain4j/langchain4j#6306", "langchain4j/langchain4j#5978")
class FirstArtifactWins(Hasty):
    """The first artifact update ends the call."""

    def ends(self, event: Event) -> bool:
        return isinstance(event, ArtifactUpdate)


@mutant("last-chunk-ends", BugClass.EARLY, "langchain4j/langchain4j#6351")
class LastChunkEnds(Hasty):
    """The last chunk of an artifact ends the call."""

    def ends(self, event: Event) -> bool:
        return isinstance(event, ArtifactUpdate) and event.last_chunk


@mutant("opening-task-ends", BugClass.EARLY, "open-resource-discovery/a2a-editor#93")
class OpeningTaskEnds(Hasty):
    """The opening Task ends the call."""

    def ends(self, event: Event) -> bool:
        return isinstance(event, Task)


@mutant("progress-ends", BugClass.EARLY)
class ProgressEnds(Hasty):
    """The first status update with a text ends the call."""

    def ends(self, event: Event) -> bool:
        return isinstance(event, StatusUpdate) and event.status.message is not None


@mutant("working-task-is-result", BugClass.EARLY, "google-gemini/gemini-cli#20091")
class WorkingTaskIsResult(Turn):
    """A unary answer that is still at work counts as the finished result."""

    async def waited(self, ask: Ask) -> Events:
        async for event in super().waited(ask):
            yield event
            if isinstance(event, Task) and not self.settled(event):
                yield completion(event.id)
            return


@mutant("waits-for-close", BugClass.EARLY)
class WaitsForClose(Turn):
    """The call ends when the stream closes, not when the task does."""

    async def streamed(self, ask: Ask) -> Events:
        calls = await self.client.calls()
        call = calls.call(Operation.SEND_STREAMING_MESSAGE, calls.send_params(ask, True), ask.extensions)
        over = False
        async for event in self.client.stream(call):
            await self.learn(event)
            over = over or self.settled(event)
            yield event
        if not over:
            async for event in self.recovered(Incomplete("the stream ended early")):
                yield event


@mutant("message-waits-for-task", BugClass.SHAPE, "a2aproject/a2a-python#1113", "a2aproject/a2a-java#310")
class MessageWaitsForTask(Turn):
    """A direct Message is not an end; the client goes on waiting for a task."""

    def settled(self, event: Event) -> bool:
        return not isinstance(event, Message) and super().settled(event)


@mutant("status-text-in-answer", BugClass.EARLY, "alibaba/spring-ai-alibaba#3608", "alibaba/spring-ai-alibaba#3203")
class StatusTextInAnswer(Fold):
    """Progress texts become part of the answer."""

    def moved(self, task: Task, update: StatusUpdate) -> Task:
        moved = super().moved(task, update)
        said = update.status.message
        if said is None or update.status.state is not State.WORKING:
            return moved
        return replace(moved, artifacts=(*(task.artifacts or ()), Artifact(f"status-{said.message_id}", said.parts)))


@mutant("request-echoed", BugClass.EARLY, "google/adk-python#3207", "google/adk-python#3794")
class RequestEchoed(Results):
    """What the user said comes back as part of the answer."""

    def answer(self, task: Task) -> str:
        asked = [text_of(message.parts) for message in task.history or () if message.role is Role.USER]
        return self.join.join([*asked, super().answer(task)])


@mutant("delegates-again", BugClass.EARLY, "crewAIInc/crewAI#3899", "i-am-bee/agentstack#1820")
class DelegatesAgain(Turn):
    """When a completed task brought no artifact the message is sent once more."""

    async def run(self, ask: Ask) -> Events:
        artifacts = False
        async for event in super().run(ask):
            artifacts = artifacts or isinstance(event, ArtifactUpdate) or bool(getattr(event, "artifacts", None))
            yield event
        if not artifacts and not isinstance(event, Message):
            async for event in super().run(ask):
                yield event


class Revivable(Fold):
    """Updates after a terminal state still change the task."""

    @property
    def over(self) -> bool:
        return False


@mutant("revived-after-end", BugClass.CANCEL, "google-gemini/gemini-cli#20091", "mastra-ai/mastra#20447")
class RevivedAfterEnd(WaitsForClose):
    """The stream is read on after a terminal state, and what comes still changes the task."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        client.make = replace(client.make, fold=Revivable)


@mutant("final-snapshot-adds", BugClass.ARTIFACT, "agentscope-ai/agentscope-java#1378")
class FinalSnapshotAdds(WaitsForClose):
    """The stream is read on after a terminal state, and a Task that comes then is added to what was streamed."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        client.make = replace(client.make, fold=SnapshotAdds)
