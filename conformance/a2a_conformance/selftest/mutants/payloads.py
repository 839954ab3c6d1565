"""Faults in reading what answers hold: texts, bytes, members, ids."""

import html
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from a2a_conformance.reference.answers import Answers
from a2a_conformance.reference.calls import Calls
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.errors import AgentError, ClientError, Unreadable
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.results import Results
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_conformance.selftest.mutants.ends import Events
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.parts import File, Part, Text, text_of
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus

CONTENTS = ("text", "raw", "url", "data")
KNOWN_CODES = frozenset(range(-32009, -32000)) | {-32700, -32603, -32602, -32601, -32600}


class Rereading(Fold):
    """Makes something else of the parts of artifacts."""

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        parts = tuple(map(self.part, update.artifact.parts))
        return super().grown(task, replace(update, artifact=replace(update.artifact, parts=parts)))

    def part(self, part: Part) -> Part:
        """What is made of a part."""
        return part


@mutant("text-escaped-as-html", BugClass.SHAPE, "a2aproject/a2a-python#1078")
class TextEscapedAsHtml(Rereading):
    """Angle brackets, ampersands and quotes in artifacts become entities."""

    def part(self, part: Part) -> Part:
        return replace(part, text=html.escape(part.text)) if isinstance(part, Text) else part


@mutant("bytes-read-as-utf-8", BugClass.SHAPE, "a2aproject/a2a-java#947", "a2aproject/a2a-js#568")
class BytesReadAsUtf8(Rereading):
    """The bytes of a file are read as UTF-8, and what is none is replaced."""

    def part(self, part: Part) -> Part:
        if isinstance(part, File) and part.content is not None:
            return replace(part, content=part.content.decode("utf-8", "replace").encode())
        return part


@mutant("first-member-wins", BugClass.SHAPE, "a2aproject/a2a-java#1061", "a2aproject/a2a-java#1065")
class FirstMemberWins(Answers):
    """Of the contents that a part lists the first one counts, even if it is empty."""

    def result(self, text: str | bytes, call_id: str) -> Any:
        return super().result(json.dumps(_first(json.loads(text))), call_id)


def _first(value: Any) -> Any:
    if isinstance(value, list):
        return [_first(item) for item in value]
    if not isinstance(value, dict):
        return value
    found = [name for name in value if name in CONTENTS]
    return {name: _first(item) for name, item in value.items() if name not in found[1:]}


@mutant("numeric-id-compared-as-text", BugClass.RPCID, "a2aproject/a2a-js#152")
class NumericIdComparedAsText(Calls):
    """Requests have numeric ids, and the answers are looked for under their texts."""

    def envelope(self, number: str, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
        return {**super().envelope(number, method, params), "id": 9007199254740993}


@mutant("answer-in-history", BugClass.EARLY)
class AnswerInHistory(Results):
    """A Task that comes without history counts as one that said nothing."""

    def answer(self, task: Task) -> str:
        return super().answer(task) if task.history else ""


@mutant("status-text-unread", BugClass.EARLY, "i-am-bee/agentstack#1820")
class StatusTextUnread(Results):
    """A completed task without artifacts has no answer, whatever its status says."""

    def answer(self, task: Task) -> str:
        return self.text(task.artifacts or ())


@mutant("status-texts-joined", BugClass.ARTIFACT, "mckinsey/agents-at-scale-ark#566")
class StatusTextsJoined(Fold):
    """The text of a status is added to those of the statuses before it."""

    def moved(self, task: Task, update: StatusUpdate) -> Task:
        before, said = task.status.message, update.status.message
        moved = super().moved(task, update)
        if before is None or said is None:
            return moved
        joined: Message = replace(said, parts=(Text(text_of(before.parts) + text_of(said.parts)),))
        return replace(moved, status=replace(moved.status, message=joined))


@mutant("chunk-after-last-restarts", BugClass.ARTIFACT, "a2aproject/A2A#228")
class ChunkAfterLastRestarts(Fold):
    """A chunk for an artifact that had its last one starts it anew."""

    def __init__(self) -> None:
        super().__init__()
        self.closed: set[str] = set()

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        name = update.artifact.artifact_id
        if update.append and name in self.closed:
            return super().grown(task, replace(update, append=False))
        if update.last_chunk:
            self.closed.add(name)
        return super().grown(task, update)


@mutant("stray-chunk-lost-with-all", BugClass.ARTIFACT, "a2aproject/a2a-python#1038")
class StrayChunkLosesAll(Fold):
    """A chunk for an artifact that was never started empties the result."""

    def grown(self, task: Task, update: ArtifactUpdate) -> Task:
        known = {artifact.artifact_id for artifact in task.artifacts or ()}
        if update.append and update.artifact.artifact_id not in known:
            return replace(task, artifacts=())
        return super().grown(task, update)


@mutant("unknown-code-is-empty", BugClass.ERRMAP)
class UnknownCodeIsEmpty(Turn):
    """An error with a code that the client does not know is told as an empty answer."""

    async def run(self, ask: Any) -> Events:
        try:
            async for event in super().run(ask):
                yield event
        except AgentError as problem:
            if problem.code in KNOWN_CODES:
                raise
            yield Task("", None, TaskStatus(State.COMPLETED))


@mutant("snapshot-needs-a-text", BugClass.RESUB)
class SnapshotNeedsAText(Turn):
    """After a broken stream, a Task without a status text is given up: the client missed what was said."""

    async def recovered(self, broken: ClientError) -> Events:
        async for event in super().recovered(broken):
            if isinstance(event, Task) and event.status.message is None:
                raise Unreadable("status texts were missed")
            yield event


@mutant("late-chunk-revives-task", BugClass.IDS, "google-gemini/gemini-cli#22724")
class LateChunkRevivesTask(Client):
    """A chunk that comes after the end of a task makes it the one that the next message goes to."""

    revived: str | None = None

    def events(self, ask: Any) -> Events:
        return self.watched(replace(ask, task_id=ask.task_id or self.revived))

    async def watched(self, ask: Any) -> Events:
        """The events of a call, read on for a while after the task is over."""
        self.revived = None
        calls = await self.calls()
        if not await self.streams(ask.mode):
            async for event in super().events(ask):
                yield event
            return
        over = False
        call = calls.call(Operation.SEND_STREAMING_MESSAGE, calls.send_params(ask, True), ask.extensions)
        async for event in self.stream(call):
            if over and isinstance(event, ArtifactUpdate):
                self.revived = event.task_id
            elif not over:
                yield event
            status = getattr(event, "status", None)
            over = over or (status is not None and status.state is State.COMPLETED)
