"""What an agent does: a script lowered to one cell."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.parts import Metadata, Part
from a2a_simulator.protocol.states import AnyState, State
from a2a_simulator.scenario.matchers import Match
from a2a_simulator.scenario.places import Place
from a2a_simulator.wire.framing import Framing


@dataclass(frozen=True, slots=True)
class Cut:
    """Breaks the connection inside an event: `at` is `middle`, `before_blank_line` or a byte of the frame."""

    fault: str = "reset"
    at: str | int = "middle"


@dataclass(frozen=True, slots=True)
class Edit:
    """Changes encoded JSON: pointers to set, pointers to drop."""

    set: Mapping[str, Any] = field(default_factory=dict)
    drop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Base:
    """What every script step carries: its place, its path in the file, and what it breaks on purpose."""

    place: Place
    path: str
    deliberate: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Modifiers:
    """What `task status artifact message error` may carry. `frame` is the entry's and the step's, merged."""

    frame: Framing = field(default_factory=Framing)
    cut: Cut | None = None
    edit: Edit | None = None
    envelope: Edit | None = None


@dataclass(frozen=True, slots=True)
class TaskStep(Base):
    """A full Task; `state` None is `task: current`. `history`: auto, none or all."""

    state: AnyState | None = None
    parts: tuple[Part, ...] = ()
    artifacts: Mapping[str, str] = field(default_factory=dict)
    history: str = "auto"
    id: str | None = None
    context: str | None = None
    metadata: Metadata | None = None
    mods: Modifiers = Modifiers()


@dataclass(frozen=True, slots=True)
class StatusStep(Base):
    """A status update; `parts` are the status message. `final` None: as the dialect says."""

    state: AnyState = State.WORKING
    parts: tuple[Part, ...] = ()
    final: bool | None = None
    timestamp: str | None = None
    metadata: Metadata | None = None
    mods: Modifiers = Modifiers()


@dataclass(frozen=True, slots=True)
class ArtifactStep(Base):
    """One artifact update."""

    id: str = ""
    parts: tuple[Part, ...] = ()
    append: bool = False
    last: bool = False
    name: str | None = None
    description: str | None = None
    metadata: Metadata | None = None
    mods: Modifiers = Modifiers()


@dataclass(frozen=True, slots=True)
class MessageStep(Base):
    """A direct Message: the whole answer."""

    parts: tuple[Part, ...] = ()
    context: str | None = None
    metadata: Metadata | None = None
    mods: Modifiers = Modifiers()


@dataclass(frozen=True, slots=True)
class ErrorStep(Base):
    """An error by name or code. `form`: auto, body, event, named_event."""

    name: str | None = None
    code: int | None = None
    message: str | None = None
    data: Any = None
    retry_after: float | None = None
    form: str = "auto"
    mods: Modifiers = Modifiers()


@dataclass(frozen=True, slots=True)
class HttpStep(Base):
    """A whole HTTP response."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class CommentStep(Base):
    """An SSE comment line."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class RawStep(Base):
    """Bytes as they are."""

    data: bytes = b""


@dataclass(frozen=True, slots=True)
class WaitStep(Base):
    """Seconds of silence. `scales`: shortened in tests; `jitter`: drawn from 0.5 to 1.5 times, by seed."""

    seconds: float = 0.0
    scales: bool = True
    jitter: bool = False


@dataclass(frozen=True, slots=True)
class HoldStep(Base):
    """Waits for the target: a word (seen answered left listener_stopped) or a call that fits `when`."""

    until: str = "seen"
    when: "When | None" = None
    timeout: float = 5.0
    before_reply: bool = False


@dataclass(frozen=True, slots=True)
class FaultStep(Base):
    """Breaks the caller's connection: close drop reset half_close stall bad_chunk short_chunk."""

    kind: str = "close"


@dataclass(frozen=True, slots=True)
class EndStep(Base):
    """The last step: close, or leave the stream open."""

    open: bool = False


@dataclass(frozen=True, slots=True)
class PushStep(Base):
    """An extra webhook delivery."""

    event: str = "last"
    token: str | None = None
    auth: str = "right"
    times: int = 1


Step = (
    TaskStep | StatusStep | ArtifactStep | MessageStep | ErrorStep | HttpStep | CommentStep | RawStep | WaitStep
    | HoldStep | FaultStep | EndStep | PushStep
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class When:
    """Which calls an entry answers. `calls` None: any operation but FetchCard and FetchToken."""

    calls: frozenset[Operation] | None
    task: str | None = None
    context: str | None = None
    text: Match | None = None
    headers: Mapping[str, Match] = field(default_factory=dict)
    path: Match | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """`each`: seconds between events; `until_seen`: each event waits until the one before came out in front."""

    each: float = 0.0
    until_seen: bool = False
    timeout: float = 5.0


@dataclass(frozen=True, slots=True)
class Transport:
    """How a response travels: `encoding` gzip, `framing` chunked or until_close, HTTP version, trailers."""

    encoding: str | None = None
    framing: str = "chunked"
    version: str = "1.1"
    trailers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One reply of the script; `times` None is any."""

    place: Place
    path: str
    when: When
    times: int | None
    steps: tuple[Step, ...]
    pace: Pace | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    transport: Transport = Transport()


@dataclass(frozen=True, slots=True)
class Serve:
    """Where and how an agent is served (scenario format §8)."""

    card: str = "of_dialect"
    path: str = "/"
    well_known: tuple[str, ...] = ("agent-card.json", "agent.json")
    online: bool = True
    interval: float | None = None
    strict: bool = False


@dataclass(frozen=True, slots=True)
class AgentPlay:
    """One agent: its card patch (1.0 member names, RFC 7396), how it is served, its script."""

    name: str
    card: Mapping[str, Any]
    serve: Serve
    entries: tuple[Entry, ...]
