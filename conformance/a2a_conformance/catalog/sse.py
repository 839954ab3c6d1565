"""Requirements: server-sent events as a client has to read them (WHATWG HTML §9.2; 1.0 §9.4.2)."""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement, Who
from a2a_conformance.catalog.rows import MUST_IMPLIED, MUST_SSE, OPEN, reacts, told

ROWS: Final[tuple[Requirement, ...]] = (
    reacts("sse-framing", MUST_SSE, "9.4.2; 11.7",
           "Read all of SSE: comments, `id`, `event`, `retry`, several `data` lines, LF, CRLF and CR, no blank after "
           "the colon.",
           because="The specification says SSE without restricting it.", checks=(Judge.OUTCOME,)),
    reacts("sse-keepalive", MUST_SSE, "9.4.2", "A comment line is no event.",
           because="SSE defines comments, and agents use them to keep connections alive."),
    reacts("sse-large", OPEN, "9.4.2", "No limit to the size of an event is defined.", checks=(Judge.SCENARIO,)),
    told("sse-no-compress-stall", MUST_IMPLIED, "3.1.2", "A gateway passes each event on at once.",
         because="Feedback has to be prompt.", who=(Who.GATEWAY,), left_out=LeftOut.PLANNED_GATEWAYS),
)  # fmt: skip
