"""`badge.json` in the form of a shields.io endpoint, and the same as an image; counts, never a score."""

import json
from typing import Final
from xml.sax.saxutils import escape

from a2a_conformance.report.escaping import cut, visible
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.totals import totals
from a2a_conformance.report.words import dialects
from a2a_conformance.verdict import RunVerdict

_COLOURS: Final = {
    RunVerdict.CONFORMANT: ("brightgreen", "#2b8a3e"),
    RunVerdict.WITH_WARNINGS: ("yellow", "#b08800"),
}


def badge_json(record: RunRecord) -> str | None:
    """The endpoint's JSON, or None when the run earns no badge: not conformant, incomplete, or a demo client."""
    words = _words(record)
    if words is None:
        return None
    label, message, colour, _ = words
    return json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": colour}) + "\n"


def badge_svg(record: RunRecord) -> str | None:
    """The badge as an image, or None as above."""
    words = _words(record)
    if words is None:
        return None
    label, message, _, colour = words
    left, right = _width(label), _width(message)
    told = escape(f"{label}: {message}", {'"': "&quot;"})
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" aria-label="{told}">'
        f"<title>{told}</title>"
        f'<clipPath id="r"><rect width="{left + right}" height="20" rx="3"/></clipPath>'
        f'<g clip-path="url(#r)"><rect width="{left}" height="20" fill="#444c56"/>'
        f'<rect x="{left}" width="{right}" height="20" fill="{colour}"/></g>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">'
        f'<text x="{left / 2}" y="14" textLength="{left - 12}">{escape(label)}</text>'
        f'<text x="{left + right / 2}" y="14" textLength="{right - 12}">{escape(message)}</text></g></svg>\n'
    )


def _words(record: RunRecord) -> tuple[str, str, str, str] | None:
    counts = totals(record)
    if record.header.hello.demo or counts.verdict not in _COLOURS:
        return None
    label = cut(visible(f"A2A {dialects(record.header)} {record.header.role}"), 40)
    message = f"{counts.must.held}/{counts.must.applied} MUST"
    return (label, message, *_COLOURS[counts.verdict])


def _width(text: str) -> int:
    return round(len(text) * 6.6) + 12
