"""Who speaks of which requirement: the rules, the readers and the checks that the shipped scenarios plan."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from a2a_conformance import catalog, corpus
from a2a_conformance.catalog.lint import Mistake, Speakers, lint
from a2a_conformance.evaluate import FAILING
from a2a_conformance.outcome import Hello
from a2a_conformance.plan import plan
from a2a_conformance.rules import answers, conversation_judge, engine
from a2a_conformance.rules.conversations import refusals
from a2a_conformance.selftest.tellers import tellers
from a2a_simulator.wire.wire_forms import PLAYABLE

STREAM_RULES: Final = engine.SPOKEN | answers.SPOKEN | conversation_judge.SPOKEN

EXACT: Final[Mapping[str, str]] = {
    **dict(refusals.FINISHED.values()),
    **dict.fromkeys((*refusals.UNKNOWN.values(), "task-id-unknown"), "TaskNotFound"),
    **dict.fromkeys(("stream-cap-gate", "sub-cap-gate"), "UnsupportedOperation"),
}
"""Refusals that rules compare with one exact code, and the error that has it."""


@cache
def planned() -> frozenset[str]:
    """The requirements of which the shipped scenarios plan a check."""
    found: set[str] = set()
    for scenario in corpus.corpus():
        if "client" in scenario.targets:
            for cell in scenario.cells(PLAYABLE):
                found |= {check.requirement for check in plan(scenario.lower(cell), Hello("any client"))}
    return frozenset(found)


def speakers() -> Speakers:
    """All of them."""
    verdicts = {
        (check.partition("/")[0], status) for checks in tellers().values() for check, status in checks.items()
    }
    return Speakers(rules=STREAM_RULES, checks=planned(), exact=EXACT, failing=FAILING, verdicts=frozenset(verdicts))


def lint_catalogue(rows: Iterable[catalog.Requirement] = catalog.ROWS) -> Iterator[Mistake]:
    """What is wrong with the rows, given who speaks."""
    return lint(tuple(rows), speakers())
