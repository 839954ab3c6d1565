"""Plays a document to a target and tells whether one check of it still fails."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from a2a_conformance import catalog
from a2a_conformance.adapters.base import Adapter
from a2a_conformance.fuzz.writing import write
from a2a_conformance.outcome import Hello
from a2a_conformance.report.totals import failing, warning
from a2a_conformance.runner import Settings
from a2a_conformance.runner.cell import run_cell
from a2a_conformance.runner.ports import Simulator
from a2a_conformance.verdict import Status, Verdict
from a2a_conformance.vetting import vetted
from a2a_simulator.scenario.load import SUFFIX, load_text
from a2a_simulator.scenario.play import Cell, Play
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.wire.wire_forms import PLAYABLE, WireForm


@dataclass(frozen=True, slots=True)
class Symptom:
    """A failure to keep: which check fails how, of which requirement, and in which cell of the file."""

    check: str
    requirement: str
    status: Status
    suffix: str

    @classmethod
    def of(cls, verdict: Verdict) -> "Symptom":
        """The symptom that a verdict shows."""
        return cls(verdict.key.check, verdict.requirement, verdict.status, verdict.key.cell.suffix)

    def shown_by(self, verdict: Verdict) -> bool:
        """Whether a verdict shows it, and not as a consequence of another failure."""
        return Symptom.of(verdict) == self and not verdict.explained_by


def is_failure(verdict: Verdict, strict: bool = False) -> bool:
    """Whether a verdict fails a run by itself. `strict`: a broken SHOULD does too."""
    bad = failing(verdict) or (strict and warning(verdict)) or verdict.status is Status.ERROR
    return bad and not verdict.explained_by


def forms_of(hello: Hello) -> tuple[WireForm, ...]:
    """The wire forms that a target speaks and we play."""
    return tuple(form for form in PLAYABLE if form.dialect in hello.dialects and form.binding in hello.bindings)


class Bench:
    """A target that scenarios are tried on, one after the other, each run under a name of its own."""

    def __init__(self, simulator: Simulator, adapter: Adapter, settings: Settings) -> None:
        self._simulator = simulator
        self._adapter = adapter
        self._settings = settings
        self._runs = 0

    @property
    def runs(self) -> int:
        """How many cells were run so far."""
        return self._runs

    @property
    def time_scale(self) -> float:
        """By how much deadlines are multiplied."""
        return self._settings.time_scale

    @property
    def forms(self) -> tuple[WireForm, ...]:
        """The wire forms of the target."""
        return forms_of(self._adapter.hello())

    def verdicts(self, play: Play) -> tuple[Verdict, ...]:
        """Runs one cell. Raises SessionOver."""
        self._runs += 1
        return run_cell(self._simulator, self._adapter, play, self._settings, f"s{self._runs}").verdicts

    def shows(self, symptom: Symptom, document: Mapping[str, Any], id: str) -> bool:
        """Whether the document is a scenario without mistake, has the cell, and shows the symptom there.

        What is no such scenario costs no run. Raises SessionOver.
        """
        return any(
            symptom.shown_by(verdict)
            for play in plays_of(document, id, self.forms)
            if play.cell.suffix == symptom.suffix
            for verdict in self.verdicts(play)
        )


def plays_of(document: Mapping[str, Any], id: str, forms: tuple[WireForm, ...]) -> Iterator[Play]:
    """The plays of a document for clients; none where it has a mistake."""
    try:
        scenario = vetted(load_text(write(document), f"{id}{SUFFIX}", id, catalog.ids()))
    except ScenarioProblems:
        return
    if "client" in scenario.targets:
        cells: tuple[Cell, ...] = scenario.cells(forms)
        yield from (scenario.lower(cell) for cell in cells)
