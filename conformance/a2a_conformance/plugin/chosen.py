"""Scenarios that are not files of the user: shipped ones, their tellings, and made-up ones."""

from collections.abc import Iterable

from a2a_conformance import corpus
from a2a_conformance.corpus import NothingSelected as NothingSelected
from a2a_conformance.fuzz.generate import Name, scenario_of
from a2a_conformance.tellings.told import MARK, UnknownTelling, told_in
from a2a_simulator.scenario.scenario import Scenario


def chosen(words: Iterable[str]) -> tuple[Scenario, ...]:
    """What suites, globs, tellings (`family/stem~telling`) and names `fuzz/SEED-N` select, each scenario once.

    Raises NothingSelected, ScenarioProblems.
    """
    words = list(words)
    shipped = [word for word in words if not _elsewhere(word)]
    found = {scenario.id: scenario for scenario in (corpus.select(shipped) if shipped else ())}
    for word in words:
        if (made_up := Name.of(word)) is not None:
            found[str(made_up)] = scenario_of(made_up)
        elif MARK in word:
            base, _, telling = word.rpartition(MARK)
            try:
                found |= {one.id: one for one in told_in(corpus.select([base]), telling)}
            except UnknownTelling as problem:
                raise NothingSelected(str(problem)) from problem
    return tuple(found.values())


def look_at(words: Iterable[str]) -> None:
    """Says of words that select nothing what is wrong with them; no scenario is read. Raises NothingSelected."""
    for word in words:
        if Name.of(word) is not None:
            continue
        base, mark, telling = word.rpartition(MARK)
        corpus.ids([base if mark else word])
        try:
            told_in((), telling if mark else "*")
        except UnknownTelling as problem:
            raise NothingSelected(str(problem)) from problem


def _elsewhere(word: str) -> bool:
    return MARK in word or Name.of(word) is not None
