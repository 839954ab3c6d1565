import time

from a2a_conformance import corpus
from a2a_conformance.outcome import Observes
from a2a_conformance.reference.adapter import reference_target
from a2a_conformance.runner import Settings, run
from a2a_simulator.server import Simulator

BUDGET = 0.015
"""Seconds of CPU for a cell, client included (design §9)."""
SLACK = 2


def test_a_cell_costs_little() -> None:
    scenario = corpus.scenario("artifacts/interleaved")
    play = scenario.lower(scenario.cells()[0])
    with Simulator() as simulator:
        list(run([play], reference_target(Observes.AGGREGATE), Settings(jobs=1), simulator))
        began = time.process_time()
        results = list(run([play] * 30, reference_target(Observes.AGGREGATE), Settings(jobs=1), simulator))
        spent = time.process_time() - began
    assert spent / len(results) < BUDGET * SLACK
