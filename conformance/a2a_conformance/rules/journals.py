"""Judges every answer that a journal holds: its streams by the stream rules, the rest one by one."""

from collections.abc import Mapping
from typing import Any

from a2a_conformance.rules.answers import judge_answer
from a2a_conformance.rules.engine import StreamJudge
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import observe
from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.events import ArtifactUpdate
from a2a_simulator.protocol.operations import STREAMS, Operation
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.sse import SseEvent, SseParser
from a2a_simulator.wire.wire_forms import Dialect


class JournalJudge:
    """Takes the records of a journal in order. `events` counts those that were judged.

    Calls whose operation or dialect was not understood are passed over: there is nothing to hold their answer to.
    """

    def __init__(self) -> None:
        self.events = 0
        self._calls: dict[tuple[str, str, int | None], _Answer] = {}
        self._artifacts: dict[str, set[str]] = {}

    def feed(self, record: Record) -> tuple[Finding, ...]:
        """What there is to say once this record is known."""
        key = (record.side, record.agent, record.call)
        if record.kind is Kind.CALLED:
            answer = _answer_to(record.payload, self._artifacts)
            if answer is not None:
                self._calls[key] = answer
            return ()
        answer = self._calls.get(key)
        if answer is None:
            return ()
        if record.kind is Kind.HEAD:
            answer.head(record.payload)
        elif record.kind is Kind.EVENT and "json" in record.payload and not record.payload.get("cut"):
            self.events += 1
            return answer.event(record)
        elif record.kind is Kind.CLOSED:
            del self._calls[key]
            return answer.end(bool(record.payload.get("clean", True)))
        elif record.kind in (Kind.LEFT, Kind.FAULT):
            del self._calls[key]
        return ()


def judge_journal(journal: Journal) -> tuple[Finding, ...]:
    """All findings; `frame` is the `seq` of the record. A stream that was cut by a fault is not judged by its end."""
    judge = JournalJudge()
    return tuple(finding for record in journal for finding in judge.feed(record))


class _Answer:
    """The answer to one call: a stream, or one body."""

    def __init__(
        self, operation: Operation, dialect: Dialect, rpc_id: Any, task: str | None, artifacts: dict[str, set[str]]
    ) -> None:
        self._operation = operation
        self._dialect = dialect
        self._rpc_id = rpc_id
        self._artifacts = artifacts
        self._streams = operation in STREAMS
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
            self._streams = media_type.startswith("text/event-stream")

    def event(self, record: Record) -> tuple[Finding, ...]:
        """Judges an event, or the body of the answer."""
        if not self._streams:
            return judge_answer(record.seq, record.payload["json"], self._operation, self._dialect, self._rpc_id)
        seen = observe(record.seq, record.payload["json"], self._dialect, name=_name(record))
        if isinstance(seen.event, ArtifactUpdate):
            self._artifacts.setdefault(seen.event.task_id, set()).add(seen.event.artifact.artifact_id)
        elif isinstance(seen.event, Task):
            known = self._artifacts.setdefault(seen.event.id, set())
            known.update(artifact.artifact_id for artifact in seen.event.artifacts or ())
        return tuple(self._judge.feed(seen))

    def end(self, clean: bool) -> tuple[Finding, ...]:
        """Judges the end of a stream."""
        return tuple(self._judge.end(clean)) if self._streams else ()


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


def _name(record: Record) -> str:
    if record.wire is None or b"event" not in record.wire.data:
        return ""
    names = (frame.event for frame in SseParser().feed(record.wire.data) if isinstance(frame, SseEvent))
    return next((name for name in names if name), "")
