"""Short constructors, so that the tables of the catalogue read like tables."""

from dataclasses import replace
from typing import Final, NamedTuple, TypedDict, Unpack

from a2a_conformance.catalog.requirement import Judge, LeftOut, Requirement, Seen, Who
from a2a_conformance.verdict import Basis, Level
from a2a_simulator.wire.wire_forms import Binding, Dialect


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
MAY_IMPLIED: Final = Force(Level.MAY, Basis.IMPLIED)
MAY_PROTOJSON: Final = Force(Level.MAY, Basis.PROTOJSON)
OPEN: Final = Force(Level.INFO, Basis.A2A)
"""The specification is silent or contradicts itself: recorded, never failed."""
OBSERVED: Final = Force(Level.INFO, Basis.QUALITY)
"""Ours, recorded only."""

V1: Final = (Dialect.V1_0,)
V0_3: Final = (Dialect.V0_3,)

JSONRPC: Final = (Binding.JSONRPC,)
REST: Final = (Binding.REST,)
GRPC: Final = (Binding.GRPC,)

CLIENT: Final = (Who.CLIENT,)
CLIENT_AND_GATEWAY: Final = (Who.CLIENT, Who.GATEWAY)
SERVER: Final = (Who.SERVER,)
SERVER_AND_GATEWAY: Final = (Who.SERVER, Who.GATEWAY)
GATEWAY: Final = (Who.GATEWAY,)
CLIENT_AND_SERVER: Final = (Who.CLIENT, Who.SERVER)
ALL: Final = (Who.CLIENT, Who.SERVER, Who.GATEWAY)
NOBODY: Final[tuple[Who, ...]] = ()
"""Authors of the specification, not of software."""


class More(TypedDict, total=False):
    """What a row may say beyond its sentence, where it differs from what its constructor assumes."""

    because: str
    who: tuple[Who, ...]
    dialects: tuple[Dialect, ...]
    bindings: tuple[Binding, ...]
    also: tuple[Seen, ...]
    level_v0_3: Level | None
    left_out: LeftOut | None
    checks: tuple[Judge, ...]
    aliases: tuple[str, ...]
    since: str
    error: str


def told(id: str, force: Force, section: str, text: str, **more: Unpack[More]) -> Requirement:
    """A row about what an agent answers; judged by the stream rules unless `left_out` says why not."""
    return _row(Seen.RESPONSE, SERVER_AND_GATEWAY, (Judge.STREAM,), id, force, section, text, more)


def asks(id: str, force: Force, section: str, text: str, **more: Unpack[More]) -> Requirement:
    """A row about what a client sends; judged by the readers of requests unless `left_out` says why not."""
    return _row(Seen.REQUEST, CLIENT_AND_GATEWAY, (Judge.REQUEST,), id, force, section, text, more)


def reacts(id: str, force: Force, section: str, text: str, **more: Unpack[More]) -> Requirement:
    """A row about what a client makes of an answer; judged by the oracle unless `left_out` says why not."""
    return _row(Seen.REACTION, CLIENT_AND_GATEWAY, (Judge.OUTCOME,), id, force, section, text, more)


def delivers(id: str, force: Force, section: str, text: str, **more: Unpack[More]) -> Requirement:
    """A row about what an agent posts to a webhook."""
    return _row(Seen.DELIVERY, SERVER_AND_GATEWAY, (), id, force, section, text, more)


def receives(id: str, force: Force, section: str, text: str, **more: Unpack[More]) -> Requirement:
    """A row about what a client's webhook answers."""
    return _row(Seen.RECEIPT, CLIENT, (), id, force, section, text, more)


def unseen(id: str, force: Force, section: str, text: str, **more: Unpack[More]) -> Requirement:
    """A row that leaves no trace on any wire."""
    more.setdefault("left_out", LeftOut.NO_WIRE_TRACE)
    return _row(Seen.NOWHERE, SERVER, (), id, force, section, text, more)


def _row(
    seen: Seen, who: tuple[Who, ...], checks: tuple[Judge, ...],
    id: str, force: Force, section: str, text: str, more: More,
) -> Requirement:  # fmt: skip
    row = Requirement(id, force.level, force.basis, section, who, seen, text, checks=checks)
    row = replace(row, **more)
    return row if row.left_out is None else replace(row, checks=())
