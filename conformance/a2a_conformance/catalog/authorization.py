"""Requirements: authorization inside a task (1.0 §7.6)."""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement, Seen
from a2a_conformance.catalog.rows import (
    CLIENT,
    CLIENT_AND_GATEWAY,
    CLIENT_AND_SERVER,
    MAY,
    MUST,
    MUST_IMPLIED,
    SERVER,
    SHOULD,
    V1,
    asks,
    reacts,
    told,
    unseen,
)
from a2a_conformance.verdict import Level

ROWS: Final[tuple[Requirement, ...]] = (
    told("auth-req-task", MUST, "7.6.1", "Authorization inside a conversation takes a Task.",
         who=SERVER, level_v0_3=Level.SHOULD, left_out=LeftOut.SERVER_ONLY),
    told("auth-req-state", MUST, "7.6.1", "Its state becomes auth-required.",
         level_v0_3=Level.SHOULD, left_out=LeftOut.PLANNED_GATEWAYS),
    told("auth-req-message", MUST, "7.6.1", "A status message says what is needed, unless that was agreed elsewhere.",
         level_v0_3=Level.SHOULD, left_out=LeftOut.PLANNED_GATEWAYS),
    told("auth-req-oob", MUST, "7.6.1", "Credentials come to the agent by another way, unless one inside is agreed.",
         who=SERVER, dialects=V1, left_out=LeftOut.SERVER_ONLY),
    told("auth-req-continue", MAY, "7.6.1", "The agent may go on by itself once it has the credentials.",
         who=SERVER, checks=(Judge.SCENARIO,)),
    told("auth-req-accept-msgs", SHOULD, "7.6.1", "While it waits the task still takes messages.",
         who=SERVER, left_out=LeftOut.SERVER_ONLY),
    reacts("auth-req-client-act", MUST_IMPLIED, "7.6.2",
           "At auth-required act: tell your caller, reply or pass it on; it is not the end of the task.",
           because="The task waits for somebody to act.", who=CLIENT, also=(Seen.REQUEST,)),
    asks("auth-req-client-watch", SHOULD, "7.6.2",
         "Without an open stream watch the task: subscribe, poll or register a webhook.",
         who=CLIENT, dialects=V1, left_out=LeftOut.PLANNED_PROTOCOL),
    told("auth-req-chain", SHOULD, "7.6.2", "A client that is an agent itself passes auth-required on.",
         who=CLIENT_AND_GATEWAY, dialects=V1, left_out=LeftOut.PLANNED_GATEWAYS),
    unseen("auth-req-secure-channel", SHOULD, "7.6.3", "Credentials reach the agent over a secure channel.",
           who=SERVER, dialects=V1),
    unseen("auth-req-bound", SHOULD, "7.6.3", "Credentials inside messages serve only the agent that asked for them.",
           who=CLIENT_AND_SERVER, dialects=V1),
    unseen("auth-req-encrypted", SHOULD, "7.6.3", "What is sensitive among them only that agent can read.",
           who=CLIENT_AND_SERVER, dialects=V1),
    unseen("auth-req-not-grant", MUST, "7.6.4", "Asking for authorization is not yet having it.",
           who=SERVER, dialects=V1),
    unseen("auth-req-scope-defined", MUST, "7.6.4",
           "What a grant covers is laid down by the issuer, the agent or an extension.", who=SERVER, dialects=V1),
    unseen("auth-req-not-sticky", MUST, "7.6.4", "A grant does not reach later messages unless that is laid down.",
           who=CLIENT_AND_SERVER, dialects=V1),
)  # fmt: skip
