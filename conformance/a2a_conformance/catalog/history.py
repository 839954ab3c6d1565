"""Requirements: how much history an answer holds (1.0 §3.2.4, §3.7)."""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement
from a2a_conformance.catalog.rows import ALL, CLIENT, MAY, MUST, MUST_IMPLIED, SERVER, SHOULD, V1, asks, reacts, told
from a2a_conformance.verdict import Level

ROWS: Final[tuple[Requirement, ...]] = (
    told("hist-unset", MUST_IMPLIED, "3.2.4", "Without `historyLength` the agent decides how much history it sends.",
         because="No limit was asked for.", who=SERVER, left_out=LeftOut.SERVER_ONLY),
    told("hist-zero", SHOULD, "3.2.4", "`historyLength: 0` means no history in the answer.",
         dialects=V1),
    told("hist-max", MUST, "3.2.4", "An answer never holds more messages than were asked for."),
    told("hist-lower", MAY, "3.2.4", "An answer may hold fewer messages than were asked for.",
         who=SERVER, dialects=V1, left_out=LeftOut.SERVER_ONLY),
    told("hist-recent", MUST_IMPLIED, "3.2.4", "The messages in the answer are the most recent ones.",
         because="A limit cuts off the old end.", who=SERVER, left_out=LeftOut.SERVER_ONLY),
    told("hist-scope", MUST_IMPLIED, "3.2.2; 3.2.4", "`historyLength` means the same wherever it is allowed.",
         because="One definition serves all operations.", who=SERVER, left_out=LeftOut.SERVER_ONLY),
    asks("hist-client-explicit-zero", MUST_IMPLIED, "5.7",
         "When your caller asks for a history of 0, the 0 reaches the wire.",
         because="The member has presence: left out it means something else.", dialects=V1),
    told("hist-negative", MUST_IMPLIED, "3.3.2", "A negative `historyLength` is refused.",
         because="It is no length.", who=SERVER, dialects=V1, left_out=LeftOut.SERVER_ONLY),
    told("hist-not-guaranteed", MAY, "3.7", "Not every message need be kept in the history.",
         who=SERVER, checks=(Judge.SCENARIO,)),
    told("hist-persist", MAY, "3.7", "The agent may keep every message in the history.",
         who=SERVER, left_out=LeftOut.SERVER_ONLY),
    reacts("hist-client-no-rely", MUST, "3.7", "Do not depend on the history holding every message.",
           who=CLIENT, level_v0_3=Level.SHOULD),
    reacts("hist-messages-not-reliable", MUST, "3.7", "Do not depend on messages for anything that must not be lost.",
           who=ALL, level_v0_3=Level.SHOULD),
)  # fmt: skip
