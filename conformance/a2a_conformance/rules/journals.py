"""Judges what a journal holds: streams by the stream rules, other answers one by one, all calls together."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from a2a_conformance.rules.answers import event_of, judge_answer
from a2a_conformance.rules.conversation_judge import ConversationJudge
from a2a_conformance.rules.engine import StreamJudge
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed, observe, reading_of
from a2a_conformance.rules.relay import Relay
from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.events import ArtifactUpdate, Event
from a2a_simulator.protocol.operations import STREAMS, Operation
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.sse import SseEvent, SseParser
from a2a_simulator.wire.wire_forms import Dialect


class JournalJudge:
    """Takes the records of a journal in order. `events` counts those that were judged.

    The answer to a call whose operation or dialect was not understood is held to nothing, its errors apart.
    """

    def __init__(self) -> None:
        self.events = 0
        self._calls: dict[tuple[str, str, int | None], _Answer] = {}
        self._artifacts: dict[str, set[str]] = {}
        self._conversations: dict[tuple[str, str, str], ConversationJudge] = {}
        self._relays: dict[str, Relay] = {}
        self._whole: set[str] = set()
        self._now = 0.0

    def feed(self, record: Record) -> tuple[Finding, ...]:
        """What there is to say once this record is known."""
        self._now = record.t
        if record.seq == 1:
            self._whole.add(record.run)
        if record.call is None:
            return ()
        key = (record.side, record.agent, record.call)
        between = (record.run, record.side, record.agent)
        talk = self._conversations.get(between)
        if record.kind is Kind.CALLED:
            answer = _answer_to(record.payload, self._artifacts)
            if answer is not None:
                self._calls[key] = answer
            if talk is None:
                relay = self._relays.setdefault(record.run, Relay())
                talk = self._conversations[between] = ConversationJudge(relay)
            return tuple(talk.called(record, record.run in self._whole))
        if talk is None:
            return ()
        answer = self._calls.get(key)
        if record.kind is Kind.HEAD:
            if answer is not None:
                answer.head(record.payload)
            talk.headed(record, answer is not None and answer.streams)
        elif record.kind is Kind.EVENT and "json" in record.payload and not record.payload.get("cut"):
            found, event = answer.event(record) if answer is not None else ((), None)
            self.events += answer is not None
            return (*found, *talk.heard(record, event))
        elif record.kind is Kind.COMMENT and answer is not None and answer.streams:
            return tuple(finding for found in self._raw(record, answer, talk) for finding in found)
        elif record.kind in (Kind.CLOSED, Kind.LEFT, Kind.FAULT):
            self._calls.pop(key, None)
            ends = answer is not None and record.kind is Kind.CLOSED
            found = answer.end(bool(record.payload.get("clean", True))) if answer is not None and ends else ()
            return (*found, *talk.ended(record))
        return ()

    def _raw(self, record: Record, answer: "_Answer", talk: ConversationJudge) -> Iterator[tuple[Finding, ...]]:
        """What there is to say of events that were written as bytes."""
        for frame in dispatched(record):
            reading = reading_of(frame)
            self.events += 1
            found, event = answer.seen(observe(record.seq, reading, answer.dialect, name=frame.event or ""))
            told = replace(record, kind=Kind.EVENT, payload={**record.payload, "json": reading.value})
            yield (*found, *talk.heard(told, event))

    def end(self) -> tuple[Finding, ...]:
        """What there is to say once the journal is over: of streams that are still open, and should not be."""
        return tuple(finding for talk in self._conversations.values() for finding in talk.over(self._now))


def judge_journal(journal: Journal) -> tuple[Finding, ...]:
    """All findings; `frame` is the `seq` of the record. A stream that was cut by a fault is not judged by its end."""
    judge = JournalJudge()
    found = [finding for record in journal for finding in judge.feed(record)]
    return (*found, *judge.end())


class _Answer:
    """The answer to one call: a stream, or one body."""

    def __init__(
        self, operation: Operation, dialect: Dialect, rpc_id: Any, task: str | None, artifacts: dict[str, set[str]]
    ) -> None:
        self._operation = operation
        self.dialect = dialect
        self._rpc_id = rpc_id
        self._artifacts = artifacts
        self.streams = operation in STREAMS
        self._judge = StreamJudge(
            dialect,
            operation is Operation.SUBSCRIBE_TO_TASK,
            rpc_id,
            known=artifacts.get(task or "", ()),
        )

    def head(self, payload: Mapping[str, Any]) -> None:
        """Learns from the response head whether this is a stream."""
        headers = payload.get("headers")
        if isinstance(headers, Mapping):
            media_type = next((str(value) for name, value in headers.items() if name.lower() == "content-type"), "")
            self.streams = media_type.lower().startswith("text/event-stream")

    def event(self, record: Record) -> tuple[tuple[Finding, ...], Event | None]:
        """Judges an event, or the body of the answer; and tells which event it is."""
        if not self.streams:
            raw = record.payload["json"]
            event = event_of(raw, self._operation, self.dialect)
            return judge_answer(record.seq, raw, self._operation, self.dialect, self._rpc_id), event
        return self.seen(observe(record.seq, record.payload["json"], self.dialect, name=_name(record)))

    def seen(self, seen: Observed) -> tuple[tuple[Finding, ...], Event | None]:
        """Judges an event of a stream."""
        if isinstance(seen.event, ArtifactUpdate):
            self._artifacts.setdefault(seen.event.task_id, set()).add(seen.event.artifact.artifact_id)
        elif isinstance(seen.event, Task):
            known = self._artifacts.setdefault(seen.event.id, set())
            known.update(artifact.artifact_id for artifact in seen.event.artifacts or ())
        return tuple(self._judge.feed(seen)), seen.event

    def end(self, clean: bool) -> tuple[Finding, ...]:
        """Judges the end of a stream."""
        return tuple(self._judge.end(clean)) if self.streams else ()


def _answer_to(payload: Mapping[str, Any], artifacts: dict[str, set[str]]) -> _Answer | None:
    try:
        operation, dialect = Operation(payload["operation"]), Dialect(payload["dialect"])
    except (KeyError, ValueError):
        return None
    params = payload.get("params")
    params = params if isinstance(params, Mapping) else {}
    message = params.get("message")
    task = message.get("taskId") if isinstance(message, Mapping) else params.get("id")
    known = task if isinstance(task, str) else None
    return _Answer(operation, dialect, payload.get("request_id"), known, artifacts)


def dispatched(record: Record) -> Iterator[SseEvent]:
    """The SSE events in the bytes of a record."""
    if record.wire is not None and b"data" in record.wire.data:
        for frame in SseParser().feed(record.wire.data):
            if isinstance(frame, SseEvent) and frame.dispatched:
                yield frame


def _name(record: Record) -> str:
    if record.wire is None or b"event" not in record.wire.data:
        return ""
    return next((frame.event for frame in dispatched(record) if frame.event), "")
