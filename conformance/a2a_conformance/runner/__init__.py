"""Runs cells against a target: drives it, watches deadlines, has everything judged."""

from a2a_conformance.runner.cell import RUN_CHECK, run_cell
from a2a_conformance.runner.pool import run
from a2a_conformance.runner.settings import Settings, default_jobs

__all__ = ["RUN_CHECK", "Settings", "default_jobs", "run", "run_cell"]
