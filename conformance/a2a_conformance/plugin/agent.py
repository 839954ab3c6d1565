"""The fake agent of the fixtures: it finds scenarios beside the test and in the shipped corpus."""

from os import PathLike
from pathlib import Path
from typing import Any, Self

from a2a_conformance import corpus
from a2a_simulator.fake_agent import FakeAgent, Script


class TestAgent(FakeAgent):
    """A `FakeAgent` whose `play` also takes a path beside the test file, or the id of a shipped scenario."""

    __test__ = False

    def __init__(self, folder: Path, script: Script | None = None, **settings: Any) -> None:
        self._folder = folder
        super().__init__(None if script is None else self._found(script), **settings)

    def play(self, script: Script, dialect: str | None = None) -> Self:
        """Plays this from now on, at a new URL. Raises ScenarioProblems, NoFakeAgent."""
        return super().play(self._found(script), dialect)

    def _found(self, script: Script) -> Script:
        if not isinstance(script, str | PathLike) or "\n" in str(script):
            return script
        beside = self._folder / script
        if not beside.is_file() and str(script) in corpus.paths():
            return corpus.scenario(str(script))
        return beside if beside.is_file() else script
