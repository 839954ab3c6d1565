"""Lowering: a scenario in one cell, all sugar expanded, nothing of other wire forms left."""

from a2a_simulator.scenario.lowering.cell import lower

__all__ = ["lower"]
