"""Testing a fold alone: the events of a scenario, what they come to, and a judge; no socket, no adapter."""

from typing import TYPE_CHECKING, Any, Final

import pytest

from a2a_conformance.adapters.normal_form import NotNormal, read_outcome
from a2a_conformance.folding import FoldCase, fold_case, is_foldable, judge_outcome
from a2a_conformance.plugin.chosen import NothingSelected, chosen
from a2a_simulator.scenario.load import SUFFIX, load
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.wire.wire_forms import PLAYABLE, WireForm

if TYPE_CHECKING:
    from a2a_conformance.oracle.accept import Accept


NOT_SAID: Final[Any] = object()
"""Default of an argument that was left out."""


class FoldScenario:
    """One scenario for a test of a fold: take its `events`, fold them, have the result judged."""

    def __init__(self, scenario: Scenario) -> None:
        self._scenario = scenario
        self._cases: dict[WireForm, FoldCase] = {}
        self._dialect = "1.0"

    @property
    def id(self) -> str:
        """`family/stem`."""
        return self._scenario.id

    def events(self, dialect: str = "1.0") -> list[dict[str, Any]]:
        """What a streaming client of this dialect gets, each event as decoded JSON (`result` of the envelope)."""
        self._dialect = dialect
        return [dict(event) for event in self._case(dialect).events]

    @property
    def expected(self) -> "Accept":
        """What the oracle accepts."""
        return self._case(self._dialect).accept

    def judge(self, outcome: str, answer: str | None = NOT_SAID, **more: Any) -> None:
        """Fails the test unless this is acceptable. `more` are further keys of the normal form: artifacts, question.

        An answer of None is an empty one; left out, only the outcome is judged. Raises ValueError for other keys.
        """
        if outcome == "unknown":
            raise ValueError("judge() needs the outcome of the fold: a state, message, incomplete or error")
        text = {} if answer is NOT_SAID else {"answer": answer or ""}
        try:
            told = read_outcome({"outcome": outcome} | text | {key: it for key, it in more.items() if it is not None})
        except NotNormal as problem:
            raise ValueError(f"judge() takes the keys of the normal form: {problem}") from None
        difference = judge_outcome(self.expected, told)
        if difference is not None:
            where = f"{self._scenario.place}: {self.id} [{self._dialect}]"
            pytest.fail(f"{where}: {difference.cause}\n  {difference}", pytrace=False)

    def _case(self, dialect: str) -> FoldCase:
        form = next((form for form in PLAYABLE if str(form.dialect) == dialect), None)
        if form is None:
            raise ValueError(f"dialect {dialect!r}: one of {', '.join(str(form.dialect) for form in PLAYABLE)}")
        if form not in self._cases:
            cells = self._scenario.cells((form,))
            if not cells:
                # The scenario says itself that it is of the other dialect only: there is nothing to fold.
                pytest.skip(f"{self.id} is not played in A2A {dialect}")
            self._cases[form] = fold_case(self._scenario.lower(cells[0]))
        return self._cases[form]

    def __repr__(self) -> str:
        return f"<scenario {self.id}>"


def parametrise(metafunc: pytest.Metafunc) -> None:
    """Gives `a2a_scenario` every scenario that the marker's globs select and that can be folded from events alone.

    A glob that ends in `.a2a.yaml` is looked for beside the test, any other in the shipped corpus, with its tellings.
    """
    globs = [glob for mark in metafunc.definition.iter_markers("a2a_scenarios") for glob in mark.args] or ["core"]
    cases: dict[str, FoldScenario] = {}
    for glob in globs:
        try:
            found = _beside(metafunc, glob) if glob.endswith(SUFFIX) else chosen([glob])
        except (NothingSelected, ScenarioProblems) as problem:
            raise pytest.Collector.CollectError(f"a2a_scenarios: {problem}") from None
        folds = {scenario.id: FoldScenario(scenario) for scenario in found if foldable(scenario)}
        if not folds:
            raise pytest.Collector.CollectError(f"a2a_scenarios: nothing of {glob} is one stream of events to fold")
        cases |= folds
    metafunc.parametrize("a2a_scenario", list(cases.values()), ids=list(cases))


def _beside(metafunc: pytest.Metafunc, glob: str) -> list[Scenario]:
    files = sorted(metafunc.definition.path.parent.glob(glob))
    if not files:
        raise NothingSelected(f"no file {glob} beside {metafunc.definition.path.name}")
    return [load(file) for file in files]


def foldable(scenario: Scenario) -> bool:
    """Whether one stream of events is all that a client needs to come to its outcome."""
    cells = scenario.cells(PLAYABLE)
    return bool(cells) and is_foldable(scenario.lower(cells[0]))
