"""What is known of a stream so far: the common ground of all rules."""

from enum import Enum
from typing import Any

from a2a_conformance import catalog
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.verdict import Level
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import TERMINAL, AnyState
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.responses import ANY_ID
from a2a_simulator.wire.wire_forms import Dialect


class Shape(Enum):
    """What a stream is, told by the first event that was understood (1.0 §3.1.2)."""

    OPEN = "no event yet"
    MESSAGE = "message"
    TASK = "task"


class Stream:
    """Facts about a stream, as they stood before the frame that a rule looks at."""

    __slots__ = (
        "continued", "dialect", "enveloped", "failed", "final_frame", "frames", "known", "last_frame", "rpc_id",
        "shape", "state", "state_frame", "subscribe", "task_seen", "terminal_frame", "understood",
    )  # fmt: skip

    def __init__(
        self,
        dialect: Dialect,
        subscribe: bool = False,
        rpc_id: Any = ANY_ID,
        enveloped: bool = True,
        known: frozenset[str] = frozenset(),
    ) -> None:
        self.dialect = dialect
        self.subscribe = subscribe
        self.rpc_id = rpc_id
        self.enveloped = enveloped
        """Whether each frame has to be a JSON-RPC answer."""
        self.known = known
        """Artifacts that earlier streams of the task had started."""
        self.frames = 0
        self.understood = 0
        self.last_frame = 0
        self.shape = Shape.OPEN
        self.task_seen = False
        self.state: AnyState | None = None
        self.state_frame = 0
        self.terminal_frame: int | None = None
        self.final_frame: int | None = None
        """The frame with 0.3's `final: true`."""
        self.failed = False
        """Whether an error came as a frame."""

    def take(self, seen: Observed) -> None:
        """Adds a frame that every rule has seen."""
        self.frames += 1
        self.last_frame = seen.frame
        self.failed = self.failed or seen.error is not None
        event = seen.event
        if event is None:
            return
        self.understood += 1
        if self.shape is Shape.OPEN:
            self.shape = Shape.MESSAGE if isinstance(event, Message) else Shape.TASK
        if isinstance(event, Task):
            self.task_seen = True
        elif isinstance(event, StatusUpdate) and event.final and self.final_frame is None:
            self.final_frame = seen.frame
        if isinstance(event, Message | ArtifactUpdate) or self.terminal_frame is not None:
            return
        self.state = event.status.state
        self.state_frame = seen.frame
        if self.state in TERMINAL:
            self.terminal_frame = seen.frame

    def finding(
        self,
        requirement: str,
        frame: int,
        text: str,
        *,
        expected: str = "",
        got: str = "",
        note: bool = False,
        level: Level | None = None,
        pointer: str = "",
    ) -> Finding:
        """A finding at the level that the catalogue gives it in this dialect, or at a softer one."""
        return Finding(
            requirement,
            frame,
            text,
            expected,
            got,
            level or (Level.INFO if note else catalog.get(requirement).level_in(self.dialect)),
            note,
            pointer,
        )


def tell(state: AnyState | None) -> str:
    """A state for people."""
    return "no state" if state is None else state.name.lower() if not isinstance(state, str) else str(state)
