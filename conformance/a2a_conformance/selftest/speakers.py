"""Who speaks of which requirement: the rules, the readers and the checks that the shipped scenarios plan."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from a2a_conformance import catalog, corpus
from a2a_conformance.catalog.lint import Mistake, Speakers, lint
from a2a_conformance.evaluate import FAILING
from a2a_conformance.outcome import Hello
from a2a_conformance.plan import plan
from a2a_conformance.rules import answers, conversation_judge, engine
from a2a_conformance.rules.conversation_examples import talks
from a2a_conformance.selftest.tellers import tellers
from a2a_simulator.protocol.errors import BY_NAME
from a2a_simulator.wire.wire_forms import PLAYABLE

STREAM_RULES: Final = engine.SPOKEN | answers.SPOKEN | conversation_judge.SPOKEN

_ERROR: Final = re.compile(r"(\w+) \((-\d+)\)")
"""How a finding tells the error that it expected."""


A2A_CODES: Final = range(-32099, -32000)
"""Codes of A2A's own errors: those that rows name."""


@cache
def exact() -> Mapping[str, str]:
    """Requirement → the error that a bad conversation should have had, with its exact code."""
    found: dict[str, str] = {}
    for talk in talks():
        for finding in (finding for dialect in talk.dialects for finding in talk.judged(dialect)):
            told = _ERROR.fullmatch(finding.expected)
            if told and BY_NAME[told[1]].code == int(told[2]) in A2A_CODES:
                found[finding.requirement] = told[1]
    return found


HELLO: Final = Hello("any client", dialects=tuple(dict.fromkeys(str(form.dialect) for form in PLAYABLE)))


@cache
def planned() -> frozenset[str]:
    """The requirements of which the shipped scenarios plan a check."""
    found: set[str] = set()
    for scenario in corpus.corpus():
        if "client" in scenario.targets:
            for cell in scenario.cells(PLAYABLE):
                found |= {check.requirement for check in plan(scenario.lower(cell), HELLO)}
    return frozenset(found)


def speakers() -> Speakers:
    """All of them."""
    verdicts = {
        (check.partition("/")[0], status) for checks in tellers().values() for check, status in checks.items()
    }
    return Speakers(
        rules=STREAM_RULES, checks=planned(), exact=exact(), failing=FAILING, verdicts=frozenset(verdicts)
    )


def lint_catalogue(rows: Iterable[catalog.Requirement] = catalog.ROWS) -> Iterator[Mistake]:
    """What is wrong with the rows, given who speaks."""
    return lint(tuple(rows), speakers())
