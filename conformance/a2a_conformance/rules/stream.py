"""What is known of a stream so far: the common ground of all rules."""

from enum import Enum
from typing import Any

from a2a_conformance import catalog
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.verdict import Level
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import SETTLED, TERMINAL, AnyState
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
        "dialect", "elsewhere", "enveloped", "failed", "final_frame", "frames", "known", "last_frame", "message_last",
        "rpc_id",
        "shape", "state", "subscribe", "task_id", "task_seen", "terminal_frame", "understood", "unread",
        "unread_last",
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
        self.task_id = ""
        """The task of the stream: the first that was named."""
        self.state: AnyState | None = None
        self.terminal_frame: int | None = None
        self.final_frame: int | None = None
        """The frame with 0.3's `final: true`."""
        self.failed = False
        """Whether an error came as a frame."""
        self.unread = 0
        """Frames that were neither an event nor an error: what they meant to say is not known."""
        self.unread_last = False
        """Whether the last frame was one of them, or an artifact update without an artifact."""
        self.message_last = False
        """Whether the last event was a Message."""
        self.elsewhere = False
        """Whether the last event settled another task than that of the stream."""

    def foreign(self, event: Event) -> bool:
        """Whether an event names another task than the stream."""
        named = named_task(event)
        return bool(named and self.task_id and named != self.task_id)

    def take(self, seen: Observed) -> None:
        """Adds a frame that every rule has seen."""
        self.frames += 1
        self.last_frame = seen.frame
        self.failed = self.failed or seen.error is not None
        event = seen.event
        self.unread_last = event is None and seen.error is None
        if event is None:
            self.unread += self.unread_last
            return
        if seen.defects:
            self.unread_last = any(defect.pointer.endswith("/artifact") for defect in seen.defects)
        self.understood += 1
        self.message_last = isinstance(event, Message)
        if self.shape is Shape.OPEN:
            self.shape = Shape.MESSAGE if isinstance(event, Message) else Shape.TASK
        if isinstance(event, Task):
            self.task_seen = True
        elif isinstance(event, StatusUpdate) and event.final and not self.foreign(event):
            self.final_frame = self.final_frame or seen.frame
        self._settle(event, seen.frame)

    def _settle(self, event: Event, frame: int) -> None:
        """Takes the state that an event tells."""
        if isinstance(event, Message):
            return
        foreign = self.foreign(event)
        self.task_id = self.task_id or named_task(event)
        if isinstance(event, ArtifactUpdate):
            self.elsewhere = self.elsewhere and foreign
            return
        state = event.status.state
        self.elsewhere = foreign and state in SETTLED
        if foreign or self.terminal_frame is not None:
            return
        self.state = state
        if state in TERMINAL:
            self.terminal_frame = frame

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


def named_task(event: Event) -> str:
    """The id of the task that an event is about; empty if it names none."""
    if isinstance(event, Message):
        return ""
    return event.id if isinstance(event, Task) else event.task_id


def tell(state: AnyState | None) -> str:
    """A state for people."""
    return "no state" if state is None else state.name.lower() if not isinstance(state, str) else str(state)
