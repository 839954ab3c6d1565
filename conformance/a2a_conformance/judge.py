"""Judges a recorded stream: SSE text as it was saved, JSON Lines of events, or a journal of this project."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from a2a_conformance.recordings import NothingUnderstood, Recording, read_recording
from a2a_conformance.rules.engine import judge_stream
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.journals import JournalJudge
from a2a_conformance.rules.observed import Observed, observe
from a2a_conformance.verdict import Level, Status
from a2a_simulator.journal import Journal
from a2a_simulator.wire.wire_forms import Dialect

__all__ = ["Judgement", "NothingUnderstood", "judge_journal", "judge_text"]


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


def judge_text(data: bytes | str, dialect: str = "auto") -> Judgement:
    """Judges a recording; `dialect` is `1.0`, `0.3` or `auto`.

    Raises NothingUnderstood when no event could be found in it, and ValueError for another dialect.
    """
    if dialect not in ("auto", Dialect.V1_0, Dialect.V0_3):
        raise ValueError(f"the dialect is auto, 1.0 or 0.3, not {dialect!r}")
    recording = read_recording(data)
    if isinstance(recording, Journal):
        return judge_journal(recording)
    spoken = dialect_of(recording) if dialect == "auto" else Dialect(dialect)
    enveloped = recording.enveloped
    notes = recording.notes
    if not enveloped:
        notes = (*notes, "the events have no JSON-RPC envelope: they are judged without one")
    frames = [observe(number, item.data, spoken, name=item.name) for number, item in enumerate(recording.items, 1)]
    if not any(seen.event is not None or seen.error is not None for seen in frames):
        broken = f"; the JSON is broken at {recording.broken}" if recording.broken else ""
        text = f"it holds data, but none of it is an event of A2A{broken}"
        raise NothingUnderstood(recording.first_line, "; ".join((text, *recording.notes)))
    if all(seen.event is None for seen in frames):
        notes = (*notes, f"there is no event, only an error: {_error_words(frames)}")
    found = judge_stream(frames, spoken, enveloped=enveloped, clean=recording.whole)
    findings = tuple(sorted(found, key=lambda finding: finding.frame or len(frames) + 1))
    lines = {number: item.line for number, item in enumerate(recording.items, 1)}
    return Judgement(findings, len(frames), spoken, _verdict(findings), notes, lines)


def _error_words(frames: Iterable[Observed]) -> str:
    error = next(seen.error for seen in frames if seen.error is not None)
    if not isinstance(error, Mapping):
        return str(error)
    return " ".join(str(error[key]) for key in ("code", "message") if key in error)


def dialect_of(recording: Recording) -> Dialect:
    """The dialect that most events speak: 0.3 has `kind`, 1.0 a wrapper member. 1.0 where it cannot be told."""
    balance = sum(item.leaning for item in recording.items)
    return Dialect.V0_3 if balance < 0 else Dialect.V1_0


def judge_journal(journal: Journal) -> Judgement:
    """Judges every answer of a journal; what the agent broke on purpose is a note. Raises NothingUnderstood."""
    judge = JournalJudge()
    found = [finding for record in journal for finding in judge.feed(record)]
    found += judge.end()
    if not judge.events:
        raise NothingUnderstood("", "the journal holds no answer to a call of A2A")
    meant = {record.seq for record in journal if record.payload.get("deliberate")}
    findings = tuple(
        replace(finding, note=True, text=f"{finding.text}, on purpose") if finding.frame in meant else finding
        for finding in sorted(found, key=lambda finding: finding.frame)
    )
    lines = {record.seq: number for number, record in enumerate(journal, 2)}
    return Judgement(findings, judge.events, None, _verdict(findings), (), lines)


def _verdict(findings: Iterable[Finding]) -> Status:
    levels = {finding.level for finding in findings if not finding.note}
    return Status.FAIL if Level.MUST in levels else Status.WARN if Level.SHOULD in levels else Status.PASS
