"""All that is known of one requirement: the row, where it is made for, what fails it, and where that was met."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from a2a_conformance import corpus
from a2a_conformance.catalog import Requirement
from a2a_conformance.catalog.advice import advise
from a2a_conformance.catalog.citations import citation
from a2a_conformance.catalog.requirement import Judge, LeftOut, Seen, Who
from a2a_conformance.explained.streams import Streams, streams_of
from a2a_conformance.selftest.mutant import Mutant
from a2a_conformance.selftest.population import all_mutants
from a2a_conformance.selftest.tellers import tellers
from a2a_conformance.verdict import Level, Status
from a2a_simulator.scenario.scenario import Scenario

WHY_LEFT_OUT: Final[Mapping[LeftOut, str]] = {
    LeftOut.NO_WIRE_TRACE: "nothing of it shows on any wire, so no suite can see whether it holds",
    LeftOut.SERVER_ONLY: "it binds agents alone; test kits for servers judge it",
    LeftOut.UNDEFINED: "the specification leaves open what is right, so nothing can be wrong",
    LeftOut.PLANNED_PROTOCOL: "the part of the protocol that it belongs to is not played yet",
    LeftOut.PLANNED_WIRE: "the binding that it belongs to is not played yet",
    LeftOut.PLANNED_GATEWAYS: "it shows behind a gateway, and gateways are not driven yet",
}

WHAT_JUDGES: Final[Mapping[Judge, str]] = {
    Judge.STREAM: "the rules of streams",
    Judge.REQUEST: "the readers of requests",
    Judge.CALLS: "which calls came",
    Judge.OUTCOME: "what the client told its caller",
    Judge.LISTENER: "what the listener was given",
    Judge.SCENARIO: "the pins of scenarios",
}

PLACES: Final[Mapping[Seen, str]] = {
    Seen.REQUEST: "in the client's own requests",
    Seen.RESPONSE: "in what the agent answers",
    Seen.REACTION: "in what the client tells its caller, or in the calls that follow",
    Seen.DELIVERY: "in what is posted to the client's webhook",
    Seen.RECEIPT: "in what the client's webhook answers",
    Seen.NOWHERE: "on no wire",
}

WORTH: Final[Mapping[Level, str]] = {
    Level.MUST: "a breach fails the run",
    Level.SHOULD: "a breach warns, and fails with `--strict`",
    Level.MAY: "told only, never a failure",
    Level.INFO: "told only, never a failure",
}


FEW: Final = 4
"""Requirements that a mutant may fail for what was reported of it to speak of each of them."""


@dataclass(frozen=True, slots=True)
class Failing:
    """A mutant that the requirement tells apart: by which of its checks, and what they come to."""

    mutant: Mutant
    checks: Mapping[str, Status]


@dataclass(frozen=True, slots=True)
class Explanation:
    """One requirement in full. `scenarios` are made for it, `breaking` break it on purpose."""

    row: Requirement
    citations: tuple[str, ...]
    advice: str
    scenarios: tuple[Scenario, ...]
    breaking: tuple[Scenario, ...]
    failing: tuple[Failing, ...]
    bugs: tuple[str, ...]
    streams: Streams

    @property
    def place(self) -> str:
        """Where a breach shows."""
        return ", and ".join(PLACES[place] for place in self.row.places)

    @property
    def who(self) -> str:
        """Whom it binds."""
        return ", ".join(self.row.who) or "authors of specifications"

    @property
    def judged(self) -> str:
        """By what it is judged, or why it is not."""
        if self.row.left_out is not None:
            return f"not ({self.row.left_out}): {WHY_LEFT_OUT[self.row.left_out]}"
        return f"by {', '.join(WHAT_JUDGES[check] for check in self.row.checks)}"

    @property
    def unmade(self) -> str:
        """What is said where no scenario is made for it."""
        return "no scenario of its own; judged wherever it applies"

    @property
    def levels(self) -> str:
        """Its level in words, with what a breach comes to, and the level of another dialect where that differs."""
        there = [f"{level} in {dialect}" for dialect in self.row.dialects
                 if (level := self.row.level_in(dialect)) is not self.row.level]  # fmt: skip
        return "; ".join([f"{self.row.level}, {self.row.basis}: {WORTH[self.row.level]}", *there])

    @property
    def binds_clients(self) -> bool:
        """Whether a client can break it, and be seen to."""
        return Who.CLIENT in self.row.who and any(at in (Seen.REQUEST, Seen.REACTION) for at in self.row.places)


def explain(row: Requirement) -> Explanation:
    """Everything there is to know of a requirement. Raises ScenarioProblems when the corpus cannot be read."""
    scenarios = tuple(one for one in corpus.corpus() if row.id in one.covers)
    breaking = _breaking().get(row.id, ())
    failing = _failing(row.id)
    met = [one for scenario in (*scenarios, *breaking) for one in scenario.file.bugs or ()]
    met += [bug for one in failing if _breadth(one.mutant.name) <= FEW for bug in one.mutant.bugs]
    return Explanation(
        row,
        tuple(dict.fromkeys(citation(row, dialect) for dialect in row.dialects)),
        advise(row),
        scenarios,
        breaking,
        failing,
        tuple(sorted(set(met))),
        streams_of(row, scenarios, breaking),
    )


def _failing(id: str) -> tuple[Failing, ...]:
    """The mutants that fail it; those first that fail it as such, in no pin alone, and little else."""
    told = tellers()
    out = []
    for mutant in all_mutants():
        checks = {check: status for check, status in told.get(mutant.name, {}).items() if _requirement(check) == id}
        if checks:
            out.append(Failing(mutant, checks))
    return tuple(sorted(out, key=lambda one: (id not in one.checks, _breadth(one.mutant.name), one.mutant.name)))


def _breadth(mutant: str) -> int:
    """How many requirements a mutant fails."""
    return len({_requirement(check) for check in tellers()[mutant]})


def _requirement(check: str) -> str:
    return check.partition("/")[0]


@cache
def _breaking() -> Mapping[str, tuple[Scenario, ...]]:
    out: dict[str, list[Scenario]] = {}
    for scenario in corpus.corpus():
        for id in _deliberate(scenario.file.model_dump()):
            found = out.setdefault(id, [])
            if scenario not in found:
                found.append(scenario)
    return {id: tuple(found) for id, found in out.items()}


def _deliberate(value: object) -> set[str]:
    """All ids under `deliberate` in a scenario's file, however deep."""
    if isinstance(value, Mapping):
        named = value.get("deliberate")
        here = {named} if isinstance(named, str) else {*named} if isinstance(named, list | tuple) else set()
        return here.union(*(_deliberate(one) for one in value.values()))
    if isinstance(value, list | tuple):
        return set().union(*(_deliberate(one) for one in value))
    return set()
