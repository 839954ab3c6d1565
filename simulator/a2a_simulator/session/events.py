"""What reaches a session: the only way in (design §3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Called:
    """A request arrived whole. `call` is the number that all commands about it carry; header names are lower case."""

    call: int
    agent: str
    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    conn: int | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """All that was given for a call before its last `Flush` has left."""

    call: int


@dataclass(frozen=True, slots=True)
class Left:
    """The peer closed the connection of a call."""

    call: int


@dataclass(frozen=True, slots=True)
class Asked:
    """The target was asked for a drive step."""

    step: str
    verb: str


@dataclass(frozen=True, slots=True)
class Surfaced:
    """The target told its caller of one event, in the normal form of adapters (design §6)."""

    event: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Stopped:
    """A listener of the target stopped its call."""


@dataclass(frozen=True, slots=True)
class Reported:
    """The target told how a drive step ended."""

    step: str
    outcome: Mapping[str, Any]


class Due(NamedTuple):
    """The time of a `Wait` command is over."""

    timer: int


@dataclass(frozen=True, slots=True)
class Released:
    """Somebody lets every hold go by hand."""


@dataclass(frozen=True, slots=True)
class Struck:
    """Somebody breaks every open connection by hand; `kind` is one of the faults of scenarios."""

    kind: str


SessionEvent = Called | Written | Left | Asked | Surfaced | Stopped | Reported | Due | Released | Struck
