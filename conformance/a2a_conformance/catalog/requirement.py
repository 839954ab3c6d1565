"""One requirement: what is demanded of whom, how strongly, and on which ground (design §7)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from a2a_conformance.verdict import Basis, Level
from a2a_simulator.wire.wire_forms import Binding, Dialect

BOTH = (Dialect.V1_0, Dialect.V0_3)
ANY_BINDING = tuple(Binding)


class Who(StrEnum):
    """Whom a requirement binds. A gateway inherits what binds a server in front and a client behind."""

    CLIENT = "client"
    SERVER = "server"
    GATEWAY = "gateway"


class Seen(StrEnum):
    """Where a breach shows."""

    REQUEST = "request"
    """In the bytes of the client's own requests."""
    RESPONSE = "response"
    """In what the agent answers."""
    REACTION = "reaction"
    """In what the client tells its caller, or in the traffic that follows."""
    DELIVERY = "delivery"
    """In what the agent posts to the client's webhook."""
    RECEIPT = "receipt"
    """In what the client's webhook answers."""
    NOWHERE = "nowhere"
    """On no wire."""


ARROWS: Final[Mapping[Seen, str]] = {
    Seen.REQUEST: "C>",
    Seen.RESPONSE: ">C",
    Seen.REACTION: "C*",
    Seen.DELIVERY: ">W",
    Seen.RECEIPT: "W>",
    Seen.NOWHERE: "--",
}
"""Where a breach shows, as an arrow: C is the client, W its webhook, and the star what the client makes of it."""


class Judge(StrEnum):
    """Which part of the suite speaks for a requirement."""

    STREAM = "stream"
    """The rules over what a response carried."""
    REQUEST = "request"
    """The readers of the client's requests."""
    CALLS = "calls"
    """Which calls came, how often, in which order."""
    OUTCOME = "outcome"
    """What the client told its caller, against the oracle."""
    LISTENER = "listener"
    """What the client's listener was given, and what came of its stop."""
    SCENARIO = "scenario"
    """The pins of the scenarios that name the requirement in `covers` or `requirement`."""


class LeftOut(StrEnum):
    """Why no check exists: the closed list."""

    NO_WIRE_TRACE = "no wire trace"
    SERVER_ONLY = "server only"
    UNDEFINED = "undefined"
    PLANNED_PROTOCOL = "planned: protocol"
    PLANNED_WIRE = "planned: wire"
    PLANNED_GATEWAYS = "planned: gateways"


class RowState(StrEnum):
    """Whether a set names the row: a frozen one never changes its meaning; a provisional one informs only."""

    FROZEN = "frozen"
    PROVISIONAL = "provisional"


@dataclass(frozen=True, slots=True)
class Requirement:
    """One row of the catalogue. Exactly one of `checks` and `left_out` is set."""

    id: str
    level: Level
    basis: Basis
    section: str
    """Where in the specification: of 1.0, or of 0.3.0 in rows that exist only there; empty for our own rows."""
    who: tuple[Who, ...]
    seen: Seen
    text: str
    """What is demanded, in one sentence for authors of clients."""
    because: str = ""
    """For duties that no keyword states: why the text leaves no other reading."""
    dialects: tuple[Dialect, ...] = BOTH
    checks: tuple[Judge, ...] = ()
    left_out: LeftOut | None = None
    aliases: tuple[str, ...] = ()
    """Earlier ids of this row; `get` finds it by them."""
    since: str = "2026.12"
    """The first release of which a set may name the row."""
    level_v0_3: Level | None = None
    """The level in 0.3 where it differs."""
    also: tuple[Seen, ...] = ()
    """Further places where a breach shows."""
    bindings: tuple[Binding, ...] = ANY_BINDING
    """The bindings that know this requirement."""
    error: str = ""
    """The error that has to be answered, as `protocol.errors` calls it; judged by its exact code."""

    @property
    def places(self) -> tuple[Seen, ...]:
        """All places where a breach shows, the first one first."""
        return (self.seen, *self.also)

    @property
    def directions(self) -> tuple[str, ...]:
        """The same as arrows: `C>` in requests of the client, `>C` in answers, `C*` in what it makes of them."""
        return tuple(ARROWS[place] for place in self.places)

    def level_in(self, dialect: Dialect) -> Level:
        """The level that holds in this dialect."""
        if dialect is Dialect.V0_3 and self.level_v0_3 is not None:
            return self.level_v0_3
        return self.level

    def exists_in(self, dialect: Dialect) -> bool:
        """Whether the dialect knows this requirement at all."""
        return dialect in self.dialects


LevelOf = Callable[[Requirement, Dialect], Level]
"""How strongly a row binds in a dialect: as the catalogue has it, or as a frozen set does."""
