"""Short constructors, so that the tables of the catalogue read like tables."""

from typing import Final, NamedTuple

from a2a_conformance.catalog.requirement import BOTH, Judge, LeftOut, Requirement, Seen, Who
from a2a_conformance.verdict import Basis, Level
from a2a_simulator.wire.wire_forms import Dialect


class Force(NamedTuple):
    """How strongly, and on which ground."""

    level: Level
    basis: Basis


MUST: Final = Force(Level.MUST, Basis.A2A)
MUST_IMPLIED: Final = Force(Level.MUST, Basis.IMPLIED)
MUST_JSONRPC: Final = Force(Level.MUST, Basis.JSONRPC)
MUST_SSE: Final = Force(Level.MUST, Basis.SSE)
MUST_PROTOJSON: Final = Force(Level.MUST, Basis.PROTOJSON)
MUST_HTTP: Final = Force(Level.MUST, Basis.HTTP)
MUST_PROFILE: Final = Force(Level.MUST, Basis.PROFILE)
SHOULD: Final = Force(Level.SHOULD, Basis.A2A)
SHOULD_IMPLIED: Final = Force(Level.SHOULD, Basis.IMPLIED)
SHOULD_QUALITY: Final = Force(Level.SHOULD, Basis.QUALITY)
MAY: Final = Force(Level.MAY, Basis.A2A)
MAY_PROTOJSON: Final = Force(Level.MAY, Basis.PROTOJSON)
OPEN: Final = Force(Level.INFO, Basis.A2A)
"""The specification is silent or contradicts itself: recorded, never failed."""
OBSERVED: Final = Force(Level.INFO, Basis.QUALITY)
"""Ours, recorded only."""

V1: Final = (Dialect.V1_0,)
V0_3: Final = (Dialect.V0_3,)

CLIENT: Final = (Who.CLIENT,)
CLIENT_AND_GATEWAY: Final = (Who.CLIENT, Who.GATEWAY)
SERVER: Final = (Who.SERVER,)
SERVER_AND_GATEWAY: Final = (Who.SERVER, Who.GATEWAY)
ALL: Final = (Who.CLIENT, Who.SERVER, Who.GATEWAY)


def told(
    id: str,
    force: Force,
    section: str,
    text: str,
    *,
    because: str = "",
    who: tuple[Who, ...] = SERVER_AND_GATEWAY,
    dialects: tuple[Dialect, ...] = BOTH,
    level_v0_3: Level | None = None,
    left_out: LeftOut | None = None,
    checks: tuple[Judge, ...] = (Judge.STREAM,),
) -> Requirement:
    """A row about what an agent answers; judged by the stream rules unless `left_out` says why not."""
    return Requirement(
        id, force.level, force.basis, section, who, Seen.RESPONSE, text, because, dialects,
        () if left_out else checks, left_out, level_v0_3=level_v0_3,
    )  # fmt: skip


def asks(
    id: str,
    force: Force,
    section: str,
    text: str,
    *,
    because: str = "",
    who: tuple[Who, ...] = CLIENT_AND_GATEWAY,
    dialects: tuple[Dialect, ...] = BOTH,
    level_v0_3: Level | None = None,
    left_out: LeftOut | None = None,
    checks: tuple[Judge, ...] = (Judge.REQUEST,),
) -> Requirement:
    """A row about what a client sends; judged by the readers of requests unless `left_out` says why not."""
    return Requirement(
        id, force.level, force.basis, section, who, Seen.REQUEST, text, because, dialects,
        () if left_out else checks, left_out, level_v0_3=level_v0_3,
    )  # fmt: skip


def reacts(
    id: str,
    force: Force,
    section: str,
    text: str,
    *,
    because: str = "",
    who: tuple[Who, ...] = CLIENT_AND_GATEWAY,
    dialects: tuple[Dialect, ...] = BOTH,
    level_v0_3: Level | None = None,
    left_out: LeftOut | None = None,
    checks: tuple[Judge, ...] = (Judge.OUTCOME,),
) -> Requirement:
    """A row about what a client makes of an answer; judged by the oracle unless `left_out` says why not."""
    return Requirement(
        id, force.level, force.basis, section, who, Seen.REACTION, text, because, dialects,
        () if left_out else checks, left_out, level_v0_3=level_v0_3,
    )  # fmt: skip
