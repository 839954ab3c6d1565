"""Judges a recording: SSE text as it was saved, JSON Lines of events, one answer, a journal, or a HAR file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import Any, Final

from a2a_conformance import catalog
from a2a_conformance.catalog.sets import Sets
from a2a_conformance.recordings import Captured, Item, NothingUnderstood, Recording, Shape, read_recording
from a2a_conformance.recordings.reasons import reason_of_object
from a2a_conformance.rules.answers import judge_answer
from a2a_conformance.rules.engine import StreamJudge
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.journals import JournalJudge
from a2a_conformance.rules.observed import Observed, observe
from a2a_conformance.verdict import Level, Status
from a2a_simulator.journal import Journal
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.v1_proto import WRAPPERS
from a2a_simulator.wire.wire_forms import Dialect

__all__ = ["Judgement", "NothingUnderstood", "by_sets", "judge_journal", "judge_text"]

_SAMPLE: Final = 200
"""Events that decide which dialect a stream speaks; all further ones are forgotten as soon as they are judged."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What came of a recording. `events` were judged; `notes` tell how the file was read."""

    findings: tuple[Finding, ...]
    events: int
    dialect: Dialect | None
    """None in a journal, where each call has its own."""
    verdict: Status
    """FAIL if a MUST is broken, WARN if a SHOULD is, else PASS."""
    notes: tuple[str, ...] = ()
    lines: Mapping[int, int] = field(default_factory=dict)
    """Frame → the line of the file in which it begins."""
    offsets: Mapping[int, int] = field(default_factory=dict)
    """Frame → the byte of the file at which it begins, from 0; empty in journals."""
    places: Mapping[int, str] = field(default_factory=dict)
    """Frame → where it is, in files that have no lines of events."""


def judge_text(data: bytes | str, dialect: str = "auto") -> Judgement:
    """Judges a recording; `dialect` is `1.0`, `0.3` or `auto`.

    Raises NothingUnderstood when no event could be found in it, and ValueError for another dialect.
    """
    if dialect not in ("auto", Dialect.V1_0, Dialect.V0_3):
        raise ValueError(f"the dialect is auto, 1.0 or 0.3, not {dialect!r}")
    recording = read_recording(data)
    if isinstance(recording, Journal):
        return judge_journal(recording)
    if isinstance(recording, Captured):
        return _judge_captured(recording)
    items = iter(recording)
    begun = list(islice(items, _SAMPLE))
    spoken = dialect_of(begun) if dialect == "auto" else Dialect(dialect)
    enveloped = any(isinstance(item.json, Mapping) and "jsonrpc" in item.json for item in begun)
    if recording.shape is Shape.ONE and _is_answer(begun[0], spoken):
        return _judge_one(recording, begun[0], spoken, enveloped)
    return _Reader(recording, spoken, enveloped).judge(chain(begun, items))


def dialect_of(items: Iterable[Item]) -> Dialect:
    """The dialect that most events speak: 0.3 has `kind`, 1.0 a wrapper member. 1.0 where it cannot be told."""
    return Dialect.V0_3 if sum(item.leaning for item in items) < 0 else Dialect.V1_0


class _Reader:
    """Judges a stream while it is read."""

    def __init__(self, recording: Recording, dialect: Dialect, enveloped: bool) -> None:
        self._recording = recording
        self._dialect = dialect
        self._enveloped = enveloped
        self._lines: dict[int, int] = {}
        self._offsets: dict[int, int] = {}
        self._broken = ""
        self._value: Any = None
        self._error: Observed | None = None
        self._understood = False

    def judge(self, items: Iterable[Item]) -> Judgement:
        judge = StreamJudge(self._dialect, enveloped=self._enveloped)
        found: list[Finding] = []
        number = 0
        for number, item in enumerate(items, 1):
            found += judge.feed(self._observed(number, item))
        if not self._understood and self._error is None:
            raise self._nothing()
        found += judge.end(clean=self._recording.whole)
        findings = tuple(sorted(found, key=lambda finding: finding.frame or number + 1))
        notes = [*self._recording.notes]
        if not self._enveloped:
            notes.append(_BARE)
        if not self._understood and self._error is not None:
            notes.append(f"there is no event, only an error: {_error_words(self._error.error)}")
        return Judgement(
            findings, number, self._dialect, _verdict(findings), tuple(notes), self._lines, self._offsets
        )

    def _observed(self, number: int, item: Item) -> Observed:
        seen = observe(number, item.data, self._dialect, name=item.name)
        self._lines[number] = item.line
        self._offsets[number] = item.offset
        self._understood = self._understood or seen.event is not None
        if self._error is None and seen.error is not None:
            self._error = seen
        if not self._broken and item.wrong:
            self._broken = f"line {item.line}: {item.wrong}"
        if number == 1:
            self._value = item.json
        return seen

    def _nothing(self) -> NothingUnderstood:
        broken = f"; the JSON is broken at {self._broken}" if self._broken else ""
        text = reason_of_object(self._value) or f"it holds data, but none of it is an event of A2A{broken}"
        return NothingUnderstood(self._recording.first_line, "; ".join((text, *self._recording.notes)))


