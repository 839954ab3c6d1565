"""What a correct client may report, given what it was told. Shares no code with the session's store."""

from a2a_conformance.oracle.accept import Accept, Certainty, Slot, Wanted
from a2a_conformance.oracle.build import accept, accept_in
from a2a_conformance.oracle.fold import Knowledge, fold
from a2a_conformance.oracle.heard import Call, End, Heard, WireError, calls

__all__ = [
    "Accept",
    "Call",
    "Certainty",
    "End",
    "Heard",
    "Knowledge",
    "Slot",
    "Wanted",
    "WireError",
    "accept",
    "accept_in",
    "calls",
    "fold",
]
