"""Judges the answer to a call that opens no stream (1.0 §3.1.1, §3.1.3, §3.1.5)."""

from typing import Any, Final

from a2a_conformance.rules.families.envelope import Envelope
from a2a_conformance.rules.families.identity import SingleTask
from a2a_conformance.rules.families.members import Readable
from a2a_conformance.rules.families.messages import ContextLeftOut, TaskOfNone
from a2a_conformance.rules.families.states import Question
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.stream import Stream
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, STREAMS, Operation
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.responses import ANY_ID
from a2a_simulator.wire.wire_forms import Dialect

_RETURNS_TASK: Final = {
    Operation.GET_TASK: "get-returns-task",
    Operation.CANCEL_TASK: "cancel-returns-task",
}
_RULES: Final = (Readable, SingleTask, Question, ContextLeftOut, TaskOfNone)
"""The rules of streams that also hold for one answer."""

CARRIERS: Final = SENDS | STREAMS
"""Operations that answer with events."""
SPOKEN: Final = frozenset({"send-result-oneof", *_RETURNS_TASK.values()})
"""What only this module speaks of; envelopes, errors and members are judged as in streams."""


def judge_answer(
    frame: int, raw: Any, operation: Operation, dialect: Dialect, rpc_id: Any = ANY_ID, *, enveloped: bool = True
) -> tuple[Finding, ...]:
    """All that there is to say about one answer; `raw` is its decoded JSON.

    Answers to other operations than sends, GetTask and CancelTask are judged by their envelope and error alone.
    """
    stream = Stream(Dialect.V0_3 if dialect is Dialect.V0_2 else dialect, rpc_id=rpc_id, enveloped=enveloped)
    result = raw.get("result") if enveloped and isinstance(raw, dict) else raw
    failed = isinstance(raw, dict) and "error" in raw
    reading: Reading[Task] | Reading[Any] | None = None
    if not failed and operation in SENDS:
        reading = model_of(dialect).read_event(result)
    elif not failed and operation in _RETURNS_TASK:
        reading = model_of(dialect).read_task(result)
    event = None if reading is None else reading.value
    seen = Observed(frame, event, raw, () if reading is None else reading.defects)
    found = list(Envelope().see(seen, stream))
    if reading is None:
        return tuple(found)
    wrong = _wrong_result(result, event, operation, stream, frame)
    if wrong is not None:
        return (*found, wrong)
    return (*found, *(finding for rule in _RULES for finding in rule().see(seen, stream)))


def event_of(raw: Any, operation: Operation, dialect: Dialect) -> Event | None:
    """The Task or Message of an answer that stands in an envelope; None for errors and other operations."""
    result = raw.get("result") if isinstance(raw, dict) else None
    if operation in _RETURNS_TASK:
        return model_of(dialect).read_task(result).value if isinstance(result, dict) else None
    return model_of(dialect).read_event(result).value if isinstance(result, dict) and operation in CARRIERS else None


def _wrong_result(result: Any, event: Any, operation: Operation, stream: Stream, frame: int) -> Finding | None:
    if operation in SENDS:
        both = stream.dialect is Dialect.V1_0 and isinstance(result, dict) and {"task", "message"} <= result.keys()
        if isinstance(event, Task | Message) and not both:
            return None
        return stream.finding(
            "send-result-oneof", frame, "the answer to a send is no single Task or Message",
            expected="a Task or a Message", got="both" if both else _kind(result),
        )  # fmt: skip
    if isinstance(result, dict) and "task" not in result and ("status" in result or "id" in result):
        return None
    return stream.finding(
        _RETURNS_TASK[operation], frame, "the result is no bare Task", expected="a Task", got=_kind(result)
    )


def _kind(result: Any) -> str:
    if isinstance(result, dict):
        return "an object with " + (", ".join(sorted(result)[:4]) or "nothing in it")
    return "nothing" if result is None else f"a {type(result).__name__}"
