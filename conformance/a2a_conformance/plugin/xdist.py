"""Bringing results of several worker processes into one record; registered only beside pytest-xdist."""

from typing import Any

import pytest

from a2a_conformance.plugin.keys import HEARD, LEFT_OUT, PLANNED


class Shards:
    """A worker hands over what it heard, the controller takes it in."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """In a worker: sends the results home."""
        output: dict[str, Any] | None = getattr(self._config, "workeroutput", None)
        if output is not None:
            output["a2a"] = self._config.stash[HEARD]
            output["a2a-planned"] = self._config.stash[PLANNED]
            output["a2a-left-out"] = self._config.stash[LEFT_OUT]

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """In the controller: a worker is done (or died: then the record lacks what it ran)."""
        output: dict[str, Any] = getattr(node, "workeroutput", {})
        self._config.stash[HEARD].extend(output.get("a2a", ()))
        for key, name in ((PLANNED, "a2a-planned"), (LEFT_OUT, "a2a-left-out")):
            known = self._config.stash[key]
            known.extend(cell for cell in output.get(name, ()) if cell not in known)
