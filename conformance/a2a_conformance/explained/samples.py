"""The good and the bad stream that a rule is shipped with, in the lines of an explanation."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from a2a_conformance.catalog import Requirement
from a2a_conformance.report.escaping import cut, visible
from a2a_conformance.report.frames import HIT, frames
from a2a_conformance.rules.conversation_examples import Talk, TalkExample, talk_examples
from a2a_conformance.rules.examples import Example, examples
from a2a_conformance.rules.journal_lines import journal_of
from a2a_simulator.journal import to_json
from a2a_simulator.wire.wire_forms import Dialect

WIDTH: Final = 400
"""Characters of one line."""

Lines = tuple[str, ...]


def samples_of(row: Requirement) -> tuple[tuple[str, Lines] | None, tuple[str, Lines] | None]:
    """A good and a bad one, each under its name; None where there is none. The frame that breaks it is marked.

    Raises BrokenExamples.
    """
    for dialect in row.dialects:
        if stream := _streams().get(row.id):
            good, bad = stream.good(dialect), stream.bad(dialect)
            if good or bad:
                return _sse(good, dialect), _sse(bad, dialect, stream.bad_frame(dialect))
        if talk := _talks().get(row.id):
            keeps, breaks = talk.good_cases.get(dialect), talk.bad_cases.get(dialect)
            if keeps or breaks:
                return _journal(keeps, dialect), _journal(breaks, dialect, talk.bad_frame(dialect))
    return None, None


@cache
def _streams() -> Mapping[str, Example]:
    return {example.requirement: example for example in examples()}


@cache
def _talks() -> Mapping[str, TalkExample]:
    return {example.requirement: example for example in talk_examples()}


def _sse(text: str | None, dialect: Dialect, broken: int | None = None) -> tuple[str, Lines] | None:
    return None if text is None else (f"SSE of A2A {dialect}", tuple(_events(text, broken)))


def _events(text: str, broken: int | None) -> Iterator[str]:
    for number, event in enumerate((event for event in text.split("\n\n") if event.strip()), 1):
        for line in event.strip("\n").split("\n"):
            yield f"{HIT if number == broken else ' '} {visible(cut(line, WIDTH))}"


def _journal(talk: Talk | None, dialect: Dialect, broken: int | None = None) -> tuple[str, Lines] | None:
    if talk is None:
        return None
    told = frames(to_json(record) for record in journal_of(talk.lines, dialect)[0])
    lines = (f"{HIT if frame.seq == broken else ' '} {frame.way} {visible(cut(frame.line, WIDTH))}" for frame in told)
    return f"a conversation of A2A {dialect}", tuple(lines)
