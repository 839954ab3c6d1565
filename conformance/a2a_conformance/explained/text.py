"""A requirement in full, on the terminal."""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from a2a_conformance.explained.explanation import Explanation
from a2a_conformance.explained.streams import Stream
from a2a_conformance.report.escaping import visible
from a2a_conformance.requirement_sets import newest

WIDTH: Final = 100
MANY: Final = 8
"""Mutants and scenarios that are told; of more only the number."""


def lines(told: Explanation, check: str = "") -> Iterator[str]:
    """The lines; `check` is the one that was asked for, when it has a facet."""
    row = told.row
    yield f"{row.id}  ({told.levels})"
    yield ""
    yield from _wrapped(row.text)
    yield ""
    yield from _item("from", "; ".join(told.citations))
    if row.because:
        yield from _item("because", row.because)
    yield from _item("binds", f"{told.who}; a breach shows {told.place}")
    if "/" in check:
        yield from _item("check", f"{check}: {facet(check)}")
    yield from _item("judged", told.judged)
    if row.left_out is None:
        yield from _item("made for", _some([one.id for one in told.scenarios]) or told.unmade)
    yield from _item("since", f"requirement set {row.since}, {newest().state_of(row)}")
    if row.aliases:
        yield from _item("was", ", ".join(row.aliases))
    yield ""
    yield "what to do"
    yield from _wrapped(told.advice)
    good, bad = TITLES[told.binds_clients]
    yield from _stream(good, told.streams.good)
    yield from _stream(bad, told.streams.bad)
    if told.failing:
        yield ""
        yield "mutants that fail it"
        for one in told.failing[:MANY]:
            yield from _wrapped(f"{one.mutant.name}: {one.mutant.text}", "  ", "      ")
        if len(told.failing) > MANY:
            yield f"  and {len(told.failing) - MANY} more"
    if told.bugs:
        yield ""
        yield "seen in"
        yield from _wrapped(", ".join(visible(bug) for bug in told.bugs))
    if told.scenarios:
        yield ""
        yield f"  bytes     a2a-conformance preview {told.scenarios[0].id}"


def facet(check: str) -> str:
    """What the part of a check's name after the slash says."""
    name = check.partition("/")[2]
    if name.startswith("pin"):
        step = name.partition("-")[2]
        return "what a scenario pins under this requirement" + (f", at its drive step {step}" if step else "")
    return FACETS.get(name, "one side of the requirement that is judged on its own")


TITLES: Final = {
    False: ("a good stream", "a bad stream"),
    True: ("what is played", "what is played where the agent breaks it"),
}
"""Headings of the streams, for requirements that bind agents alone, and for those that clients can break."""

FACETS: Final = {
    "card": "the same, where the card decides",
    "calls": "the same, seen in the calls that the client makes",
    "cancel": "the same, of CancelTask",
    "unique": "the same over all messages of a run: no id comes twice",
}
"""Facets that are no pins."""


def _stream(name: str, stream: Stream | None) -> Iterator[str]:
    if stream is None:
        return
    yield ""
    yield f"{name}, {stream.name}"
    yield from (f"  {line}" for line in stream.lines)
    for line in stream.told:
        yield from _wrapped(f"a correct client tells, {line}", rest="      ")


def _item(name: str, text: str) -> Iterator[str]:
    yield from _wrapped(text, f"  {name:<9} ", " " * 12)


def _some(names: Iterable[str]) -> str:
    known = list(names)
    shown = ", ".join(known[:MANY])
    return f"{shown} and {len(known) - MANY} more" if len(known) > MANY else shown


def _wrapped(text: str, first: str = "  ", rest: str = "  ") -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )
