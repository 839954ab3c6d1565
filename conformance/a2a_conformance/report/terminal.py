"""The summary that stands in the terminal at the end of a run."""

from collections.abc import Iterator
from typing import Final

from a2a_conformance.report.causes import Cause, Failure, causes, symptom
from a2a_conformance.report.escaping import cut, plain_lines, visible
from a2a_conformance.report.frames import HIT, frames, window
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.rerun import rerun
from a2a_conformance.report.styles import Ink, Style
from a2a_conformance.report.totals import Totals, totals
from a2a_conformance.report.words import (
    baseline_news,
    consequences_line,
    counted,
    heading,
    must_line,
    place_text,
    scope_line,
)
from a2a_conformance.verdict import RunVerdict, Status

CAUSES_SHOWN: Final = 12
"""Causes told in full; the rest are in the report."""

_VERDICT_STYLES: Final = {
    RunVerdict.CONFORMANT: Style.GOOD,
    RunVerdict.WITH_WARNINGS: Style.CAUTION,
    RunVerdict.NOT_CONFORMANT: Style.BAD,
    RunVerdict.INCOMPLETE: Style.BAD,
}


def terminal(record: RunRecord, ink: Ink, report: str = "", width: int = 118, shown: int = CAUSES_SHOWN) -> str:
    """The whole summary: heading, causes, families, verdict. `report`: path of the page, when one was written."""
    counts = totals(record)
    lines = [ink(heading(record), Style.DIM)]
    found = causes(record)
    for cause in found[:shown]:
        lines += ["", *_cause(record, cause, ink, width)]
    if len(found) > shown:
        lines += [
            "",
            ink(f"… and {counted(len(found) - shown, 'more cause')}: {report or 'see the report'}", Style.DIM),
        ]
    if found:
        lines.append("")
    lines += _families(counts, ink, width)
    lines += _stale(record, ink)
    lines += _flaky(record, ink)
    lines += _verdict(record, counts, ink, report)
    return "\n".join(lines) + "\n"


def failure_lines(record: RunRecord, failure: Failure, ink: Ink, width: int = 118) -> Iterator[str]:
    """One failure: what was expected, what came, the frames around it, how to repeat it."""
    verdict = failure.verdict
    place = f"{place_text(verdict.place)}: " if verdict.place else ""
    at = f"at frame {', '.join(map(str, verdict.frames[:4]))}" if verdict.frames else ""
    yield ink(visible(f"{place}{verdict.key.check} ({verdict.level}, {verdict.basis})"), Style.STRONG)
    if verdict.expected or verdict.got:
        yield f"  expected {plain_lines(verdict.expected) or '—'}"
        yield f"  got      {plain_lines(verdict.got) or '—'}{' / ' if at else ''}{at}"
    else:
        beyond = "" if verdict.text == symptom(verdict) else plain_lines(verdict.text)
        yield from (f"  {line}" for line in [" / ".join(word for word in (beyond, at) if word)] if line)
    for line in window(frames(failure.result.journal), verdict.frames):
        yield ink(cut(f"  {visible(line)}", width), Style.BAD if line.startswith(HIT) else Style.DIM)
    yield f"  again: {visible(rerun(record.header, verdict.key))}"


def _cause(record: RunRecord, cause: Cause, ink: Ink, width: int) -> Iterator[str]:
    lead = cause.lead
    status = lead.verdict.status
    word = "expected" if cause.expected else status.value.replace("_", " ")
    style = Style.DIM if cause.expected else Style.CAUTION if status is Status.WARN else Style.BAD
    where = f" — {counted(len(cause.failures), 'check')} in {counted(cause.cells, 'run')}"
    yield ink(word.upper(), style) + " " + ink(visible(cause.symptom), Style.STRONG) + ink(where, Style.DIM)
    if cause.expected:
        yield f"  the baseline says: {visible(lead.excuse or '')}"
        return
    for line in failure_lines(record, lead, ink, width):
        yield "  " + line
    others = [str(failure.verdict.key) for failure in cause.failures[1:]]
    for key in others[:3]:
        yield ink(f"    also {visible(key)}", Style.DIM)
    if len(others) > 3:
        yield ink(f"    and {len(others) - 3} more", Style.DIM)
    if cause.consequences:
        yield ink(f"  {consequences_line(cause)}", Style.DIM)


def _families(counts: Totals, ink: Ink, width: int) -> Iterator[str]:
    line = ""
    length = 0
    for family in counts.families:
        text = f"{visible(family.name)} {family.clean}/{family.applied}"
        style = Style.PLAIN if family.clean == family.applied else Style.BAD
        if line and length + len(text) + 3 > width:
            yield line
            line, length = "", 0
        line += (" · " if line else "") + ink(text, style)
        length += len(text) + 3
    if line:
        yield line


def _stale(record: RunRecord, ink: Ink) -> Iterator[str]:
    for head, entries, remedy in baseline_news(record.footer.baseline if record.footer else None):
        yield ""
        yield ink(f"{visible(head)}:", Style.GOOD if head.startswith("good") else Style.CAUTION)
        yield from (f"  {visible(entry)}" for entry in entries)
        yield ink(f"  {visible(remedy)}", Style.DIM)


def _flaky(record: RunRecord, ink: Ink) -> Iterator[str]:
    flaky = record.footer.flaky if record.footer else ()
    if flaky:
        yield ""
        yield ink(f"{counted(len(flaky), 'flaky check')}, of the same run repeated:", Style.BAD)
        yield from (f"  {visible(line)}" for line in flaky)


def _verdict(record: RunRecord, counts: Totals, ink: Ink, report: str) -> Iterator[str]:
    told = must_line(counts)
    excused = f", {counted(counts.excused, 'failure')} expected by the baseline" if counts.excused else ""
    seconds = f"({record.footer.seconds:.1f} s)" if record.footer else ""
    style = _VERDICT_STYLES[counts.verdict]
    tail = "   ".join(word for word in (f"report: {report}" if report else "", seconds) if word)
    yield f"{ink(counts.verdict.value, style)}: {told}{excused}" + (f"   {tail}" if tail else "")
    for reason in counts.incomplete:
        yield f"  incomplete because {visible(reason)}"
    yield ink(scope_line(record, counts), Style.DIM)
    if record.header.hello.demo:
        yield "this is the demo client: nothing is said about yours"
