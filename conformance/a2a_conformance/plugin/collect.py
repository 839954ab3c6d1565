"""Scenario files and shipped scenarios as pytest nodes: one item per cell, a plain `pytest.Function`."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from a2a_conformance.plugin import options, targets
from a2a_conformance.plugin.chosen import chosen
from a2a_conformance.plugin.keys import JOINED, NODES, SUITE_NODE
from a2a_conformance.plugin.run import run_scenario
from a2a_simulator.scenario.load import load
from a2a_simulator.scenario.problems import ScenarioProblems
from a2a_simulator.scenario.scenario import Scenario
from a2a_simulator.wire.wire_forms import PLAYABLE, WireForm

ROLES: Final = frozenset({"client"})
"""The roles that a target of this plugin has; scenarios for others are left out."""


class ScenarioItem(pytest.Function):
    """One cell of one scenario."""

    scenario: Scenario
    cell: Any
    rerun: str

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file and line (from 0) that a failure points to."""
        return self.path, self.scenario.place.line - 1, self.name


class ScenarioFile(pytest.File):
    """A `*.a2a.yaml` of the user."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its cells. A file that cannot be read is a collection error with place and remedy."""
        from a2a_conformance.catalog import ids
        from a2a_conformance.vetting import vetted

        root = self.config.rootpath
        try:
            scenario = vetted(load(self.path, root if self.path.is_relative_to(root) else None, ids()))
        except ScenarioProblems as problems:
            raise self.CollectError(str(problems)) from problems
        yield from _items(self, scenario, self.path.name.removesuffix(".a2a.yaml"))


class Suite(pytest.Collector):
    """The shipped scenarios that `--a2a-suite`, or node ids on the command line, select."""

    def collect(self) -> Iterator[pytest.Item]:
        """Their cells, once, wherever in the tree the suite was hung."""
        if self.config.stash[JOINED]:
            return
        self.config.stash[JOINED] = True
        wanted = self.config.stash[NODES]
        for scenario in chosen(options.suites(self.config)):
            yield from (item for item in _items(self, scenario, scenario.id) if not wanted or item.nodeid in wanted)


def join_suite(collector: pytest.Session | pytest.Directory, report: pytest.CollectReport) -> None:
    """Hangs the shipped scenarios where they see `a2a_adapter`.

    pytest shows the fixtures of a conftest.py to what lies under the node of its folder. What is hung on a folder is
    lost when only files of it were asked for; then the session, which knows the way down to them, takes it.
    """
    config = collector.config
    folders = targets.overrides(config)
    parent: pytest.Collector | None = None
    if folders and folders[0] != config.rootpath:
        chains = [node.listchain() for node in report.result] if isinstance(collector, pytest.Session) else []
        nodes = [collector, *(node for chain in chains for node in chain[:-1])]
        parent = next(
            (node for node in nodes if isinstance(node, pytest.Directory) and node.path == folders[0]), None
        )
    elif isinstance(collector, pytest.Session) and (folders or targets.named(config)):
        parent = collector
    if parent is not None:
        report.result.append(Suite.from_parent(parent, name=SUITE_NODE, nodeid=SUITE_NODE))


def forms(config: pytest.Config) -> tuple[WireForm, ...]:
    """The wire forms that options and target file leave. Raises pytest.UsageError."""
    wanted = options.text(config, "a2a_dialect")
    target = targets.named(config)
    declared = target.declared.get("dialects") if target else None
    return tuple(
        form
        for form in PLAYABLE
        if (declared is None or form.dialect in declared) and wanted in ("", str(form.dialect))
    )


def _items(parent: pytest.Collector, scenario: Scenario, name: str) -> Iterator[pytest.Item]:
    if not ROLES.intersection(scenario.targets):
        return
    for cell in scenario.cells(forms(parent.config)):
        item: ScenarioItem = ScenarioItem.from_parent(parent, name=f"{name}:{cell.suffix}", callobj=run_scenario)
        item.scenario = scenario
        item.cell = cell
        item.path = Path(scenario.place.file)
        item.extra_keyword_matches.add(f"{scenario.id}[{cell.suffix}]")
        item.rerun = shlex.join(["pytest", *options.given(parent.config), item.nodeid])
        yield item
