"""What a journal has shown of one task so far."""

from dataclasses import dataclass, field

from a2a_conformance.rules.contents import Contents
from a2a_conformance.rules.exchange import Exchange
from a2a_simulator.protocol.states import AnyState


@dataclass(slots=True, eq=False)
class Final:
    """The artifacts of a finished task, as one answer told them."""

    contents: Contents
    frame: int
    call: Exchange


@dataclass(slots=True, eq=False)
class KnownTask:
    """One task of one agent, on one side of a journal."""

    id: str
    maker: Exchange
    """The call whose answer first told of it."""
    context: str = ""
    state: AnyState | None = None
    state_frame: int = 0
    terminal: bool = False
    stamp: str = ""
    """The newest timestamp of a status."""
    contents: Contents | None = None
    """What was told of its artifacts last, by an answer that told all of them; grows with its stream."""
    final: Final | None = None
    tainted: bool = False
    """Whether a script broke something on purpose: then answers about it may contradict each other."""
    open: list[Exchange] = field(default_factory=list)
    """Streams of the task that have not ended."""
