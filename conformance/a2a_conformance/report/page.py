"""What the HTML page shows, worked out before the template sees it: plain values with every text made visible."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from a2a_conformance.report.causes import Cause, Failure, causes, failures, split
from a2a_conformance.report.escaping import cut, plain_lines, visible, visible_lines
from a2a_conformance.report.frames import HIT, Frame, frames, window
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.requirements import Described, describe
from a2a_conformance.report.rerun import rerun
from a2a_conformance.report.timeline import Axis, axis, duration, pause
from a2a_conformance.report.totals import worst
from a2a_conformance.report.words import consequences_line, place_text
from a2a_conformance.verdict import CellResult, Level, Status, Verdict

RAW_SHOWN: Final = 4000
"""Characters of one frame's bytes on the page; all of them are in the record."""
FRAMES_SHOWN: Final = 160
"""Frames of one run on the page: its beginning, its end, and what the failures name."""


@dataclass(frozen=True, slots=True)
class FrameRow:
    """One row of a run's time axis."""

    frame: Frame
    anchor: str
    line: str
    time: str
    pause: str
    raw: str
    hit: bool
    skipped: int
    """Frames left out just before this one."""


@dataclass(frozen=True, slots=True)
class RunView:
    """One run that is not as it should be."""

    anchor: str
    name: str
    title: str
    about: str
    spec: str
    bugs: tuple[str, ...]
    status: Status
    seconds: str
    failures: tuple["FailureView", ...]
    hidden: tuple[str, ...]
    """Checks that could not be judged because of these failures."""
    others: str
    rows: tuple[FrameRow, ...]
    axis: Axis
    several_agents: bool
    log: str
    expected: bool


@dataclass(frozen=True, slots=True)
class FailureView:
    """One failed check of a run."""

    verdict: Verdict
    described: Described
    text: str
    expected: str
    got: str
    place: str
    frames: tuple[tuple[int, str], ...]
    rerun: str
    excuse: str


@dataclass(frozen=True, slots=True)
class CauseView:
    """A cause, its lead failure, and where else it shows."""

    cause: Cause
    symptom: str
    lead: FailureView
    about: str
    """The situation in which the lead failed."""
    window: tuple[tuple[str, bool], ...]
    """The frames around the breach as lines, each with whether it is the breach."""
    run: str
    """Anchor of the lead's run."""
    others: tuple[tuple[str, str], ...]
    """Anchor and key of each further failure."""
    consequences: str


@dataclass(frozen=True, slots=True)
class RequirementRow:
    """One requirement over the whole run."""

    described: Described
    level: Level
    basis: str
    counts: dict[Status, int]
    worst: Status


@dataclass(frozen=True, slots=True)
class ScenarioRow:
    """One scenario and its status in each wire form."""

    name: str
    title: str
    cells: tuple[tuple[str, Status, str], ...]
    """Wire form, worst status, anchor of the run or nothing."""


def cause_views(record: RunRecord) -> tuple[CauseView, ...]:
    """The causes of a record for the page."""
    return tuple(
        CauseView(
            cause,
            visible(cause.symptom),
            replace(failure_view(record, cause.lead), text=_beyond(cause)),
            plain_lines(str(cause.lead.result.facts.get("about", ""))),
            tuple(
                (visible(cut(line, 300)), line.startswith(HIT))
                for line in window(frames(cause.lead.result.journal), cause.lead.verdict.frames)
            ),
            run_anchor(cause.lead.result),
            tuple((run_anchor(other.result), visible(str(other.verdict.key))) for other in cause.failures[1:]),
            visible(consequences_line(cause)) if cause.consequences else "",
        )
        for cause in causes(record)
    )


def _beyond(cause: Cause) -> str:
    """What the lead says beyond the symptom that heads its card."""
    text = cause.lead.verdict.text
    return "" if text == cause.symptom else plain_lines(text)


def run_views(record: RunRecord) -> tuple[RunView, ...]:
    """Every run with a failure or warning, in the order of the record."""
    grouped: dict[str, list[Failure]] = {}
    for failure in failures(record):
        grouped.setdefault(str(failure.result.cell), []).append(failure)
    return tuple(_run_view(record, group) for group in grouped.values())


def failure_view(record: RunRecord, failure: Failure) -> FailureView:
    """One failure for the page."""
    verdict = failure.verdict
    anchor = run_anchor(failure.result)
    return FailureView(
        verdict=verdict,
        described=describe(verdict.requirement),
        text=plain_lines(verdict.text),
        expected=plain_lines(verdict.expected),
        got=plain_lines(verdict.got),
        place=visible(place_text(verdict.place)),
        frames=tuple((seq, f"{anchor}-{seq}") for seq in verdict.frames[:12]),
        rerun=visible(rerun(record.header, verdict.key)),
        excuse=visible(failure.excuse or ""),
    )


