"""Requirements: the card that only authenticated callers get (1.0 §3.1.11, §13.3)."""

from typing import Final

from a2a_conformance.catalog.requirement import LeftOut, Requirement
from a2a_conformance.catalog.rows import (
    CLIENT,
    MAY,
    MUST,
    MUST_IMPLIED,
    SERVER,
    SHOULD,
    V1,
    asks,
    told,
)

ROWS: Final[tuple[Requirement, ...]] = (
    told("ext-card-op", MUST_IMPLIED, "3.1.11; 5.3", "GetExtendedAgentCard answers with the bare card.",
         because="Its result type is AgentCard.", left_out=LeftOut.PLANNED_GATEWAYS),
    told("ext-card-cap", MUST, "3.1.11; 3.3.4; 13.3",
         "Where the card offers no extended card, asking for one is refused with UnsupportedOperation.",
         dialects=V1, left_out=LeftOut.PLANNED_GATEWAYS, error="UnsupportedOperation"),
    told("ext-card-not-configured", MUST, "3.1.11; 3.3.4; 13.3",
         "An extended card that is offered and missing is refused with ExtendedAgentCardNotConfigured.",
         left_out=LeftOut.PLANNED_GATEWAYS, error="ExtendedAgentCardNotConfigured"),
    asks("ext-card-client-auth", MUST, "3.1.11", "Authenticate when you ask for the extended card.", who=CLIENT,
         left_out=LeftOut.PLANNED_PROTOCOL),
    told("ext-card-server-auth", MUST, "13.3", "The extended card is given only to callers that authenticate.",
         left_out=LeftOut.PLANNED_GATEWAYS),
    asks("ext-card-client-replace", SHOULD, "3.1.11; 13.3", "The extended card takes the place of the public one.",
         who=CLIENT, left_out=LeftOut.PLANNED_PROTOCOL),
    told("ext-card-varies", MAY, "3.1.11; 13.3", "Different callers may get different extended cards.",
         who=SERVER, left_out=LeftOut.SERVER_ONLY),
    asks("ext-card-cap-check", SHOULD, "3.3.4", "Ask for the extended card only where the public one offers it.",
         who=CLIENT, left_out=LeftOut.PLANNED_PROTOCOL),
    told("ext-card-perm", MUST, "13.3", "What only some callers may know is shown to them alone.",
         who=SERVER, dialects=V1, left_out=LeftOut.SERVER_ONLY),
    told("ext-card-no-secrets", SHOULD, "13.3; 14.3", "Extended cards hold no secrets and no internal addresses.",
         who=SERVER, left_out=LeftOut.SERVER_ONLY),
    told("ext-card-cache-headers", SHOULD, "13.3", "Extended cards are sent with headers for caches.",
         who=SERVER, dialects=V1, left_out=LeftOut.SERVER_ONLY),
    told("ext-card-version", SHOULD, "13.3", "An extended card that changes gets another version.",
         who=SERVER, dialects=V1, left_out=LeftOut.SERVER_ONLY),
    told("ext-card-content-may", MAY, "13.3", "An extended card may tell of more skills, limits and settings.",
         who=SERVER, left_out=LeftOut.SERVER_ONLY),
)  # fmt: skip
