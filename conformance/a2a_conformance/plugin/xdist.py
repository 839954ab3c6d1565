"""Bringing results of several worker processes into one record; registered only beside pytest-xdist."""

from typing import Any

import pytest

from a2a_conformance.plugin.keys import HEARD


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

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """In the controller: a worker is done (or died, and then its cells are missing from the record)."""
        self._config.stash[HEARD].extend(getattr(node, "workeroutput", {}).get("a2a", ()))
