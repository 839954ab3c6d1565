"""What a session wants done: the only way out (design §3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from a2a_simulator.journal import Kind
from a2a_simulator.scenario.play import Transport

PLAIN_TRANSPORT = Transport()


@dataclass(frozen=True, slots=True)
class Head:
    """Sends the response head. With `length` the body is exactly that long, without it comes in chunks."""

    call: int
    agent: str
    status: int
    headers: tuple[tuple[str, str], ...]
    length: int | None = None
    transport: Transport = PLAIN_TRANSPORT


class Source(NamedTuple):
    """Where bytes come from: the step and entry of the script, and what the step breaks on purpose."""

    step: str = ""
    entry: str = "built-in"
    deliberate: tuple[str, ...] = ()


BUILT_IN = Source()
NOTHING: Mapping[str, Any] = {}


def json_text(kind: Kind, text: str | None, data: bytes) -> str | None:
    """The JSON of written bytes: as it was given, or what a plain frame `data: …` holds."""
    if text is None and kind is Kind.EVENT:
        return data[6:-2].decode("utf-8", "surrogatepass")
    return text


class Write(NamedTuple):
    """Writes body bytes: each slice by itself, `gap` seconds apart.

    `text` is the JSON in them; an event without it is the plain frame of its one slice. Like all that is made for
    each event it is a named tuple: they are made in a third of the time.
    """

    call: int
    agent: str
    kind: Kind
    slices: tuple[bytes, ...]
    text: str | None = None
    source: Source = BUILT_IN
    gap: float = 0.0
    more: Mapping[str, Any] = NOTHING

    @property
    def json_text(self) -> str | None:
        """The JSON that is written, None for bytes that are no event."""
        return json_text(self.kind, self.text, self.slices[0])


@dataclass(frozen=True, slots=True)
class Flush:
    """Asks for `Written` as soon as all bytes given for this call have left."""

    call: int


@dataclass(frozen=True, slots=True)
class Close:
    """Ends the response in the proper way."""

    call: int
    agent: str


@dataclass(frozen=True, slots=True)
class Fault:
    """Breaks the connection of a call: drop reset half_close stall bad_chunk short_chunk."""

    call: int
    agent: str
    kind: str
    step: str = ""


class Clock(StrEnum):
    """What a wait is for; a scripted `wait:` may be cut short by a cap, and heartbeats keep their share of it."""

    WAIT = "wait"
    TIMEOUT = "timeout"
    BEAT = "beat"


class Wait(NamedTuple):
    """Asks for `Due(timer)` after that many seconds; `scales` lets a test run shorten them."""

    timer: int
    seconds: float
    scales: bool = True
    clock: Clock = Clock.WAIT
    of: float = 0.0
    """For a heartbeat the longest scripted wait that it fills, in seconds."""


class Forget(NamedTuple):
    """The `Due` of this timer is no longer wanted."""

    timer: int


@dataclass(frozen=True, slots=True)
class Note:
    """Something for the journal that moves no byte."""

    kind: Kind
    payload: Mapping[str, Any] = field(default_factory=dict)
    agent: str = "agent"
    conn: int | None = None
    call: int | None = None


Command = Head | Write | Flush | Close | Fault | Wait | Forget | Note
