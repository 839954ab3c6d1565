"""Rows of the suite itself: what every scenario counts without being told, and where its pins are reported."""

from typing import Final

from a2a_conformance.catalog.requirement import Judge, Requirement
from a2a_conformance.catalog.rows import CLIENT_AND_GATEWAY, MUST_IMPLIED, OBSERVED, asks, reacts

ROWS: Final[tuple[Requirement, ...]] = (
    reacts("client-ends", MUST_IMPLIED, "", "A call comes to an end for its caller: it neither hangs nor crashes.",
           because="A caller that never hears back cannot go on, whatever the agent did."),
    reacts("outcome", MUST_IMPLIED, "", "The caller learns how the call ended: the way the agent ended it.",
           because="A caller acts on what it is told; told something else, it acts wrongly."),
    reacts("answer-text", MUST_IMPLIED, "",
           "The answer holds every piece of text that the agent sent, once, in order, unbroken, and nothing foreign.",
           because="What the caller reads has to be what the agent said."),
    reacts("scenario-pin", MUST_IMPLIED, "", "The result is the one that the scenario pins.",
           because="The scenario tells why no other result is right.", checks=(Judge.SCENARIO,)),
    asks("extra-send", MUST_IMPLIED, "3.3.1",
         "One send for each message and one CancelTask for each cancel: never repeat one on your own once it was "
         "answered.",
         because="A second send is a second order, with everything that it sets off.", checks=(Judge.CALLS,)),
    asks("unscripted-call", OBSERVED, "", "The client made a call that the scenario has no reply for.",
         who=CLIENT_AND_GATEWAY, checks=(Judge.CALLS,)),
    asks("unused-entry", OBSERVED, "", "A reply of the scenario was never asked for.",
         who=CLIENT_AND_GATEWAY, checks=(Judge.CALLS,)),
)  # fmt: skip
