"""How the failure of a task is told (1.0 §3.1.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.states import TERMINAL, State
from a2a_simulator.protocol.tasks import Task


class ToldAsState(ConversationRule):
    """A task that failed says so in its streams: an error in place of the state hides what GetTask knows."""

    speaks: ClassVar = ("stream-failed-status",)

    def __init__(self) -> None:
        self._broken: dict[str, tuple[Exchange, Item]] = {}

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Remembers a stream that an error ended, and looks at its task later."""
        if item.error is not None and call.streams and call.task_id and call.state not in TERMINAL:
            self._broken[call.task_id] = (call, item)
        elif isinstance(item.event, Task) and not call.streams and item.event.id in self._broken:
            stream, error = self._broken.pop(item.event.id)
            task = talk.task(stream)
            if item.event.status.state is State.FAILED and task is not None and not task.tainted:
                yield from stream.says(
                    "stream-failed-status", error.frame,
                    f"the task failed (frame {item.frame}), and its stream told an error in place of the state",
                    expected="the state failed", got=error.error_name,
                )  # fmt: skip


RULES: Final = (ToldAsState,)
