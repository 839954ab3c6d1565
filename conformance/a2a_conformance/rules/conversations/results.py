"""That all answers about a finished task tell the same artifacts (1.0 §3.1.2, §3.1.3, §3.2.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.contents import Content, difference
from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.known_task import Final as Finished
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import TERMINAL


class SameResult(ConversationRule):
    """GetTask of a finished task against the stream, the subscription or the answer that finished it."""

    speaks: ClassVar = ("art-final-state-match", "send-blocking-latest", "stream-order", "sub-snapshot-gapless")

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Compares the artifacts once both tellings are whole."""
        task = talk.task(call)
        if task is None or task.final is None or task.tainted or call.state not in TERMINAL or not call.whole:
            return
        first = task.final
        if first.call is call:
            return
        if call.operation is Operation.GET_TASK:
            yield from self._compare(first, Finished(call.contents, call.last_frame, call))
        elif first.call.operation is Operation.GET_TASK:
            yield from self._compare(Finished(call.contents, call.done_frame or call.last_frame, call), first)

    @staticmethod
    def _compare(told: Finished, looked: Finished) -> Iterator[Finding]:
        found = difference(looked.contents, told.contents)
        if found is None or told.call.operation in (Operation.GET_TASK, Operation.CANCEL_TASK):
            return
        name, held, heard = found
        text = f"of the artifact `{name}` GetTask shows {held} (frame {looked.frame})"
        if told.call.subscribes:
            frame = told.call.first.frame if told.call.first is not None else told.frame
            yield from told.call.says(
                "sub-snapshot-gapless", frame,
                f"{text}, the Task that opened the subscription and its updates come to {heard}",
                expected=held, got=heard,
            )  # fmt: skip
        elif told.call.operation is Operation.SEND_MESSAGE:
            yield from told.call.says(
                "send-blocking-latest", told.frame, f"{text}, the answer to the send had {heard}",
                expected=held, got=heard,
            )  # fmt: skip
        elif (
            name in told.contents and name in looked.contents and told.contents[name].shuffled(looked.contents[name])
        ):
            yield from told.call.says(
                "stream-order", told.frame, f"the chunks of `{name}` came in another order than GetTask holds them",
                expected=f"the order of frame {looked.frame}", got="the same bytes in another order",
            )  # fmt: skip
        else:
            yield from looked.call.says(
                "art-final-state-match", looked.frame,
                f"GetTask shows {held} of the artifact `{name}`, the stream told {heard} (frame {told.frame})",
                expected=heard, got=held,
            )  # fmt: skip


def _shuffled(told: Content | None, looked: Content | None) -> bool:
    return told is not None and looked is not None and told.shuffled(looked)


RULES: Final = (SameResult,)