def requirement_rows(record: RunRecord) -> tuple[RequirementRow, ...]:
    """Every requirement that was planned, the broken ones first; in each run counted by its worst check."""
    rows: dict[tuple[str, Level], RequirementRow] = {}
    own: dict[tuple[str, Level], set[Status]] = {}
    dialects = tuple(dict.fromkeys(result.cell.wire_form.dialect for result in record.results))
    for result in record.results:
        seen: dict[tuple[str, Level], set[Status]] = {}
        for verdict in result.verdicts:
            if verdict.status is Status.ERROR:
                continue
            place = (verdict.requirement, verdict.level)
            described = describe(verdict.requirement, dialects)
            counts = dict.fromkeys(Status, 0)
            rows.setdefault(place, RequirementRow(described, verdict.level, verdict.basis.value, counts, Status.PASS))
            seen.setdefault(place, set()).add(verdict.status)
            if not verdict.explained_by:
                own.setdefault(place, set()).add(verdict.status)
        for place, statuses in seen.items():
            rows[place].counts[_worst(statuses)] += 1
    ranked = [replace(row, worst=_worst(own.get(place, set()))) for place, row in rows.items()]
    levels = list(Level)
    return tuple(sorted(ranked, key=lambda row: (_ORDER.index(row.worst), levels.index(row.level), row.described.id)))


def family_rows(record: RunRecord) -> dict[str, tuple[ScenarioRow, ...]]:
    """Scenarios by family."""
    broken = {str(failure.result.cell) for failure in failures(record)}
    grouped: dict[str, dict[str, list[CellResult]]] = {}
    for result in record.results:
        family = result.cell.scenario.rpartition("/")[0] or "files"
        grouped.setdefault(family, {}).setdefault(result.cell.scenario, []).append(result)
    return {
        visible(family): tuple(_scenario(name, results, broken) for name, results in scenarios.items())
        for family, scenarios in grouped.items()
    }


def run_anchor(result: CellResult) -> str:
    """Fragment of a run on the page: letters, digits, dots and dashes only."""
    return "run-" + "".join(char if char.isalnum() or char in ".-" else "-" for char in str(result.cell)).strip("-")


_ORDER: Final = (
    Status.ERROR,
    Status.FAIL,
    Status.NOT_REACHED,
    Status.WARN,
    Status.PASS,
    Status.INFO,
    Status.NOT_APPLICABLE,
)


def _worst(seen: set[Status]) -> Status:
    return next((status for status in _ORDER if status in seen), Status.NOT_APPLICABLE)


def _scenario(name: str, results: Iterable[CellResult], broken: set[str]) -> ScenarioRow:
    listed = tuple(results)
    return ScenarioRow(
        visible(name),
        visible(str(listed[0].facts.get("title", ""))),
        tuple((one.cell.suffix, worst(one), run_anchor(one) if str(one.cell) in broken else "") for one in listed),
    )


def _run_view(record: RunRecord, group: Sequence[Failure]) -> RunView:
    result = group[0].result
    anchor = run_anchor(result)
    shown = frames(result.journal)
    hits = frozenset(seq for failure in group for seq in failure.verdict.frames)
    roots, hidden = split(group)
    counts = {status: sum(1 for verdict in result.verdicts if verdict.status is status) for status in Status}
    others = ", ".join(
        f"{counts[status]} {status.value.replace('_', ' ')}"
        for status in (Status.PASS, Status.INFO, Status.NOT_APPLICABLE)
        if counts[status]
    )
    kept = _kept(shown, hits)
    facts = result.facts
    return RunView(
        anchor=anchor,
        name=visible(str(result.cell)),
        title=visible(str(facts.get("title", ""))),
        about=plain_lines(str(facts.get("about", ""))),
        spec=visible(", ".join(map(str, facts.get("spec", ())))),
        bugs=tuple(visible(str(bug)) for bug in facts.get("bugs", ())),
        status=worst(result),
        seconds=duration(result.seconds),
        failures=tuple(failure_view(record, failure) for failure in roots),
        hidden=tuple(visible(failure.verdict.key.check) for failure in hidden),
        others=others,
        rows=_rows(shown, kept, hits, anchor),
        axis=axis(kept, hits),
        several_agents=len({frame.agent for frame in shown}) > 1,
        log=plain_lines(cut(result.log, RAW_SHOWN)),
        expected=all(failure.excuse is not None for failure in group),
    )


def _kept(shown: Sequence[Frame], hits: frozenset[int]) -> tuple[Frame, ...]:
    if len(shown) <= FRAMES_SHOWN:
        return tuple(shown)
    edge = FRAMES_SHOWN // 4
    near = {place + step for place, frame in enumerate(shown) if frame.seq in hits for step in range(-3, 4)}
    wanted = set(sorted(near)[: FRAMES_SHOWN // 2]) | set(range(edge)) | set(range(len(shown) - edge, len(shown)))
    return tuple(frame for place, frame in enumerate(shown) if place in wanted)


def _rows(shown: Sequence[Frame], kept: Sequence[Frame], hits: frozenset[int], anchor: str) -> tuple[FrameRow, ...]:
    place = {frame.seq: index for index, frame in enumerate(shown)}
    rows = []
    before: Frame | None = None
    for frame in kept:
        rows.append(
            FrameRow(
                frame=frame,
                anchor=f"{anchor}-{frame.seq}",
                line=visible(frame.line),
                time=f"{frame.t * 1000:,.1f}",
                pause=pause(before, frame),
                raw=visible_lines(cut(frame.raw, RAW_SHOWN)),
                hit=frame.seq in hits,
                skipped=place[frame.seq] - (place[before.seq] + 1 if before else 0),
            )
        )
        before = frame
    return tuple(rows)
