"""Good and bad conversations of every rule over journals, as data: `fixtures/streams/conversations/*.yaml`."""

import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from a2a_conformance.rules.examples.files import BrokenExamples
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.journal_lines import journal_of
from a2a_conformance.rules.journals import judge_journal
from a2a_conformance.shipped import fixtures_root
from a2a_simulator.journal import write
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.yaml_text import read
from a2a_simulator.wire.wire_forms import Dialect

_KEYS: Final = frozenset({"name", "journal", "speaks", "notes", "of", "dialects"})


@dataclass(frozen=True, slots=True)
class Talk:
    """A journal. A bad one has `speaks`: (requirement, label of the record). A good one breaks nothing."""

    family: str
    name: str
    lines: tuple[Mapping[str, Any], ...]
    speaks: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    """Requirements that are noted only; other notes are not looked at."""
    of: tuple[str, ...] = ()
    """Requirements of which a good journal is the example."""
    dialects: tuple[Dialect, ...] = (Dialect.V1_0, Dialect.V0_3)

    @property
    def requirements(self) -> tuple[str, ...]:
        """All that the rules speak of here."""
        return tuple(dict.fromkeys((*(id for id, _ in self.speaks), *self.notes)))

    def text(self, dialect: Dialect) -> str:
        """The journal as JSON Lines, as `judge` reads it."""
        out = io.StringIO()
        write(journal_of(self.lines, dialect)[0], out)
        return out.getvalue()

    def judged(self, dialect: Dialect) -> tuple[Finding, ...]:
        """What the rules say of it."""
        return judge_journal(journal_of(self.lines, dialect)[0])

    def expected(self, dialect: Dialect) -> tuple[tuple[str, int], ...]:
        """What they have to say: requirement and frame."""
        labels = journal_of(self.lines, dialect)[1]
        return tuple((id, labels[label]) for id, label in self.speaks)


@dataclass(frozen=True, slots=True)
class TalkExample:
    """The examples of one requirement: a conversation that keeps it, and one that breaks it."""

    requirement: str
    good_cases: Mapping[Dialect, Talk]
    bad_cases: Mapping[Dialect, Talk]

    def good(self, dialect: Dialect) -> str | None:
        """A journal that keeps the requirement, as JSON Lines."""
        case = self.good_cases.get(dialect)
        return None if case is None else case.text(dialect)

    def bad(self, dialect: Dialect) -> str | None:
        """A journal that breaks it."""
        case = self.bad_cases.get(dialect)
        return None if case is None else case.text(dialect)

    def bad_frame(self, dialect: Dialect) -> int | None:
        """The frame of the bad journal that the rule speaks about."""
        case = self.bad_cases.get(dialect)
        if case is None:
            return None
        return next(found.frame for found in case.judged(dialect) if found.requirement == self.requirement)


@cache
def talks() -> tuple[Talk, ...]:
    """All conversations, in order of the files. Raises BrokenExamples."""
    files = sorted((fixtures_root() / "streams" / "conversations").glob("*.yaml"))
    return tuple(talk for path in files for talk in read_talks(path))


@cache
def talk_examples() -> tuple[TalkExample, ...]:
    """One for each requirement that a conversation can break, in order of their ids. Raises BrokenExamples."""
    ids = sorted({id for talk in talks() for id in talk.requirements})
    return tuple(
        TalkExample(
            id,
            _first(tuple(talk for talk in talks() if id in talk.of)),
            _first(tuple(talk for talk in talks() if id in talk.requirements)),
        )
        for id in ids
    )


def read_talks(path: Path) -> tuple[Talk, ...]:
    """The conversations of one file. Raises BrokenExamples."""
    try:
        value = read(path.read_bytes(), path.name).value
    except ScenarioProblems as problem:
        raise BrokenExamples(str(problem)) from problem
    if not isinstance(value, dict) or not isinstance(value.get("cases"), list):
        raise BrokenExamples(f"{path.name}: the cases stand in a list under `cases`")
    return tuple(_talk(path, given) for given in value["cases"])


def _talk(path: Path, given: Any) -> Talk:
    name = given.get("name", "without a name") if isinstance(given, dict) else "no map"
    try:
        if foreign := given.keys() - _KEYS:
            raise ValueError(f"unknown key {', '.join(sorted(foreign))}; a case has {', '.join(sorted(_KEYS))}")
        dialects = tuple(Dialect(str(one)) for one in given.get("dialects", ("1.0", "0.3")))
        speaks = tuple((str(id), str(label)) for id, label in given.get("speaks", ()))
        talk = Talk(
            path.stem, name, tuple(given["journal"]), speaks, tuple(given.get("notes", ())),
            tuple(given.get("of", ())), dialects,
        )  # fmt: skip
        for dialect in dialects:
            talk.expected(dialect)
    except (ValueError, TypeError, AttributeError, KeyError) as problem:
        raise BrokenExamples(f"{path.name}: case {name}: {problem}") from problem
    return talk


def _first(found: tuple[Talk, ...]) -> dict[Dialect, Talk]:
    return {dialect: talk for talk in reversed(found) for dialect in talk.dialects}