_BARE: Final = "the events have no JSON-RPC envelope: they are judged without one"
_ANSWER: Final = "this is one JSON object: it was judged as the answer to a call, not as a stream"


def _body(item: Item) -> Any:
    return item.json.get("result", item.json) if isinstance(item.json, Mapping) else None


def _is_answer(item: Item, dialect: Dialect) -> bool:
    """Whether one JSON object is what answers a call that opens no stream: a Task or a Message."""
    body = _body(item)
    if not isinstance(body, Mapping):
        return False
    if dialect is Dialect.V1_0 and not body.keys() & set(WRAPPERS):
        return "id" in body and "status" in body
    seen = observe(1, item.data, dialect)
    return isinstance(seen.event, Task | Message)


def _judge_one(recording: Recording, item: Item, dialect: Dialect, enveloped: bool) -> Judgement:
    body = _body(item)
    bare = dialect is Dialect.V1_0 and not body.keys() & set(WRAPPERS)
    operation = Operation.GET_TASK if bare else Operation.SEND_MESSAGE
    findings = judge_answer(1, item.json, operation, dialect, enveloped=enveloped)
    notes = (*recording.notes, _ANSWER, *(() if enveloped else (_BARE,)))
    return Judgement(findings, 1, dialect, _verdict(findings), notes, {1: item.line}, {1: item.offset})


def judge_journal(journal: Journal) -> Judgement:
    """Judges every answer of a journal; what the agent broke on purpose is a note. Raises NothingUnderstood."""
    judge = JournalJudge()
    found = [finding for record in journal for finding in judge.feed(record)]
    found += judge.end()
    if not judge.events and not found:
        raise NothingUnderstood("", "the journal holds no answer to a call of A2A")
    meant = {record.seq for record in journal if record.payload.get("deliberate")}
    findings = tuple(
        replace(finding, note=True, text=f"{finding.text}, on purpose")
        if finding.frame in meant and not finding.note
        else finding
        for finding in sorted(found, key=lambda finding: finding.frame)
    )
    lines = {record.seq: number for number, record in enumerate(journal, 2)}
    return Judgement(findings, judge.events, None, _verdict(findings), (), lines)


def _judge_captured(captured: Captured) -> Judgement:
    found: list[Finding] = []
    events = 0
    for journal in captured.journals:
        judge = JournalJudge()
        found += [finding for record in journal for finding in judge.feed(record)]
        found += judge.end()
        events += judge.events
    findings = tuple(sorted(found, key=lambda finding: finding.frame))
    return Judgement(findings, events, None, _verdict(findings), captured.notes, places=captured.places)


def _error_words(error: Any) -> str:
    if not isinstance(error, Mapping):
        return str(error)
    return " ".join(str(error[key]) for key in ("code", "message") if key in error)


def by_sets(judgement: Judgement, sets: Sets) -> Judgement:
    """The same judged by frozen sets: what none of them names only informs."""
    dialects = tuple(sets.chosen) if judgement.dialect is None else (judgement.dialect,)

    def informs(finding: Finding) -> bool:
        row = catalog.get(finding.requirement)
        return all(sets.level_of(row, dialect) is Level.INFO for dialect in dialects)

    findings = tuple(
        replace(finding, level=Level.INFO) if informs(finding) else finding for finding in judgement.findings
    )
    return replace(judgement, findings=findings, verdict=_verdict(findings))


def _verdict(findings: Iterable[Finding]) -> Status:
    levels = {finding.level for finding in findings if not finding.note}
    return Status.FAIL if Level.MUST in levels else Status.WARN if Level.SHOULD in levels else Status.PASS
