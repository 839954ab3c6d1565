"""What one run plays: a scenario lowered to one cell, all sugar expanded, nothing left to look up.

`repeat` is unrolled, `chunks` are single updates, steps and entries of other dialects are gone, `expect` blocks of
other dialects are gone. Placeholders `${…}` other than `${n}` are still in the texts: they are filled in when played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.parts import Metadata, Part
from a2a_simulator.protocol.states import AnyState, State
from a2a_simulator.scenario.matchers import Match
from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.wire_forms import WireForm


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file; line and column count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Mode(StrEnum):
    """How the client sends."""

    AUTO = "auto"
    STREAM = "stream"
    UNARY = "unary"


@dataclass(frozen=True, slots=True)
class Cell:
    """A scenario in one wire form and mode: what one run plays."""

    scenario: str
    wire_form: WireForm
    mode: Mode = Mode.AUTO

    @property
    def suffix(self) -> str:
        """The `[…]` of a check key: `1.0-jsonrpc`, or `1.0-jsonrpc-unary` when the file names modes."""
        return self.wire_form.name if self.mode is Mode.AUTO else f"{self.wire_form.name}-{self.mode}"

    def __str__(self) -> str:
        return f"{self.scenario} [{self.suffix}]"


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


class Verb(StrEnum):
    """What the client is asked to do."""

    SEND = "send"
    ANSWER = "answer"
    RESUBSCRIBE = "resubscribe"
    GET = "get"
    CANCEL = "cancel"
    ABORT = "abort"
    FETCH_CARD = "fetch_card"
    PARALLEL = "parallel"
    LIST = "list"
    SET_PUSH = "set_push"
    GET_PUSH = "get_push"
    LIST_PUSH = "list_push"
    DELETE_PUSH = "delete_push"
    AWAIT_PUSH = "await_push"


class StopAt(StrEnum):
    """What a listener counts."""

    UPDATE = "update"
    STATUS = "status"
    ARTIFACTS = "artifacts"
    CHUNK = "chunk"


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener of the client; without `stop_at` it never stops. `response` None, not `artifacts`: empty text."""

    stop_at: StopAt | None = None
    at: int | State | None = None
    artifacts: bool = False
    response: str | None = None


@dataclass(frozen=True, slots=True)
class DriveStep:
    """One thing the client is asked. `id` is `0`, `1`, … ; `0.meanwhile.0` and `0.parallel.3.0` below a step."""

    id: str
    place: Place
    verb: Verb
    parts: tuple[Part, ...] = ()
    metadata: Metadata | None = None
    task: str = "current"
    mode: Mode = Mode.AUTO
    blocking: bool = True
    context: str = "auto"
    name: str | None = None
    to: str | None = None
    accept: tuple[str, ...] = ()
    history: int | None = None
    refers: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    extensions: tuple[str, ...] = ()
    push: Mapping[str, Any] | None = None
    listener: Listener | None = None
    after: tuple[str, ...] = ()
    meanwhile: "tuple[DriveStep, ...]" = ()
    parallel: "tuple[tuple[DriveStep, ...], ...]" = ()
    expect: "tuple[Expect, ...]" = ()
    extended: bool = False


@dataclass(frozen=True, slots=True)
class ExpectedError:
    """How an error must be told."""

    name: str | None = None
    code: int | None = None
    http: int | None = None
    message: Match | None = None


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """Calls that must (or must not) arrive: a condition and how often; `gap` in seconds between two of them."""

    when: When
    least: int = 1
    most: int | None = 1
    gap_least: float | None = None
    gap_most: float | None = None


@dataclass(frozen=True, slots=True)
class ExpectedArtifact:
    """One artifact after joining: None means it must be absent."""

    absent: bool = False
    text: Match | None = None
    data: tuple[Any, ...] | None = None
    files: tuple[Mapping[str, Any], ...] | None = None


@dataclass(frozen=True, slots=True)
class Expect:
    """A pin (scenario format §7.2); every key left out stays with the oracle. `rate` counts in `any_of` only."""

    place: Place
    outcome: tuple[str, ...] = ()
    text: Match | None = None
    artifacts: Mapping[str, ExpectedArtifact] = field(default_factory=dict)
    reason: Match | None = None
    error: ExpectedError | None = None
    calls: tuple[ExpectedCall, ...] = ()
    calls_in_order: bool = False
    listener_updates: int | None = None
    any_of: "tuple[Expect, ...]" = ()
    rate: str = "pass"
    requirement: str | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """All that one run needs. `expect` are the top-level pins; `bound` is the run's time limit in seconds."""

    cell: Cell
    title: str
    place: Place
    agents: tuple[AgentPlay, ...]
    drive: tuple[DriveStep, ...]
    expect: tuple[Expect, ...] = ()
    about: str = ""
    spec: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    bugs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    targets: tuple[str, ...] = ("client", "gateway")
    needs: tuple[str, ...] = ()
    credentials: Mapping[str, str] = field(default_factory=dict)
    bound: float = 60.0
    round: int = 1
    seed: str = ""

    def agent(self, name: str) -> AgentPlay:
        """The agent of that name. Raises KeyError."""
        for agent in self.agents:
            if agent.name == name:
                return agent
        raise KeyError(name)
