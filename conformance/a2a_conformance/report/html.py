"""The report as one self-contained HTML page: no script is needed to read it, nothing is loaded from elsewhere."""

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from a2a_conformance.report.escaping import visible
from a2a_conformance.report.page import cause_views, family_rows, requirement_rows, run_views
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.totals import Tally, totals
from a2a_conformance.report.words import baseline_news, counted, dialects, level_seen, must_line, target_name
from a2a_conformance.verdict import RunVerdict, Status

_GLYPHS = {
    Status.PASS: "✓",
    Status.FAIL: "✗",
    Status.WARN: "!",
    Status.INFO: "i",
    Status.NOT_REACHED: "⊘",
    Status.NOT_APPLICABLE: "–",
    Status.ERROR: "⚠",
}
_TONES = {
    RunVerdict.CONFORMANT: "pass",
    RunVerdict.WITH_WARNINGS: "warn",
    RunVerdict.NOT_CONFORMANT: "fail",
    RunVerdict.INCOMPLETE: "error",
}


def html(record: RunRecord) -> str:
    """The page."""
    counts = totals(record)
    tallies: list[tuple[str, str, Tally]] = [
        ("MUST, explicit", "A keyword of a specification says so.", counts.explicit),
        ("MUST, implied", "No keyword, but the text leaves no other reading; each row says why.", counts.implied),
    ]
    if counts.profile.applied:
        tallies.append(("MUST, profile", "Expectations beyond A2A that this target chose.", counts.profile))
    tallies.append(("SHOULD", "Broken ones are warnings.", counts.should))
    return _template().render(
        record=record,
        header=record.header,
        footer=record.footer,
        counts=counts,
        tone=_TONES[counts.verdict],
        tallies=tallies,
        causes=cause_views(record),
        runs=run_views(record),
        requirements=requirement_rows(record),
        families=family_rows(record),
        target=target_name(record.header),
        dialects=dialects(record.header),
        level_seen=level_seen(record.header),
        news=tuple(baseline_news(record.footer.baseline if record.footer else None)),
        must=must_line(counts, " · "),
        glyphs=_GLYPHS,
        counted=counted,
        Status=Status,
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("a2a_conformance.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["wire"] = _wire
    environment.filters["prose"] = _prose
    environment.filters["visible"] = visible
    return environment.get_template("report.html.j2")


def _wire(text: str) -> Markup:
    """Text in which the pictures of control characters stand out; everything is escaped first."""
    return Markup(re.sub("([\u2400-\u2421]+)", r'<span class="ctl">\1</span>', str(escape(text))))


def _prose(text: str) -> Markup:
    """Text of the catalogue with its `words` set as code; everything is escaped first."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
