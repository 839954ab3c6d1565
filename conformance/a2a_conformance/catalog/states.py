"""Requirements: the states of a task (1.0 §4.1.3)."""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement, Seen
from a2a_conformance.catalog.rows import (
    ALL,
    CLIENT,
    MAY,
    MUST,
    MUST_IMPLIED,
    OPEN,
    SERVER,
    SHOULD_IMPLIED,
    asks,
    reacts,
    told,
)

ROWS: Final[tuple[Requirement, ...]] = (
    told("state-values", MUST, "4.1.3", "A state is one of the names that the dialect defines, spelled in full."),
    reacts("state-terminal-set", MUST_IMPLIED, "3.1.2",
           "Completed, failed, canceled and rejected each end the task: finish at every one of them.",
           because="The specification lists these four.", who=ALL, also=(Seen.RESPONSE,)),
    reacts("state-interrupted-set", MUST_IMPLIED, "3.2.2",
           "Input-required and auth-required pause the task: hand the pause to your caller, do not wait on.",
           because="The task will not move until somebody acts.", who=ALL, also=(Seen.RESPONSE,)),
    told("state-terminal-final", MUST_IMPLIED, "3.1.1", "Once terminal, a task keeps its state for good.",
         because="A finished task takes no more messages and does no more work."),
    told("state-status-required", MUST, "5.7", "Each status has a state, and not the unspecified one."),
    told("state-status-timestamp", MAY, "4.1.2; 5.6.1", "A status may carry the time at which it was set.",
         left_out=LeftOut.SERVER_ONLY),
    told("state-input-required-msg", SHOULD_IMPLIED, "3.4.3; 4.1.2",
         "The status input-required carries the question as its message.",
         because="Nobody can answer a question that was not asked.", who=SERVER),
    asks("state-input-continue", MUST_IMPLIED, "3.4.3",
         "The answer to a question is a new message with the id of the paused task.",
         because="Without the task id the agent would open another task and the question stays open.",
         who=CLIENT),
    told("state-rejected", MAY, "4.1.3", "An agent may reject a task, at once or later.",
         who=SERVER, checks=(Judge.SCENARIO,)),
    told("state-canceled-spelling", MUST, "4.1.3", "Canceled is spelled with one L."),
    reacts("state-unknown-value", OPEN, "5.5",
           "What to do with an unknown state is not settled; it is never a success.", who=CLIENT),
    reacts("state-failed-reports", MUST_IMPLIED, "4.1.3",
           "Failed, rejected and canceled are never told as a success.",
           because="The task did not bring what was asked for.", who=CLIENT),
)  # fmt: skip
