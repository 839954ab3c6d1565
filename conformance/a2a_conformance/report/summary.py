"""`summary.md`: what a GitHub job summary shows, unexpected first; at most a screen or two, and capped in bytes."""

import re
from collections.abc import Iterator
from typing import Final

from a2a_conformance.report.causes import Cause, causes
from a2a_conformance.report.escaping import cut, visible
from a2a_conformance.report.frames import frames, window
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.rerun import rerun
from a2a_conformance.report.totals import totals
from a2a_conformance.report.words import baseline_news, consequences_line, counted, heading, must_line, scope_line
from a2a_conformance.verdict import RunVerdict

LIMIT: Final = 200_000
"""Bytes; GitHub drops a step's summary beyond 1024 KiB."""
CAUSES_SHOWN: Final = 25

_SIGNS: Final = {
    RunVerdict.CONFORMANT: "✅",
    RunVerdict.WITH_WARNINGS: "🟡",
    RunVerdict.NOT_CONFORMANT: "❌",
    RunVerdict.INCOMPLETE: "⚠️",
}


def summary(record: RunRecord) -> str:
    """The Markdown text."""
    counts = totals(record)
    lines = [
        f"### {_SIGNS[counts.verdict]} {_text(record.header.hello.name)}: {counts.verdict.value}",
        "",
        f"{must_line(counts)}. {_text(scope_line(record, counts).replace('scope', 'Scope', 1))}.",
    ]
    if counts.incomplete:
        lines += ["", *(f"- incomplete: {_text(reason)}" for reason in counts.incomplete)]
    if record.header.hello.demo:
        lines += ["", "This ran against the bundled demo client; it says nothing about your software."]
    found = causes(record)
    unexpected = [cause for cause in found if not cause.expected]
    for cause in unexpected[:CAUSES_SHOWN]:
        lines += ["", *_cause(record, cause)]
    if len(unexpected) > CAUSES_SHOWN:
        lines += ["", f"… and {counted(len(unexpected) - CAUSES_SHOWN, 'more cause')} in the report."]
    lines += _known(found, record)
    lines += ["", "| family | clean | runs |", "|---|--:|--:|"]
    lines += [f"| {_text(family.name)} | {family.clean} | {family.applied} |" for family in counts.families]
    lines += ["", f"<sub>{_text(heading(record))}</sub>"]
    return _capped("\n".join(lines) + "\n")


def _cause(record: RunRecord, cause: Cause) -> Iterator[str]:
    lead = cause.lead
    verdict = lead.verdict
    word = verdict.status.value.replace("_", " ")
    where = f"{counted(len(cause.failures), 'check')} in {counted(cause.cells, 'run')}"
    yield "<details><summary>"
    yield f"<b>{word}</b> {_text(cause.symptom)} ({where})</summary>"
    yield ""
    yield f"{_code(verdict.key.check)} ({verdict.level}, {verdict.basis}) in {_code(str(verdict.key.cell))}"
    yield ""
    block = [f"expected {verdict.expected}", f"got      {verdict.got}"] if verdict.expected or verdict.got else []
    block += [verdict.text] if verdict.text not in ("", cause.symptom) else []
    block += window(frames(lead.result.journal), verdict.frames)
    yield from _fenced([cut(line, 400) for line in block])
    yield from _fenced([rerun(record.header, verdict.key)], "sh")
    if len(cause.failures) > 1:
        yield "also " + ", ".join(_code(str(other.verdict.key)) for other in cause.failures[1:9])
        yield ""
    if cause.consequences:
        yield _text(consequences_line(cause))
        yield ""
    yield "</details>"


def _known(found: tuple[Cause, ...], record: RunRecord) -> Iterator[str]:
    known = [cause for cause in found if cause.expected]
    if known:
        yield ""
        yield f"<details><summary>{counted(len(known), 'cause')} that the baseline expects</summary>"
        yield ""
        yield from (f"- {_text(cause.symptom)}: {_text(cause.lead.excuse or '')}" for cause in known)
        yield ""
        yield "</details>"
    for head, entries, _ in baseline_news(record.footer.baseline if record.footer else None):
        yield ""
        yield f"{_text(head[0].upper() + head[1:])}:"
        yield from (f"- {_code(entry)}" for entry in entries)


def _text(text: str) -> str:
    """Text that Markdown and HTML leave alone."""
    escaped = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_{}\[\]()#+!|~@])", r"\\\1", escaped)


def _code(text: str) -> str:
    shown = visible(text).replace("|", "\\|")
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", shown)), default=0))
    pad = " " if "`" in shown else ""
    return f"{ticks}{pad}{shown}{pad}{ticks}"


def _fenced(lines: list[str], language: str = "text") -> Iterator[str]:
    shown = [visible(line) for text in lines for line in text.split("\n")]
    fence = "`" * max(3, 1 + max((len(run) for line in shown for run in re.findall("`+", line)), default=0))
    yield f"{fence}{language}"
    yield from shown
    yield fence


def _capped(text: str) -> str:
    data = text.encode()
    if len(data) <= LIMIT:
        return text
    kept = data[:LIMIT].decode(errors="ignore").rpartition("\n<details>")[0]
    return kept + "\n\n… cut here; the rest is in the report.\n"
