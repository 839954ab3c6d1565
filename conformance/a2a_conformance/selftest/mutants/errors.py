"""Faults in telling errors."""

import json
from dataclasses import replace
from typing import Any

import httpx

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.answers import Answers
from a2a_conformance.reference.calls import Ask, Call
from a2a_conformance.reference.client import Client, Events
from a2a_conformance.reference.errors import AgentError, ClientError, HttpError, Unreadable
from a2a_conformance.reference.listener import Listener
from a2a_conformance.reference.results import Result
from a2a_conformance.reference.transport import Transport
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.events import Event, StatusUpdate
from a2a_simulator.protocol.states import State, UnknownState
from a2a_simulator.protocol.tasks import Task, TaskStatus


@mutant("http-status-lost", BugClass.ERRMAP, "a2aproject/a2a-python#502", "mindsdb/mindshub#11402")
class HttpStatusLost(Transport):
    """An HTTP error is told as a stream that could not be read; its status is lost."""

    def refusal(self, response: httpx.Response, body: bytes) -> ClientError:
        return Unreadable("expected text/event-stream")


@mutant("http-error-is-empty", BugClass.ERRMAP, "i-am-bee/agentstack#1594")
class HttpErrorIsEmpty(Turn):
    """An HTTP error is told as an empty answer."""

    async def run(self, ask: Ask) -> Events:
        try:
            async for event in super().run(ask):
                yield event
        except HttpError:
            yield Task("", None, TaskStatus(State.COMPLETED))


@mutant("agent-error-is-empty", BugClass.ERRMAP)
class AgentErrorIsEmpty(Turn):
    """A JSON-RPC error is told as an empty answer."""

    async def run(self, ask: Ask) -> Events:
        try:
            async for event in super().run(ask):
                yield event
        except AgentError:
            yield Task("", None, TaskStatus(State.COMPLETED))


@mutant("stream-error-dropped", BugClass.ERRMAP, "a2aproject/a2a-go#318", "a2aproject/a2a-js#315")
class StreamErrorDropped(Turn):
    """An error inside an open stream is dropped; what came before it counts as the answer."""

    async def streamed(self, ask: Ask) -> Events:
        seen = False
        try:
            async for event in super().streamed(ask):
                seen = True
                yield event
        except AgentError:
            if not seen:
                raise
            yield StatusUpdate(self.task_id or "", "", TaskStatus(State.COMPLETED))


@mutant("error-code-flattened", BugClass.ERRMAP, "prebid/salesagent#1670", "a2aproject/a2a-python#826")
class ErrorCodeFlattened(Answers):
    """Every error of the agent is told as InternalError."""

    def error(self, error: dict[str, Any]) -> AgentError:
        return AgentError(-32603, "Internal error")


@mutant("error-text-lost", BugClass.ERRMAP)
class ErrorTextLost(Answers):
    """Errors are told with their code only."""

    def error(self, error: dict[str, Any]) -> AgentError:
        return super().error({**error, "message": ""})


@mutant("json-answer-to-stream-ignored", BugClass.ERRMAP, "a2aproject/a2a-java#798")
class JsonAnswerToStreamIgnored(Client):
    """A JSON document in answer to a streaming call is read as a stream without events."""

    async def stream(self, call: Call) -> Events:
        answers = self.make.answers((await self.calls()).dialect)
        async with self.transport.post(call) as response:
            async for data in self.make.sse().data(response.aiter_bytes()):
                yield answers.event(answers.result(data, call.id))


@mutant("unknown-members-refused", BugClass.SHAPE)
class UnknownMembersRefused(Answers):
    """A member that the client does not know is an error."""

    KNOWN = frozenset({"jsonrpc", "id", "result", "error"})

    def result(self, text: str | bytes, call_id: str) -> Any:
        value = json.loads(text)
        if not set(value) <= self.KNOWN or any(name.startswith("x-") for name in _names(value)):
            raise Unreadable("unknown member")
        return super().result(text, call_id)


@mutant("unknown-state-is-completed", BugClass.SHAPE)
class UnknownStateIsCompleted(Answers):
    """A state that the client does not know counts as completed."""

    def event(self, result: Any) -> Event:
        event = super().event(result)
        if isinstance(event, StatusUpdate) and isinstance(event.status.state, UnknownState):
            return replace(event, status=replace(event.status, state=State.COMPLETED))
        return event


@mutant("errors-sent-again", BugClass.ERRMAP)
class RetriesRefusals(Client):
    """A call that was refused or failed is sent again, as a new message."""

    async def send(self, ask: Ask, listener: Listener | None = None) -> Result:
        try:
            return await super().send(ask, listener)
        except ClientError:
            return await super().send(ask, listener)


@mutant("null-artifacts-crash", BugClass.SHAPE, "langchain4j/langchain4j#3867")
class NullArtifactsCrash(Answers):
    """A Task without `artifacts` crashes the client."""

    def event(self, result: Any) -> Event:
        event = super().event(result)
        if isinstance(event, Task) and event.artifacts is None and event.status.state is State.COMPLETED:
            raise TypeError("'NoneType' object is not iterable")
        return event


@mutant("errors-untold", BugClass.ERRMAP)
class ErrorsUntold(Client):
    """The caller learns that a call failed, and nothing else."""

    async def send(self, ask: Ask, listener: Listener | None = None) -> Result:
        try:
            return await super().send(ask, listener)
        except (AgentError, HttpError):
            return Result(Kind.ERROR)


def _names(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*(_names(item) for item in value.values()))
    return set().union(*(_names(item) for item in value)) if isinstance(value, list) else set()
