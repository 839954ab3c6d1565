"""What is known of a conversation so far: its tasks, its cards, the calls that are open."""

from collections.abc import Iterator
from typing import Final as Constant

from a2a_conformance.rules.contents import Content, Contents, contents_of, digest, grow
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.known_task import Final, KnownTask
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.states import TERMINAL
from a2a_simulator.protocol.tasks import Task

LINGER: Constant = 1.0
"""Seconds in which an agent is given time to do what has to follow at once."""


class Conversation:
    """Facts about the calls between one caller and one agent, as they stood before what a rule looks at."""

    def __init__(self) -> None:
        self.tasks: dict[str, KnownTask] = {}
        self.open: dict[int, Exchange] = {}
        """Calls whose answers have not ended, by frame."""
        self.card_streams: bool | None = None
        self.now = 0.0
        """The time of the newest record."""
        self.from_start = False
        """Whether the journal begins with the first record of its run."""

    def task(self, call: Exchange) -> KnownTask | None:
        """The task that the answer to a call is about, or else the one that it names."""
        return self.tasks.get(call.task_id or call.named_task)

    def others(self, call: Exchange) -> Iterator[Exchange]:
        """The other open streams of the same task."""
        task = self.task(call)
        return iter(()) if task is None else (other for other in task.open if other is not call)

    def begin(self, call: Exchange) -> None:
        """Adds a call."""
        self.open[call.frame] = call
        call.card_streams = self.card_streams
        task = self.tasks.get(call.named_task)
        if task is None:
            return
        call.known_state, call.known_frame, call.known_stamp = task.state, task.state_frame, task.stamp
        if task.contents is not None and call.operation not in SENDS:
            call.known_artifacts = tuple(task.contents)
        if call.opens_stream:
            running = [other for other in task.open if not other.done_frame]
            for one in (*running, call) if running else ():
                one.log = one.log if one.log is not None else []
            task.open.append(call)

    def take(self, item: Item, call: Exchange) -> None:
        """Adds what was answered."""
        if call.first is None:
            call.first = item
        call.last_frame, call.last_t = item.frame, item.t
        if call.operation is Operation.FETCH_CARD:
            self._card(item)
            return
        event = item.event
        if isinstance(event, Message) or event is None:
            if event is not None and call.streams and not call.task_id:
                call.done_frame, call.done_t = call.done_frame or item.frame, call.done_t or item.t
            return
        id = event.id if isinstance(event, Task) else event.task_id
        if not id:
            return
        task = self._known(id, call)
        task.tainted = task.tainted or item.deliberate
        task.context = task.context or event.context_id or ""
        self._contents(event, call, task)
        if not isinstance(event, ArtifactUpdate):
            self._status(event, item, call, task)
        if call.log is not None and not isinstance(event, Task):
            call.log.append((digest(event), item.frame))

    def finish(self, call: Exchange) -> None:
        """Takes a call away whose answer has ended."""
        self.open.pop(call.frame, None)
        task = self.task(call)
        if task is not None and call in task.open:
            task.open.remove(call)

    def _card(self, item: Item) -> None:
        capabilities = item.raw.get("capabilities") if isinstance(item.raw, dict) else None
        if isinstance(item.raw, dict):
            self.card_streams = isinstance(capabilities, dict) and capabilities.get("streaming") is True

    def _known(self, id: str, call: Exchange) -> KnownTask:
        task = self.tasks.get(id)
        if task is None:
            task = self.tasks[id] = KnownTask(id, call)
        if not call.task_id:
            call.task_id = id
            if call.streams and call not in task.open:
                task.open.append(call)
        return task

    @staticmethod
    def _contents(event: Task | StatusUpdate | ArtifactUpdate, call: Exchange, task: KnownTask) -> None:
        """Keeps what the answer tells of artifacts; a stream without a Task goes on from what was known."""
        if isinstance(event, Task):
            trusted = not call.opens_stream or call.subscribes
            if event.artifacts is not None or trusted or task.contents is None:
                call.contents = contents_of(event.artifacts)
            elif not call.whole:
                call.contents = _copied(task.contents)
            call.whole = True
        elif not call.whole and not call.subscribes and call.first is not None:
            if task.maker is call:
                call.whole = True
            elif task.contents is not None:
                call.contents, call.whole = _copied(task.contents), True
        if isinstance(event, ArtifactUpdate) and not call.done_frame:
            grow(call.contents, event)
        if call.whole and not task.terminal:
            task.contents = call.contents

    @staticmethod
    def _status(event: Task | StatusUpdate, item: Item, call: Exchange, task: KnownTask) -> None:
        state = event.status.state
        call.state = state
        stamp = event.status.timestamp or ""
        if stamp > task.stamp:
            task.stamp = stamp
        if state in TERMINAL and call.streams and not call.done_frame:
            call.done_frame, call.done_t = item.frame, item.t
        if task.terminal:
            return
        task.state, task.state_frame, task.terminal = state, item.frame, state in TERMINAL
        if task.terminal and call.whole and task.final is None:
            task.final = Final(call.contents, item.frame, call)


def _copied(contents: Contents) -> Contents:
    return {name: Content.copy(content) for name, content in contents.items()}
