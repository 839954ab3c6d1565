"""All mutants, known once their families are imported."""

from typing import Final

from a2a_conformance.selftest.mutant import MUTANTS, Mutant
from a2a_conformance.selftest.mutants import (
    artifacts,
    calls,
    cancels,
    cards,
    ends,
    errors,
    failures,
    ids,
    listeners,
    pauses,
    recovery,
    sse,
    surfacing,
)

FAMILIES: Final = (
    artifacts, calls, cancels, cards, ends, errors, failures, ids, listeners, pauses, recovery, sse, surfacing,
)  # fmt: skip


def all_mutants() -> tuple[Mutant, ...]:
    """Every mutant, in the order of their bug classes and names."""
    return tuple(sorted(MUTANTS.values(), key=lambda mutant: (mutant.bug_class.name, mutant.name)))
