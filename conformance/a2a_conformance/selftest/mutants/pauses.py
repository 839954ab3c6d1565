"""Faults with tasks that pause for input or authentication."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Final

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.errors import Incomplete
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.results import Result, Results
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_conformance.selftest.mutants.ends import Events
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL, State
from a2a_simulator.protocol.tasks import Task


@mutant(
    "pause-waits-for-end",
    BugClass.INTERRUPT,
    "langchain4j/langchain4j#5924",
    "a2aproject/A2A#389",
    "a2aproject/a2a-java#989",
)
class PauseWaitsForEnd(Turn):
    """Only terminal states end a call; at a question the client goes on waiting."""

    def settled(self, event: Event) -> bool:
        status = getattr(event, "status", None)
        return super().settled(event) and (status is None or status.state in TERMINAL)


@mutant("pause-is-success", BugClass.INTERRUPT, "langchain4j/langchain4j#5924")
class PauseIsSuccess(Results):
    """A task that pauses with partial artifacts is told as completed."""

    def kind(self, task: Task) -> Kind:
        return Kind.COMPLETED if task.status.state in INTERRUPTED else super().kind(task)


@mutant("auth-pause-unknown", BugClass.INTERRUPT)
class AuthPauseUnknown(Results):
    """A task that waits for authentication is told as failed."""

    def kind(self, task: Task) -> Kind:
        return Kind.FAILED if task.status.state is State.AUTH_REQUIRED else super().kind(task)


@mutant("question-lost", BugClass.INTERRUPT)
class QuestionLost(Results):
    """The caller learns that the task pauses, but not what it asks."""

    def of(self, fold: Fold, updates: int | None = None) -> Result:
        told = super().of(fold, updates)
        paused = told.kind in (Kind.INPUT_REQUIRED, Kind.AUTH_REQUIRED)
        return replace(told, reason=None) if paused else told


@mutant("question-is-answer", BugClass.INTERRUPT)
class QuestionIsAnswer(Results):
    """The question of a paused task is told as a direct Message that ends the matter."""

    def of(self, fold: Fold, updates: int | None = None) -> Result:
        told = super().of(fold, updates)
        if told.kind is not Kind.INPUT_REQUIRED or told.task is None:
            return told
        said: Message | None = told.task.status.message
        return Result(Kind.MESSAGE, None, said, told.reason, None, updates)


CLOSING: Final = 0.3
"""Seconds in which a stream that closes with the question has closed."""


@mutant("pause-needs-open-stream", BugClass.INTERRUPT, "a2aproject/a2a-java#975", "a2aproject/a2a-java#990")
class PauseNeedsOpenStream(Turn):
    """A stream that closes behind a question counts as broken."""

    async def streamed(self, ask: Ask) -> Events:
        calls = await self.client.calls()
        call = calls.call(Operation.SEND_STREAMING_MESSAGE, calls.send_params(ask, True), ask.extensions)
        async with aclosing(self.client.stream(call)) as events:
            async for event in events:
                await self.learn(event)
                yield event
                if not self.settled(event):
                    continue
                status = getattr(event, "status", None)
                if status is not None and status.state in INTERRUPTED and await closes(events):
                    raise Incomplete("the stream was closed")
                return
        async for event in self.recovered(Incomplete("the stream ended early")):
            yield event


async def closes(events: Events) -> bool:
    """Whether a stream ends now."""
    try:
        await asyncio.wait_for(anext(events), CLOSING)
    except StopAsyncIteration:
        return True
    except TimeoutError:
        return False
    return False
