"""The life of a task as literal tables (A2A 1.0 §4.1.3)."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class State(StrEnum):
    """A task state in the spelling that scenarios and reports use."""

    UNSPECIFIED = "unspecified"
    SUBMITTED = "submitted"
    WORKING = "working"
    INPUT_REQUIRED = "input_required"
    AUTH_REQUIRED = "auth_required"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELED = "canceled"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class UnknownState:
    """A state that A2A does not define: `PONDERING` for TASK_STATE_PONDERING and pondering; no word: as it stood."""

    name: str


AnyState = State | UnknownState

ACTIVE: Final = frozenset({State.SUBMITTED, State.WORKING})
INTERRUPTED: Final = frozenset({State.INPUT_REQUIRED, State.AUTH_REQUIRED})
TERMINAL: Final = frozenset({State.COMPLETED, State.FAILED, State.CANCELED, State.REJECTED})
SETTLED: Final = INTERRUPTED | TERMINAL
"""States at which a blocking send answers (1.0 §3.2.2)."""

TRANSITIONS: Final[dict[State, frozenset[State]]] = {
    State.UNSPECIFIED: frozenset(),
    State.SUBMITTED: ACTIVE | INTERRUPTED | TERMINAL,
    State.WORKING: ACTIVE | INTERRUPTED | TERMINAL,
    State.INPUT_REQUIRED: ACTIVE | INTERRUPTED | TERMINAL,
    State.AUTH_REQUIRED: ACTIVE | INTERRUPTED | TERMINAL,
    State.COMPLETED: frozenset(),
    State.FAILED: frozenset(),
    State.CANCELED: frozenset(),
    State.REJECTED: frozenset(),
}
"""Which state may follow which: a terminal state is final (1.0 §3.1.1)."""
