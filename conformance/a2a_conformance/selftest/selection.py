"""What of the self-test is asked for: all of it, a requirement, a mutant or a scenario."""

from collections.abc import Mapping
from dataclasses import dataclass

from a2a_conformance import catalog, corpus
from a2a_conformance.adapters.normal_form import nearest
from a2a_conformance.outcome import Observes
from a2a_conformance.selftest.laboratory import Verdicts, plays, scenario_of
from a2a_conformance.selftest.mutant import Mutant
from a2a_conformance.selftest.population import all_mutants
from a2a_conformance.selftest.rule import has_streams
from a2a_conformance.selftest.tellers import tellers


@dataclass(frozen=True, slots=True)
class Options:
    """What to do. `full`: each mutant through every cell. `accept`: take what is seen as pinned. The rest selects."""

    full: bool = False
    accept: bool = False
    rule: str | None = None
    mutant: str | None = None
    scenario: str | None = None
    tellings: bool = False
    """Only the tellings, every one of every scenario."""

    @property
    def whole(self) -> bool:
        """Whether nothing was selected."""
        return self.rule is None and self.mutant is None and self.scenario is None


class UnknownName(LookupError):
    """A mutant or requirement that does not exist; the message names the nearest."""


def chosen(options: Options) -> dict[str, Mutant]:
    """The mutants to run. Raises UnknownName."""
    mutants = {mutant.name: mutant for mutant in all_mutants()}
    if options.scenario is not None and options.scenario not in {scenario_of(cell) for cell in plays()}:
        meant = nearest(options.scenario, corpus.paths())
        raise UnknownName(f"no scenario for clients is called {options.scenario!r}{meant}")
    if options.mutant is not None:
        if options.mutant not in mutants:
            raise UnknownName(f"no mutant is named {options.mutant!r}{nearest(options.mutant, mutants)}")
        return {options.mutant: mutants[options.mutant]}
    if options.rule is not None:
        if options.rule not in catalog.ids():
            raise UnknownName(f"no requirement is called {options.rule!r}{nearest(options.rule, catalog.ids())}")
        names = pinned_by(options.rule)
        if names or has_streams(options.rule):
            return {name: mutants[name] for name in names}
    return mutants


def pinned_by(rule: str) -> tuple[str, ...]:
    """The mutants that a requirement tells apart, as they are pinned."""
    there = {mutant.name for mutant in all_mutants()}
    return tuple(
        name
        for name, checks in tellers().items()
        if name in there and any(check.partition("/")[0] == rule for check in checks)
    )


def cells_of(options: Options, reference: Mapping[Observes, Verdicts]) -> frozenset[str] | None:
    """The cells that mutants are run through, when the options say; None: those that their pins suggest."""
    every = plays()
    if options.scenario is not None:
        return frozenset(cell for cell in every if scenario_of(cell) == options.scenario)
    if options.rule is not None and not pinned_by(options.rule):
        told = {
            cell
            for cells in reference.values()
            for cell, checks in cells.items()
            if any(check.partition("/")[0] == options.rule for check in checks)
        }
        return frozenset(told)
    return None
