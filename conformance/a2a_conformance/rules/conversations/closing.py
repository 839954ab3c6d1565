"""That a stream closes where it has to, and stays open where it should (1.0 §3.1.2, §3.1.6, §7.6.1)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import LINGER, Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import End, Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.stream import tell
from a2a_simulator.protocol.events import ArtifactUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.protocol.states import State

LATE: Final = 5.0
"""Seconds after which even a proper end came too late."""


class Closes(ConversationRule):
    """Nothing can follow a terminal state or a lone Message, so the stream closes there.

    Told only by what was seen: it stayed open for `LINGER` seconds until the caller left or the journal ended.
    """

    speaks: ClassVar = ("stream-close-terminal", "stream-msg-close", "sub-close-terminal")

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """The caller left, or the agent closed late."""
        bound = {End.LEFT: LINGER, End.CLOSED: LATE}
        if call.end in bound and call.end_t - call.done_t >= bound[call.end]:
            yield from self._late(call, call.end_t)

    def over(self, talk: Conversation) -> Iterator[Finding]:
        """The stream is open still."""
        for call in talk.open.values():
            if talk.now - call.done_t >= LINGER:
                yield from self._late(call, talk.now)

    @staticmethod
    def _late(call: Exchange, until: float) -> Iterator[Finding]:
        if not call.done_frame or not call.streams:
            return
        alone = call.state is None
        requirement = "stream-msg-close" if alone else "sub-close-terminal" if call.subscribes else Closes.speaks[0]
        last = "its Message" if alone else f"the state {tell(call.state)}"
        yield from call.says(
            requirement, call.done_frame, f"the stream stays open after {last}",
            expected="the end of the stream", got=f"{until - call.done_t:.1f} s later it was open",
        )  # fmt: skip


class KeptForCredentials(ConversationRule):
    """A stream that closed at auth-required should not have, if the task went on without a message to it."""

    speaks: ClassVar = ("stream-authreq-keep",)

    def __init__(self) -> None:
        self._closed: dict[str, Exchange] = {}

    def called(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """A message may bring the credentials: then nothing can be said."""
        if call.operation in SENDS:
            self._closed.pop(call.named_task, None)
        yield from ()

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Remembers a stream that closed at auth-required."""
        if call.end is End.CLOSED and call.streams and call.state is State.AUTH_REQUIRED and call.is_v1:
            self._closed[call.task_id] = call
        yield from ()

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """The task has moved on."""
        event = item.event
        if event is None or isinstance(event, Message | ArtifactUpdate) or event.status.state is State.AUTH_REQUIRED:
            return
        closed = self._closed.pop(call.named_task, None)
        if closed is not None:
            yield from closed.says(
                "stream-authreq-keep", closed.last_frame,
                "the stream closed at auth_required, and the task went on with credentials from elsewhere",
                expected="a stream that stays open", got=f"{tell(event.status.state)}, told by another call",
            )  # fmt: skip


RULES: Final = (Closes, KeptForCredentials)
