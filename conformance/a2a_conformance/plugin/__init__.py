"""The pytest plugin: hooks only. Nothing beyond pytest and the standard library is imported until it is used."""

from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from a2a_conformance.plugin import options
from a2a_conformance.plugin.fixtures import a2a_adapter, a2a_agent, a2a_simulator, make_a2a_agent
from a2a_conformance.plugin.keys import ALONE, HEARD, JOINED, LEDGER, LEFT_OUT, PLANNED, UNTARGETED

__all__ = ["a2a_adapter", "a2a_agent", "a2a_simulator", "make_a2a_agent"]

MARKER = "a2a_scenarios(*globs): parametrises the argument a2a_scenario with the scenarios that the globs select"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--a2a-*` and the ini options of the same meaning."""
    options.add(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker and, where tests are spread over processes, what brings their results together."""
    config.addinivalue_line("markers", MARKER)
    config.stash[HEARD] = []
    config.stash[PLANNED] = []
    config.stash[LEFT_OUT] = []
    config.stash[UNTARGETED] = []
    config.stash[JOINED] = False
    options.take_nodes(config)
    if config.pluginmanager.hasplugin("xdist"):
        from a2a_conformance.plugin.xdist import Shards

        config.pluginmanager.register(Shards(config), "a2a-shards")


def pytest_sessionstart(session: pytest.Session) -> None:
    """What cannot be meant is said before anything is collected."""
    from a2a_conformance.plugin import targets

    options.check(session.config)
    targets.named(session.config)
    if options.text(session.config, "a2a_baseline"):
        from a2a_conformance.plugin.ledger import expected_of

        expected_of(session.config)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Scenario files are collected where there is a target, else counted."""
    if not file_path.name.endswith(".a2a.yaml"):
        return None
    from a2a_conformance.plugin import targets

    if not targets.reaches(parent.config, file_path):
        parent.config.stash[UNTARGETED].append(file_path)
        return None
    from a2a_conformance.plugin.collect import ScenarioFile

    file: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
    return file


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where only node ids of shipped scenarios were given, nothing else runs."""
    if config.stash[ALONE]:
        others = [item for item in items if not hasattr(item, "cell") or not item.nodeid.startswith("a2a::")]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Shipped scenarios that were asked for join where they see the fixture `a2a_adapter`."""
    report = yield
    if isinstance(collector, pytest.Session | pytest.Directory) and options.suites(collector.config):
        from a2a_conformance.plugin.collect import join_suite

        join_suite(collector, report)
    return report


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    """Cells that were there and were not asked for: a failure that is expected may be in them."""
    for item in items:
        if hasattr(item, "cell"):
            item.config.stash[LEFT_OUT].append(str(item.cell))


def pytest_collection_finish(session: pytest.Session) -> None:
    """A suite that was asked for and found no place is an error, not a smaller run."""
    if options.suites(session.config) and not session.config.stash[JOINED]:
        from a2a_conformance.plugin import targets

        raise pytest.UsageError(targets.missing(session.config))
    session.config.stash[PLANNED] = [str(item.cell) for item in session.items if hasattr(item, "cell")]


def pytest_report_collectionfinish(config: pytest.Config) -> str | None:
    """Says once that scenario files lie here and have no target."""
    count = len(config.stash[UNTARGETED])
    if not count:
        return None
    files = "1 scenario file" if count == 1 else f"{count} scenario files"
    file = "a2a-target.yaml" if (config.rootpath / "a2a-target.yaml").is_file() else "FILE"
    return f"a2a: {files} not run, no target (--a2a-target {file}, --a2a-adapter KIND:…, or a fixture a2a_adapter)"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrises `a2a_scenario` for tests of a fold alone."""
    if "a2a_scenario" in metafunc.fixturenames:
        from a2a_conformance.plugin.folding import parametrise

        parametrise(metafunc)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Settles the baseline and writes the report, in the process that knows all results."""
    if session.config.stash[HEARD] and not hasattr(session.config, "workerinput"):
        from a2a_conformance.plugin.ledger import settle

        settle(session)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tells what the run came to."""
    ledger = config.stash.get(LEDGER, None)
    if ledger is not None:
        terminalreporter.section("A2A conformance")
        for line in ledger.lines:
            terminalreporter.write_line(line)
