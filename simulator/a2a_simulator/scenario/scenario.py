"""A scenario: one situation, checked, ready to be lowered to any cell that its steps allow."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from a2a_simulator.scenario.lowering import lower
from a2a_simulator.scenario.models.file import AgentModel, ScenarioFile
from a2a_simulator.scenario.narrowing import Later, Ruled, later_work, rulings
from a2a_simulator.scenario.play import Cell, Mode, Place, Play
from a2a_simulator.scenario.problems import Path
from a2a_simulator.scenario.yaml_text import Located
from a2a_simulator.wire.wire_forms import PLAYABLE, Binding, Dialect, WireForm

DEFAULT_DIALECTS: Final = (Dialect.V1_0, Dialect.V0_3)
DEFAULT_BINDINGS: Final = (Binding.JSONRPC, Binding.REST, Binding.GRPC)


@dataclass(frozen=True, slots=True)
class Excluded:
    """A wire form that the scenario does not run in, and why."""

    wire_form: WireForm
    reason: str

    def __str__(self) -> str:
        return f"{self.wire_form}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Scenario:
    """One file. Its `id` is its path under the corpus, without suffix; `file` is what was written."""

    id: str
    file: ScenarioFile
    located: Located = field(repr=False, compare=False)

    @property
    def title(self) -> str:
        """The situation in one line."""
        return self.file.scenario

    @property
    def place(self) -> Place:
        """Where the file begins."""
        return self.located.place(())

    @property
    def covers(self) -> tuple[str, ...]:
        """The requirements that the file is made for."""
        return tuple(self.file.covers or ())

    @property
    def tags(self) -> tuple[str, ...]:
        """Words for selection."""
        return tuple(self.file.tags or ())

    @property
    def targets(self) -> tuple[str, ...]:
        """Whom it is for: client, gateway, host."""
        if self.file.targets is not None:
            return tuple(self.file.targets)
        return ("host",) if self.file.agents is not None else ("client", "gateway")

    @property
    def modes(self) -> tuple[Mode, ...]:
        """How the client sends, one set of cells for each."""
        return tuple(Mode(mode) for mode in self.file.modes or ("auto",))

    @property
    def rounds(self) -> int:
        """How often the file is played, each time with the next seed."""
        return self.file.rounds or 1

    @property
    def agents(self) -> dict[str, tuple[Path, AgentModel]]:
        """The agents by name, and the path of each in the file; a single one is called `agent`."""
        if self.file.agents is not None:
            return {name: (("agents", name), agent) for name, agent in self.file.agents.items()}
        single = AgentModel.model_construct(
            card=self.file.card,
            extended_card=self.file.extended_card,
            serve=self.file.serve,
            script=self.file.script or [],
        )
        return {"agent": ((), single)}

    @property
    def later(self) -> tuple[Later, ...]:
        """What the file uses that this version does not play."""
        return later_work(self)

    @property
    def named_forms(self) -> tuple[WireForm, ...]:
        """The wire forms that the file names, or all of the default ones, before its steps narrow them."""
        dialects = [Dialect(one) for one in self.file.dialects or DEFAULT_DIALECTS]
        bindings = [Binding(one) for one in self.file.bindings or DEFAULT_BINDINGS]
        return tuple(WireForm(dialect, binding) for binding in bindings for dialect in dialects)

    @property
    def ruled(self) -> tuple[Ruled, ...]:
        """Which steps rule out which wire forms."""
        return rulings(self)

    @property
    def excluded(self) -> tuple[Excluded, ...]:
        """The wire forms in which the scenario is not played, each with the reason."""
        return tuple(self._excluded(PLAYABLE))

    def _excluded(self, playable: Sequence[WireForm]) -> list[Excluded]:
        later = self.later
        ruled = self.ruled
        out: list[Excluded] = []
        for form in dict.fromkeys((*PLAYABLE, *self.named_forms)):
            why = next((it for it in ruled if form in it.forms), None)
            if form not in self.named_forms:
                out.append(Excluded(form, "the file names other dialects or bindings"))
            elif why is not None:
                out.append(Excluded(form, why.reason))
            elif later:
                out.append(Excluded(form, later[0].reason))
            elif form not in playable:
                out.append(Excluded(form, f"{form.name} is not played by this version"))
        return out

    def cells(self, forms: Sequence[WireForm] = PLAYABLE) -> tuple[Cell, ...]:
        """What is played in these wire forms: one cell a form and mode."""
        gone = {it.wire_form for it in self._excluded(forms)}
        playable = [form for form in forms if form in self.named_forms and form not in gone]
        return tuple(Cell(self.id, form, mode) for form in playable for mode in self.modes)

    def lower(self, cell: Cell, round: int = 1) -> Play:
        """All that one run of the cell needs."""
        return lower(self, cell, round)
