"""Spreads the work of the self-test over processes: each keeps one simulator for all that it is given."""

import atexit
import os
import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context

from a2a_conformance.outcome import Observes
from a2a_conformance.selftest.laboratory import Verdicts, examine, target_of
from a2a_conformance.selftest.mutant import MUTANTS
from a2a_conformance.selftest.population import all_mutants
from a2a_simulator.server import Simulator


@dataclass(frozen=True, slots=True)
class Job:
    """One variant and the cells that it is run through; `mutant` None is the reference client.

    `hanging`: the cells in which it is known to hang.
    """

    mutant: str | None
    observes: Observes
    cells: tuple[str, ...]
    hanging: frozenset[str] = frozenset()


_simulators: list[Simulator] = []


def do(job: Job) -> Verdicts:
    """Does a job in this process. Raises SessionOver."""
    all_mutants()
    if not _simulators:
        simulator = Simulator().__enter__()
        _simulators.append(simulator)
        atexit.register(simulator.close)
    variant = None if job.mutant is None else MUTANTS[job.mutant]
    return examine(lambda: target_of(variant, job.observes), job.cells, _simulators[0], job.hanging)


def processes() -> int:
    """How many processes work at once: one a CPU, up to 8."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(usable, 8))


def work(jobs: Iterable[Job]) -> Iterator[tuple[Job, Verdicts]]:
    """Does jobs in processes of their own, and gives each with its verdicts as it ends; leaving it ends them all."""
    with get_context("spawn").Pool(processes(), _leave_signals_to_the_parent) as pool:
        yield from pool.imap_unordered(_pair, jobs)


def _pair(job: Job) -> tuple[Job, Verdicts]:
    return job, do(job)


def _leave_signals_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
