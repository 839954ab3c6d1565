"""What an item does: one cell is run and each of its checks becomes a subtest."""

from typing import TYPE_CHECKING, Any

import pytest

from a2a_conformance.plugin import options
from a2a_conformance.plugin.keys import HEARD
from a2a_conformance.plugin.ledger import expected_failures
from a2a_conformance.plugin.targets import adapter_of

if TYPE_CHECKING:
    from a2a_conformance.adapters.base import Adapter
    from a2a_conformance.plugin.collect import ScenarioItem
    from a2a_conformance.verdict import CellResult
    from a2a_simulator.server import Simulator


def run_scenario(
    request: pytest.FixtureRequest, subtests: pytest.Subtests, a2a_simulator: "Simulator", a2a_adapter: Any
) -> None:
    """Runs the cell of the item that asked."""
    from a2a_conformance.adapters.base import AdapterError
    from a2a_conformance.report.codec import hello_to_json, result_to_json
    from a2a_conformance.report.writer import trimmed

    item: ScenarioItem = request.node
    adapter = adapter_of(a2a_adapter)
    ours = adapter is not a2a_adapter
    try:
        adapter.start()
        hello = adapter.hello()
        if str(item.cell.wire_form.dialect) not in hello.dialects:
            why = f"{hello.name} declares A2A {' and '.join(hello.dialects)}"
            left_out = {"hello": hello_to_json(hello), "cell": str(item.cell), "excluded": why}
            request.config.stash[HEARD].append(left_out)
            pytest.skip(why)  # The target does not declare the dialect; the report lists the cell as left out.
        for number in range(1, item.scenario.rounds + 1):
            result = _run(a2a_simulator, adapter, item, number)
            heard = {"hello": hello_to_json(hello), "result": result_to_json(trimmed(result))}
            request.config.stash[HEARD].append(heard)
            _tell(item, result, subtests)
    except AdapterError as problem:
        pytest.fail(f"the target could not be driven: {problem}", pytrace=False)
    finally:
        if ours:
            adapter.close()


def _run(simulator: "Simulator", adapter: "Adapter", item: "ScenarioItem", number: int) -> "CellResult":
    from a2a_conformance.runner.cell import run_cell
    from a2a_conformance.runner.settings import Settings

    level_of = options.sets(item.config).level_of
    settings = Settings(jobs=1, time_scale=options.time_scale(item.config), level_of=level_of)
    run = f"{item.cell} {number}"
    return run_cell(simulator, adapter, item.scenario.lower(item.cell, number), settings, run)


def _tell(item: "ScenarioItem", result: "CellResult", subtests: pytest.Subtests) -> None:
    """One subtest for each check that fails (with `-v` for each that was judged); known failures are xfails."""
    from a2a_conformance.plugin.failures import fails, failure_text, unmet
    from a2a_conformance.verdict import Status

    strict = options.strict(item.config)
    failed = [verdict for verdict in result.verdicts if fails(verdict, strict) and not verdict.explained_by]
    if failed and (problem := unmet(result)) is not None:
        pytest.fail(f"{problem}\n  again: {item.rerun}", pytrace=False)
    if item.config.get_verbosity() > 0:
        for verdict in result.verdicts:
            if verdict.status in (Status.PASS, Status.WARN) and verdict not in failed:
                with subtests.test(msg=verdict.key.check):
                    pass
    excused = expected_failures(item.config, result)
    known = [verdict for verdict in failed if str(verdict.key) in excused]
    for verdict in failed:
        with subtests.test(msg=verdict.key.check):
            if verdict in known:
                pytest.xfail(excused[str(verdict.key)])  # A failure that the user's own baseline expects.
            item.user_properties.append(("a2a.failed", str(verdict.key)))
            pytest.fail(failure_text(item, result, verdict), pytrace=False)
    if failed and len(known) == len(failed):  # All that failed is in the user's baseline: so is the item.
        pytest.xfail("; ".join(dict.fromkeys(excused[str(verdict.key)] for verdict in known)))
