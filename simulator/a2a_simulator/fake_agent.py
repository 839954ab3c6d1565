"""A fake agent in one line, for tests of your own: `with FakeAgent("pause.a2a.yaml") as agent: …`."""

from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self

from a2a_simulator.journal import Journal
from a2a_simulator.scenario.load import load, load_text
from a2a_simulator.scenario.play import Play
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.server.run import Run
from a2a_simulator.server.simulator import Simulator
from a2a_simulator.session.addresses import Address
from a2a_simulator.wire.wire_forms import PLAYABLE, Dialect

Script = str | PathLike[str] | Scenario | Play
"""A path, the text of a scenario, a loaded scenario, or what a run needs of it."""


class NoFakeAgent(ValueError):
    """What was given cannot be played; the text tells why and what would do."""


class FakeAgent:
    """A scripted A2A agent on a port of its own. Works in `with` and in `async with`.

    Args:
        script: what it plays; may be given later by `play`.
        dialect: `1.0` or `0.3`; by default the first that the scenario allows.
        time_scale: multiplies each wait of the script.

    Raises ScenarioProblems for a broken file, NoFakeAgent for one that cannot be played in this dialect.
    """

    def __init__(self, script: Script | None = None, *, dialect: str | None = None, time_scale: float = 1.0) -> None:
        self._play = None if script is None else _play_of(script, dialect)
        self._dialect = dialect
        self._time_scale = time_scale
        self._simulator = Simulator()
        self._run: Run | None = None
        self._count = 0

    def __enter__(self) -> Self:
        self._simulator.__enter__()
        if self._play is not None:
            self._open(self._play)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._simulator.close()

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._simulator.close()

    def play(self, script: Script, dialect: str | None = None) -> Self:
        """Plays something else from now on, at a new URL; calls to the one before get 410."""
        play = _play_of(script, dialect or self._dialect)
        if self._run is not None:
            self._run.close()
        self._open(play)
        return self

    @property
    def card_url(self) -> str:
        """URL of the agent card. In a scenario of several agents: of the first; see `addresses`."""
        return self._first.card_url

    @property
    def base_url(self) -> str:
        """URL that calls go to."""
        return self._first.base_url

    @property
    def addresses(self) -> dict[str, Address]:
        """Where each agent is, by name."""
        return dict(self.run.addresses)

    @property
    def journal(self) -> Journal:
        """All that crossed the wire so far."""
        return self.run.snapshot()

    @property
    def run(self) -> Run:
        """The run itself: `surfaced`, `listener_stopped`, `wait_idle` …"""
        if self._run is None:
            raise NoFakeAgent(
                "nothing is played yet: enter the agent by `with`, and give it a scenario or call play()"
            )
        return self._run

    @property
    def _first(self) -> Address:
        return next(iter(self.run.addresses.values()))

    def _open(self, play: Play) -> None:
        self._count += 1
        self._run = self._simulator.open(play, run=f"r{self._count}", time_scale=self._time_scale)


def _play_of(script: Script, dialect: str | None) -> Play:
    if isinstance(script, Play):
        return script
    scenario = script if isinstance(script, Scenario) else _load(script)
    known = [str(form.dialect) for form in PLAYABLE]
    if dialect is not None and dialect not in known:
        raise NoFakeAgent(f"no such dialect: {dialect} (known: {', '.join(known)})")
    forms = [form for form in PLAYABLE if dialect is None or form.dialect == Dialect(dialect)]
    cells = scenario.cells(forms)
    if not cells:
        reasons = [f"{why.wire_form}: {why.reason}" for why in scenario.excluded if why.wire_form in forms]
        raise NoFakeAgent(f"{scenario.id} cannot be played here ({'; '.join(reasons) or 'no such wire form'})")
    return scenario.lower(cells[0])


def _load(script: str | PathLike[str]) -> Scenario:
    if isinstance(script, str) and "\n" in script:
        return load_text(script)
    path = Path(script)
    if not path.is_file():
        raise NoFakeAgent(f"{path}: no such file (a scenario may also be given as text, with its line breaks)")
    return load(path)
