"""How much of the catalogue is proven to be judged: a row counts once a mutant or a bad stream breaks it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from a2a_conformance.catalog import (
    ROWS,
    artifacts,
    bindings,
    cards,
    errors,
    history,
    json_format,
    multi_turn,
    operations,
    sending,
    signatures,
    sse,
    states,
    streams,
    subscribing,
    versions,
)
from a2a_conformance.catalog.requirement import Judge, Requirement, Seen
from a2a_conformance.rules import answers
from a2a_conformance.rules.conversation_examples import talks
from a2a_conformance.rules.examples import cases
from a2a_conformance.selftest.tellers import tellers, unreached
from a2a_conformance.verdict import Level
from a2a_simulator.wire.wire_forms import Binding

_TOPICS: Final = (
    sending, streams, subscribing, states, artifacts, history, operations, multi_turn, errors, versions, cards,
    signatures, json_format, bindings, sse,
)  # fmt: skip
CORE: Final = tuple(row for topic in _TOPICS for row in topic.ROWS if Binding.JSONRPC in row.bindings)
"""The rows that coverage is counted over: all that calls over JSON-RPC know, but for webhooks and credentials."""
OF_STREAMS: Final = (*streams.ROWS, *subscribing.ROWS, *states.ROWS, *artifacts.ROWS)
_BY_SCENARIO: Final = frozenset(row.id for row in ROWS if row.checks == (Judge.SCENARIO,))
"""Rows that hold when all of their scenario holds: a mutant that fails in it leaves them not reached."""


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of which a share has to be proven."""

    title: str
    rows: tuple[Requirement, ...]
    goal: float
    """The share, 0 to 1."""


GROUPS: Final = (
    Group(
        "C>  MUST and SHOULD in the client's requests",
        tuple(row for row in CORE if Seen.REQUEST in row.places and row.level in (Level.MUST, Level.SHOULD)),
        0.95,
    ),
    Group("C*  what the client makes of answers", tuple(row for row in CORE if Seen.REACTION in row.places), 0.90),
    Group(
        ">C  what agents answer: streams, subscriptions, states, artifacts",
        tuple(row for row in OF_STREAMS if Seen.RESPONSE in row.places and Binding.JSONRPC in row.bindings),
        0.95,
    ),
)


@dataclass(frozen=True, slots=True)
class Proof:
    """Who breaks what: requirement → the mutants that fail it, and the bad streams in which a rule speaks of it."""

    mutants: Mapping[str, tuple[str, ...]]
    streams: Mapping[str, tuple[str, ...]]

    def holds(self, row: Requirement) -> bool:
        """Whether the row counts: it is judged, and something breaks it."""
        return row.left_out is None and bool(self.mutants.get(row.id) or self.streams.get(row.id))

    def missing(self, row: Requirement) -> str:
        """Why the row does not count; empty if it does."""
        if row.left_out is not None:
            return row.left_out.value
        if self.holds(row):
            return ""
        return f"judged by {', '.join(row.checks)}, and no mutant{_or_stream(row)} breaks it"


@dataclass(frozen=True, slots=True)
class Coverage:
    """What a group comes to. `uncovered`: each row that does not count, with the reason."""

    group: Group
    uncovered: tuple[tuple[Requirement, str], ...]

    @property
    def covered(self) -> int:
        """How many rows count."""
        return len(self.group.rows) - len(self.uncovered)

    @property
    def share(self) -> float:
        """The share of rows that count, 0 to 1."""
        return self.covered / len(self.group.rows)

    @property
    def reached(self) -> bool:
        """Whether the goal is met."""
        return self.share >= self.group.goal


def proof() -> Proof:
    """What the committed pins and the shipped streams prove; nothing is run. Raises OSError, BrokenExamples."""
    told = [(check.partition("/")[0], mutant) for mutant, checks in tellers().items() for check in checks]
    whole = ((id, mutant) for mutant, ids in unreached().items() for id in ids if id in _BY_SCENARIO)
    return Proof(_grouped((*told, *whole)), _grouped(_shown()))


def coverage(of: Proof, groups: Iterable[Group] = GROUPS) -> tuple[Coverage, ...]:
    """Each group with the rows that do not count."""
    return tuple(
        Coverage(group, tuple((row, reason) for row in group.rows if (reason := of.missing(row)))) for group in groups
    )


def _shown() -> Iterator[tuple[str, str]]:
    for case in cases():
        yield from ((id, f"{case.family}: {case.name}") for id in case.requirements)
    yield from ((id, "an answer") for id in answers.SPOKEN)
    for talk in talks():
        yield from ((id, f"{talk.family}: {talk.name}") for id in talk.requirements)


def _grouped(pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    out: dict[str, dict[str, None]] = {}
    for id, name in pairs:
        out.setdefault(id, {})[name] = None
    return {id: tuple(names) for id, names in sorted(out.items())}


def _or_stream(row: Requirement) -> str:
    return " and no stream" if Judge.STREAM in row.checks else ""
