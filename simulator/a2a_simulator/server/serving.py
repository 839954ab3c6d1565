"""Scenarios served to anybody, for ever: a script belongs to a task, each new task begins it anew."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from a2a_simulator.journal import Record
from a2a_simulator.scenario.play import Play
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.server.run import Run
from a2a_simulator.server.simulator import Simulator
from a2a_simulator.server.slot import Slot
from a2a_simulator.wire.wire_forms import PLAYABLE, Dialect

Hook = Callable[["Served"], Any]
"""Gives what the control address answers about one served scenario, as JSON."""


class NotServed(ValueError):
    """A scenario cannot be served; the text tells which and why."""


@dataclass(slots=True)
class Served:
    """One scenario that is being served."""

    name: str
    scenario: Scenario
    run: Run
    slots: dict[str, Slot]
    dialects: tuple[Dialect, ...]
    per_task: bool
    file: str = ""

    def told(self) -> dict[str, Any]:
        """What the control address says of it."""
        return {
            "case": self.name,
            "title": self.scenario.title,
            "file": self.file,
            "dialects": [dialect.value for dialect in self.dialects],
            "called": self.run.first_request,
            "agents": {
                name: {"card_url": address.card_url, "base_url": address.base_url}
                for name, address in self.run.addresses.items()
            },
        }


@dataclass(slots=True)
class Serving:
    """All that one server serves. `speed` 2 halves each wait; `dialect` None: all that a scenario allows."""

    simulator: Simulator
    speed: float = 1.0
    cors: bool = True
    dialect: Dialect | None = None
    watcher: Callable[[Served, list[Record]], None] | None = None
    preflighted: Callable[[str, str], None] | None = None
    """Told the path and the origin, when a browser asks whether a page may call."""
    hooks: Mapping[str, Hook] = field(default_factory=dict)
    """`findings` and `report`, from whoever can judge."""
    served: dict[str, Served] = field(default_factory=dict)

    def add(self, scenario: Scenario, port: int = 0, file: str = "", per_task: bool = True) -> Served:
        """Serves a scenario; its first agent at `port`, further ones at the ports after it (0: any).

        Raises NotServed, PortTaken.
        """
        plays = self.plays(scenario)
        slots: dict[str, Slot] = {}
        for number, agent in enumerate(plays[0].agents):
            if agent.serve.online:
                slot = slots[agent.name] = self.simulator.slot(port + number if port else 0, self.cors)
                slot.preflighted = self.preflighted or slot.preflighted
        name = next(name for name in _names(scenario.id) if name not in self.served)
        served = self._opened(name, scenario, plays, slots, per_task, file)
        self.served[name] = served
        return served

    def reset(self, served: Served) -> None:
        """Begins it anew at the same address: no tasks, nothing of the script spent, an empty journal."""
        served.run.close()
        plays = self.plays(served.scenario)
        fresh = self._opened(served.name, served.scenario, plays, served.slots, served.per_task, served.file)
        self.served[served.name] = fresh

    def change(self, served: Served, scenario: Scenario) -> None:
        """Goes on with another version of the file; tasks stay. Raises NotServed."""
        plays = self.plays(scenario)
        try:
            served.run.change(plays[0], plays[1:])
        except ValueError as problem:
            raise NotServed(f"{scenario.id}: {problem}") from problem
        served.scenario = scenario

    def plays(self, scenario: Scenario) -> tuple[Play, ...]:
        """The scenario in each dialect that is served, with one card for all of them. Raises NotServed."""
        forms = [form for form in PLAYABLE if self.dialect in (None, form.dialect)]
        cells = {cell.wire_form.dialect: cell for cell in reversed(scenario.cells(forms))}
        plays = tuple(
            _titled(scenario, scenario.lower(cells[form.dialect])) for form in forms if form.dialect in cells
        )
        if not plays:
            reasons = [str(each) for each in scenario.excluded if each.wire_form in forms]
            raise NotServed(f"{scenario.id} cannot be served: {'; '.join(reasons) or 'no wire form is left'}")
        return tuple(_dual(play) for play in plays) if len(plays) > 1 else plays

    def _opened(
        self,
        name: str,
        scenario: Scenario,
        plays: tuple[Play, ...],
        slots: dict[str, Slot],
        per_task: bool,
        file: str,
    ) -> Served:
        run = self.simulator.open(
            plays[0],
            run=name,
            time_scale=1.0 / self.speed,
            slots=slots,
            per_task=per_task,
            others=plays[1:],
        )
        dialects = tuple(play.cell.wire_form.dialect for play in plays)
        served = Served(name, scenario, run, slots, dialects, per_task, file)
        if (watcher := self.watcher) is not None:
            run.watchers.append(lambda records: watcher(served, records))
        return served


def _names(first: str) -> Iterator[str]:
    """The name, then `name-2`, `name-3` …: fit for a URL as they are."""
    yield first
    for number in count(2):
        yield f"{first}-{number}"


def _titled(scenario: Scenario, play: Play) -> Play:
    """The play with cards that say what is played, where the file does not say otherwise."""
    title, about = scenario.title, scenario.file.about or scenario.title
    several = len(play.agents) > 1
    agents = tuple(
        replace(agent, card={"name": agent.name if several else title, "description": about, **agent.card})
        for agent in play.agents
    )
    return replace(play, agents=agents)


def _dual(play: Play) -> Play:
    """The play with a card that both dialects understand, unless the file says which card it wants."""
    agents = tuple(
        replace(agent, serve=replace(agent.serve, card="dual")) if agent.serve.card == "of_dialect" else agent
        for agent in play.agents
    )
    return replace(play, agents=agents)
