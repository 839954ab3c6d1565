"""One outcome for each step, whatever the target shows: told as such, or worked out from the events it handed on."""

from a2a_conformance.oracle.sequence import derive
from a2a_conformance.outcome import Hello, Observes, Outcome, Told


def shown(told: Told, hello: Hello) -> Outcome | None:
    """The outcome as a caller of the target would see it; None when the target shows none."""
    return derive(told) if hello.observes is Observes.EVENTS else told.outcome
