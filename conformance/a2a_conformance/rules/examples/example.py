"""The examples of one requirement: a stream that keeps it, and one that breaks it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from a2a_conformance.rules.examples.case import Case
from a2a_conformance.rules.examples.files import cases
from a2a_simulator.wire.wire_forms import Dialect


@dataclass(frozen=True, slots=True)
class Example:
    """A good and a bad stream in each dialect in which the rule speaks."""

    requirement: str
    good_cases: Mapping[Dialect, Case]
    bad_cases: Mapping[Dialect, Case]

    @property
    def dialects(self) -> tuple[Dialect, ...]:
        """The dialects that have either."""
        return tuple(one for one in Dialect if one in self.bad_cases or one in self.good_cases)

    def good(self, dialect: Dialect) -> str | None:
        """SSE text of a stream that keeps the requirement."""
        case = self.good_cases.get(dialect)
        return None if case is None else case.sse(dialect)

    def bad(self, dialect: Dialect) -> str | None:
        """SSE text of a stream that breaks it; what the specification leaves open shows there and is only noted."""
        case = self.bad_cases.get(dialect)
        return None if case is None else case.sse(dialect)

    def bad_frame(self, dialect: Dialect) -> int | None:
        """The number of the frame in the bad stream that the rule speaks about, from 1."""
        case = self.bad_cases.get(dialect)
        if case is None:
            return None
        return next(found.frame for found in case.judged(dialect) if found.requirement == self.requirement)


@cache
def examples() -> tuple[Example, ...]:
    """One for each requirement that a stream can break, in order of their ids. Raises BrokenExamples."""
    known = cases()
    ids = sorted({id for case in known for id in case.requirements})
    return tuple(Example(id, _good(id, known), _bad(id, known)) for id in ids)


def _bad(id: str, known: Iterable[Case]) -> dict[Dialect, Case]:
    """The bad streams: one that breaks nothing else is taken first, and one that tells how it would be right."""
    out: dict[Dialect, tuple[tuple[bool, ...], Case]] = {}
    for case in known:
        if id not in case.requirements:
            continue
        noted = id in case.notes
        rank = (noted, len({one for one, _ in case.speaks}) > 1 - noted, case.mended() is None)
        for dialect in case.dialects:
            if dialect not in out or rank < out[dialect][0]:
                out[dialect] = (rank, case)
    return {dialect: case for dialect, (_, case) in out.items()}


def _good(id: str, known: Iterable[Case]) -> dict[Dialect, Case]:
    """The good streams: those that say so, else a bad one put right."""
    out: dict[Dialect, Case] = {}
    for case in known:
        if id in case.of:
            for dialect in case.dialects:
                out.setdefault(dialect, case)
    for dialect, case in _bad(id, known).items():
        mended = case.mended()
        if mended is not None:
            out.setdefault(dialect, mended)
    return out
