"""What a client is made of. Each part can be replaced by a subclass: a variant of the client is one replaced part."""

from dataclasses import dataclass

from a2a_conformance.reference.answers import Answers
from a2a_conformance.reference.calls import Calls
from a2a_conformance.reference.discovery import Discovery
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.listener import Listening
from a2a_conformance.reference.results import Results
from a2a_conformance.reference.stream import SseReader
from a2a_conformance.reference.transport import Transport
from a2a_conformance.reference.turn import Turn


@dataclass(frozen=True, slots=True)
class Components:
    """The parts of a client, one class each."""

    discovery: type[Discovery] = Discovery
    calls: type[Calls] = Calls
    transport: type[Transport] = Transport
    sse: type[SseReader] = SseReader
    answers: type[Answers] = Answers
    turn: type[Turn] = Turn
    fold: type[Fold] = Fold
    listening: type[Listening] = Listening
    results: type[Results] = Results
