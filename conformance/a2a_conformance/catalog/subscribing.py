"""Requirements: subscribing to a task that is already running (1.0 §3.1.6)."""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement, Seen
from a2a_conformance.catalog.rows import (
    ALL,
    CLIENT,
    CLIENT_AND_SERVER,
    MAY,
    MUST,
    MUST_IMPLIED,
    OPEN,
    REST,
    SERVER,
    SHOULD_IMPLIED,
    V1,
    asks,
    reacts,
    told,
)

ROWS: Final[tuple[Requirement, ...]] = (
    told("sub-task-first", MUST, "3.1.6", "A subscription opens with the Task as it stands now.", dialects=V1),
    told("sub-snapshot-gapless", MUST_IMPLIED, "3.1.6",
         "The Task that opens a subscription and the updates after it leave no gap.",
         because="Otherwise the Task would not be the state at the time of the subscription.",
         dialects=V1),
    told("sub-updates-follow", MUST_IMPLIED, "3.1.6", "After its first event a subscription carries only updates.",
         because="It goes on like the stream of a send."),
    told("sub-close-terminal", MUST, "3.1.6", "A subscription closes at a terminal state."),
    told("sub-any-nonterminal", MUST_IMPLIED, "3.1.6",
         "Subscribing works in every state that is not terminal, interrupted ones included.",
         because="Only terminal states are ruled out.", who=SERVER),
    told("sub-terminal-reject", MUST, "3.1.6; 9.4.6",
         "Subscribing to a finished task is refused with UnsupportedOperation.",
         dialects=V1),
    asks("sub-client-terminal-fallback", SHOULD_IMPLIED, "3.1.6",
         "When the task finished before you could subscribe, fetch its result with GetTask.",
         because="The refusal says that there is a result.", who=CLIENT, dialects=V1, checks=(Judge.CALLS,)),
    told("sub-cap-gate", MUST, "3.1.6; 3.3.4", "Without the streaming capability a subscription is refused."),
    told("sub-not-found", MUST_IMPLIED, "3.1.6", "Subscribing to an unknown task is refused with TaskNotFound.",
         because="The error exists for this case."),
    reacts("sub-client-replace", MUST_IMPLIED, "3.1.6",
           "The Task that opens a subscription replaces what you have; add nothing of it twice.",
           because="It holds everything so far, so adding it would double what you had.", who=CLIENT),
    reacts("sub-missed-status", MAY, "3.7", "Status messages that you missed may be gone: do not depend on them.",
           who=CLIENT, checks=(Judge.SCENARIO,)),
    asks("sub-no-last-event-id", OPEN, "3.1.6; 11.7",
         "A2A resumes by SubscribeToTask, not by `Last-Event-ID`; ids of SSE events mean nothing to it.",
         who=CLIENT_AND_SERVER, checks=(Judge.SCENARIO,), also=(Seen.RESPONSE,)),
    asks("sub-rest-verb", OPEN, "5.3; 11.3.2", "Subscribing over HTTP is POST in the text and GET in the proto.",
         who=ALL, left_out=LeftOut.PLANNED_WIRE, bindings=REST),
)  # fmt: skip
