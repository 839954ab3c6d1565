"""The listener of a call: it is shown every update, and may stop the call with a result of its own."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from inspect import isawaitable

from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.tasks import Task

Update = StatusUpdate | ArtifactUpdate
"""What a listener is shown: neither the opening Task nor a Message."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Go on."""


@dataclass(frozen=True, slots=True)
class StopWithResponse:
    """End the call now; the text is its result (None: empty text)."""

    text: str | None = None


@dataclass(frozen=True, slots=True)
class StopWithArtifacts:
    """End the call now; the artifacts received so far are its result."""


Stop = StopWithResponse | StopWithArtifacts
Decision = Continue | Stop
Listener = Callable[[Update, Task], Decision | Awaitable[Decision]]
"""Called with each update and the task accumulated so far, that update included."""


class Listening:
    """Shows a call's updates to its listener and counts them. Without a listener nothing ever stops."""

    def __init__(self, listener: Listener | None) -> None:
        self.listener = listener
        self.updates = 0
        """How many updates the listener was shown."""

    async def hear(self, event: Event, task: Task | None) -> Stop | None:
        """Shows one event, if it is an update, with the task that includes it; a Stop ends the call at once."""
        if self.listener is None or task is None or not self.shown(event):
            return None
        self.updates += 1
        decision = self.listener(self.update(event), self.accumulated(task))
        decided = await decision if isawaitable(decision) else decision
        return None if isinstance(decided, Continue) else decided

    def shown(self, event: Event) -> bool:
        """Whether the listener gets to see this event."""
        return isinstance(event, StatusUpdate | ArtifactUpdate)

    def update(self, event: Event) -> Update:
        """The event as the listener gets it."""
        assert isinstance(event, StatusUpdate | ArtifactUpdate)
        return event

    def accumulated(self, task: Task) -> Task:
        """The task as the listener gets it."""
        return task
