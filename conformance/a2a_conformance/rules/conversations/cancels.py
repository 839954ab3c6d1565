"""What a cancel does to streams, and what a second cancel does (1.0 §3.3.1, §3.5.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import LINGER, Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import End, Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.stream import tell
from a2a_simulator.protocol.errors import BY_CODE
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import TERMINAL, State
from a2a_simulator.protocol.tasks import Task

_AGAIN: Final = frozenset({"TaskNotCancelable", "TaskNotFound"})
"""Errors that a second cancel may get; the specification allows them all and the Task as well."""


class Cancels(ConversationRule):
    """Open streams show the cancel; canceling again changes nothing."""

    speaks: ClassVar = ("cancel-idempotent", "cancel-streams-see")

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[float, int]] = {}

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the answer to a cancel."""
        task = talk.tasks.get(call.named_task)
        if call.operation is not Operation.CANCEL_TASK or task is None or task.tainted:
            return
        if call.known_state is State.CANCELED:
            yield from self._again(item, call)
        elif isinstance(item.event, Task) and item.event.status.state is State.CANCELED and not task.terminal:
            for stream in task.open:
                if not stream.done_frame and stream.first is not None:
                    self._waiting[stream.frame] = (item.t, item.frame)

    @staticmethod
    def _again(item: Item, call: Exchange) -> Iterator[Finding]:
        row = BY_CODE.get(item.code) if item.code is not None else None
        if isinstance(item.event, Task) and item.event.status.state is not State.CANCELED:
            got = tell(item.event.status.state)
        elif row is not None and row.name not in _AGAIN:
            got = item.error_name
        else:
            return
        yield from call.says(
            "cancel-idempotent", item.frame, f"the task was canceled before (frame {call.known_frame})",
            expected="the canceled task, or that it cannot be canceled", got=got,
        )  # fmt: skip

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at a stream that was open when its task was canceled."""
        waited = self._waiting.pop(call.frame, None)
        if waited is None or call.state is State.CANCELED or call.end is End.BROKEN:
            return
        if call.state in TERMINAL or call.end is End.CLOSED or call.end_t - waited[0] >= LINGER:
            yield from self._unseen(call, waited[1])

    def over(self, talk: Conversation) -> Iterator[Finding]:
        """Looks at those that are open still."""
        for call in talk.open.values():
            since, frame = self._waiting.get(call.frame, (talk.now, 0))
            if talk.now - since >= LINGER and call.state is not State.CANCELED:
                yield from self._unseen(call, frame)

    @staticmethod
    def _unseen(call: Exchange, frame: int) -> Iterator[Finding]:
        yield from call.says(
            "cancel-streams-see", call.last_frame, f"the task was canceled (frame {frame}), its stream never says so",
            expected="canceled", got=tell(call.state),
        )  # fmt: skip


RULES: Final = (Cancels,)
