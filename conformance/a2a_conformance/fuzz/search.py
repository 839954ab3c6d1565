"""The search for the smallest scenario that still fails, bounded, and good for something wherever it is stopped."""

from collections.abc import Callable, Mapping
from typing import Any

from a2a_conformance.fuzz.reduce import reduce
from a2a_conformance.fuzz.trial import Bench, Symptom


class Search:
    """Reduces one document. `best` is the smallest so far, also after an interrupt."""

    def __init__(self, document: Mapping[str, Any], symptom: Symptom, id: str) -> None:
        self.best = dict(document)
        self.symptom = symptom
        self.id = id
        self.runs = 0
        """Cells that were run for it."""
        self.complete = False
        """Whether no single change makes it smaller."""

    def go(self, bench: Bench, runs: int, enough: Callable[[], bool] = lambda: False) -> None:
        """Searches until nothing is left to try, after so many runs, or when it is `enough`. Raises SessionOver."""
        search, verdict = reduce(self.best), None
        began = bench.runs
        while bench.runs - began < runs and not enough():
            try:
                candidate = search.send(verdict)  # type: ignore[arg-type]
            except StopIteration:
                self.complete = True
                break
            verdict = bench.shows(self.symptom, candidate, self.id)
            self.runs = bench.runs - began
            if verdict:
                self.best = candidate
