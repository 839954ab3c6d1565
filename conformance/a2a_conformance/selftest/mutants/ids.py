"""Faults with task, context and message ids."""

from dataclasses import replace

from a2a_conformance.reference.calls import Ask, Calls
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.listener import Listener
from a2a_conformance.reference.results import Result, Results
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Text


@mutant("answer-without-task-id", BugClass.IDS, "google/adk-python#4934", "google/adk-python#3765")
class AnswerWithoutTaskId(Calls):
    """The answer to a paused task names the context only, so the agent opens a new task."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, task_id=None))


@mutant("answer-without-context-id", BugClass.IDS)
class AnswerWithoutContextId(Calls):
    """No message ever names its context."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, context_id=None))


@mutant("ids-swapped", BugClass.IDS)
class IdsSwapped(Calls):
    """Task id and context id change places in the message."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, task_id=ask.context_id, context_id=ask.task_id))


@mutant("ids-in-text", BugClass.IDS, "langchain4j/langchain4j#5311", "langchain4j/langchain4j#5363")
class IdsInText(Calls):
    """Task and context id travel as text parts, not in the message."""

    def message(self, ask: Ask) -> Message:
        ids = tuple(Text(known) for known in (ask.task_id, ask.context_id) if known)
        return super().message(replace(ask, parts=(*ask.parts, *ids), task_id=None, context_id=None))


@mutant("invented-task-id", BugClass.IDS, "HybridAIOne/hybridclaw#1524")
class InventedTaskId(Calls):
    """A new message already names a task, with an id that the client made up."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, task_id=ask.task_id or self.message_id()))


@mutant("invented-context-id", BugClass.IDS)
class InventedContextId(Calls):
    """A new message already names a context, with an id that the client made up."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, context_id=ask.context_id or self.message_id()))


@mutant(
    "stale-task-id",
    BugClass.IDS,
    "langchain4j/langchain4j#6371",
    "google-gemini/gemini-cli#20091",
    "crewAIInc/crewAI#4166",
    "mozilla-ai/any-agent#566",
)
class StaleTaskId(Client):
    """A new message goes to the task of the call before, though that is over."""

    async def send(self, ask: Ask, listener: Listener | None = None) -> Result:
        told = await super().send(replace(ask, task_id=ask.task_id or getattr(self, "_stale", None)), listener)
        self._stale = told.task.id if told.task else None
        return told


@mutant("foreign-context", BugClass.IDS)
class ForeignContext(Calls):
    """The context id is rewritten before it is sent back."""

    def message(self, ask: Ask) -> Message:
        return super().message(replace(ask, context_id=ask.context_id and ask.context_id.upper()))


@mutant("message-id-reused", BugClass.IDS)
class MessageIdReused(Calls):
    """Every message has the same id."""

    def message_id(self) -> str:
        return "message"


@mutant("message-id-missing", BugClass.IDS)
class MessageIdMissing(Calls):
    """Messages have an empty id."""

    def message_id(self) -> str:
        return ""


@mutant("task-id-untold", BugClass.IDS)
class TaskIdUntold(Results):
    """The caller is told the context id where the task id belongs."""

    def of(self, fold: Fold, updates: int | None = None) -> Result:
        told = super().of(fold, updates)
        if told.task is None:
            return told
        return replace(told, task=replace(told.task, id=told.task.context_id or ""))
