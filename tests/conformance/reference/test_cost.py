import time

from a2a_conformance.outcome import Observes
from a2a_conformance.reference.adapter import reference_target
from a2a_conformance.runner import run_cell
from a2a_conformance.selftest.laboratory import plays
from a2a_simulator.server import Simulator

BUDGET = 0.015
SLACK = 2.0


def test_a_cell_costs_few_milliseconds_of_cpu() -> None:
    cells = [play for cell, play in plays().items() if cell.startswith(("lifecycle/plain [", "message/only ["))]
    target = reference_target(Observes.AGGREGATE)
    with Simulator() as simulator:
        target.start()
        run_cell(simulator, target, cells[0])
        began = time.process_time()
        for play in cells * 3:
            run_cell(simulator, target, play)
        cost = (time.process_time() - began) / (len(cells) * 3)
        target.close()
    assert cost < BUDGET * SLACK
