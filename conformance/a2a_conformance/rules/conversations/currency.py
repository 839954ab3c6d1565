"""That an answer about a task is not older than what was told of it before (1.0 §3.1.1, §3.1.3, §3.1.6)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.stream import tell
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import TERMINAL
from a2a_simulator.protocol.tasks import Task

_LOOKS: Final = {Operation.GET_TASK: "get-current", Operation.SUBSCRIBE_TO_TASK: "sub-task-first"}


class Current(ConversationRule):
    """GetTask and the Task that opens a subscription show at least what was told before they were asked for."""

    speaks: ClassVar = ("get-current", "state-terminal-final", "sub-snapshot-gapless", "sub-task-first")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Compares the Task with what was known when the call was made."""
        task = talk.tasks.get(call.named_task)
        if call.operation not in _LOOKS or call.first is not None or task is None or task.tainted or item.deliberate:
            return
        if not isinstance(item.event, Task) or item.event.id != task.id:
            return
        if call.to_finished and call.subscribes:
            return
        older = next(self._older(item.event, item, call), None) or next(self._state(item.event, item, call), None)
        if older is not None:
            yield older
        elif not call.to_finished:
            yield from self._artifacts(item.event, item, call)

    @staticmethod
    def _state(event: Task, item: Item, call: Exchange) -> Iterator[Finding]:
        state = event.status.state
        if call.to_finished and state != call.known_state:
            requirement = "state-terminal-final" if state in TERMINAL else "get-current"
            yield from call.says(
                requirement, item.frame, f"the task was {tell(call.known_state)} before (frame {call.known_frame})",
                expected=tell(call.known_state), got=tell(state),
            )  # fmt: skip

    @staticmethod
    def _older(event: Task, item: Item, call: Exchange) -> Iterator[Finding]:
        stamp, known = event.status.timestamp or "", call.known_stamp
        if stamp[:19] < known[:19] and stamp.endswith("Z") and known.endswith("Z"):
            assert call.operation is not None
            yield from call.says(
                _LOOKS[call.operation], item.frame, f"a status of {known} was told before (frame {call.known_frame})",
                expected=f"a status of {known} or later", got=stamp,
            )  # fmt: skip

    @staticmethod
    def _artifacts(event: Task, item: Item, call: Exchange) -> Iterator[Finding]:
        there = {artifact.artifact_id for artifact in event.artifacts or ()}
        for name in call.known_artifacts:
            if name not in there:
                yield from call.says(
                    "sub-snapshot-gapless" if call.subscribes else "get-current", item.frame,
                    f"the Task lacks the artifact `{name}`, which was told of before", expected=name,
                    got=", ".join(sorted(there)) or "no artifact",
                )  # fmt: skip
                return


RULES: Final = (Current,)
