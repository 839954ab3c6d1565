"""Calls that have to be refused, each with its exact error (1.0 §3.1.1, §3.1.3, §3.1.5, §3.1.6, §5.4)."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.stream import tell
from a2a_simulator.protocol.errors import BY_CODE, BY_NAME
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.states import TERMINAL, State
from a2a_simulator.protocol.tasks import Task

FINISHED: Final[Mapping[Operation, tuple[str, str]]] = {
    Operation.SEND_MESSAGE: ("send-terminal-reject", "UnsupportedOperation"),
    Operation.SEND_STREAMING_MESSAGE: ("send-terminal-reject", "UnsupportedOperation"),
    Operation.CANCEL_TASK: ("cancel-not-cancelable", "TaskNotCancelable"),
    Operation.SUBSCRIBE_TO_TASK: ("sub-terminal-reject", "UnsupportedOperation"),
}
"""What a call to a finished task breaks when it is served, and the error that it earns."""

UNKNOWN: Final[Mapping[Operation, str]] = {
    Operation.SEND_MESSAGE: "send-unknown-task",
    Operation.SEND_STREAMING_MESSAGE: "send-unknown-task",
    Operation.GET_TASK: "get-unknown",
    Operation.CANCEL_TASK: "cancel-unknown",
    Operation.SUBSCRIBE_TO_TASK: "sub-not-found",
}
"""The same for a task that nobody ever told of; it earns TaskNotFound."""

_MISTAKEN: Final = frozenset(
    {
        "InternalError", "InvalidAgentResponse", "InvalidParams", "MethodNotFound", "TaskNotCancelable",
        "TaskNotFound", "UnsupportedOperation",
    }
)  # fmt: skip
"""Errors that are taken for one another. Others speak of something else: rights, media types, versions."""


class Refusals(ConversationRule):
    """Looks at the first answer to a call that names a finished task, or one that the agent never told of."""

    speaks: ClassVar = (*sorted({name for name, _ in FINISHED.values()} | set(UNKNOWN.values())), "task-id-unknown")

    def __init__(self) -> None:
        self._messages: set[str] = set()

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Compares the answer with the error that is due."""
        if call.first is not None or call.operation not in UNKNOWN or call.request.get("entry") == "unscripted":
            return
        repeated = self._repeated(call)
        if call.opens_stream and call.card_streams is False:
            return
        task = talk.tasks.get(call.named_task)
        if task is not None and call.to_finished and not task.tainted:
            foreign = call.named_context not in ("", task.context)
            if item.error is None or not foreign:
                yield from self._finished(item, call, repeated)
        elif task is None and call.named_task and talk.from_start:
            yield from self._unknown(item, call)

    def _repeated(self, call: Exchange) -> bool:
        """A message that is sent again may be answered as the first time (§3.3.1)."""
        id = call.message.get("messageId")
        if not isinstance(id, str) or call.operation not in SENDS:
            return False
        seen = id in self._messages
        self._messages.add(id)
        return seen

    @staticmethod
    def _finished(item: Item, call: Exchange, repeated: bool) -> Iterator[Finding]:
        if call.operation is None or call.operation not in FINISHED or repeated:
            return
        requirement, due = FINISHED[call.operation]
        if call.operation is Operation.CANCEL_TASK and call.known_state is State.CANCELED:
            return
        about = f"the task was {tell(call.known_state)} (frame {call.known_frame})"
        if item.event is not None:
            yield from call.says(
                requirement, item.frame, f"{about}, and the call is served", expected=_told(due), got=_kind(item)
            )
        elif _name(item) in _MISTAKEN - {due, "TaskNotFound"} and (call.is_v1 or call.operation not in SENDS):
            yield from call.says(
                requirement, item.frame, f"{about}, and the call is refused with another error",
                expected=_told(due), got=item.error_name,
            )  # fmt: skip

    @staticmethod
    def _unknown(item: Item, call: Exchange) -> Iterator[Finding]:
        assert call.operation is not None
        requirement, about = UNKNOWN[call.operation], f"the agent never told of the task {call.named_task!r}"
        if isinstance(item.event, Task) and item.event.id and item.event.id != call.named_task:
            requirement = "task-id-unknown" if call.operation in SENDS else requirement
            yield from call.says(
                requirement, item.frame, f"{about}, and the call is answered with another task",
                expected=_told("TaskNotFound"), got=f"the task {item.event.id!r}",
            )  # fmt: skip
        elif _name(item) in _MISTAKEN - {"TaskNotFound"} and not call.request.get("defects"):
            if call.opens_stream and call.card_streams is None and _name(item) in _NO_STREAMS:
                return
            yield from call.says(
                requirement, item.frame, f"{about}, and the call is refused with another error",
                expected=_told("TaskNotFound"), got=item.error_name,
            )  # fmt: skip


class SubscribesWhileItRuns(ConversationRule):
    """A subscription to a task that is not finished is served. Told once the task is seen to run on."""

    speaks: ClassVar = ("multi-allowed", "sub-any-nonterminal", "v03-terminal-resub")

    def __init__(self) -> None:
        self._refused: dict[str, tuple[Exchange, Item]] = {}

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Remembers refusals, and looks for the task in later answers."""
        if call.subscribes and call.first is None and item.error is not None and call.card_streams is not False:
            if call.known_state in TERMINAL:
                yield from call.says(
                    "v03-terminal-resub", item.frame, "subscribing to a finished task is refused", note=True,
                    expected="the finished task, once", got=item.error_name,
                )  # fmt: skip
            elif call.known_state is not None and _name(item) in ("UnsupportedOperation", "TaskNotFound"):
                self._refused[call.named_task] = (call, item)
                if any(True for _ in talk.others(call)):
                    yield from call.says(
                        "multi-allowed", item.frame, "a second stream of the task is refused", note=True
                    )
        elif isinstance(item.event, Task) and item.event.id in self._refused:
            refused, said = self._refused[item.event.id]
            if call.frame > said.frame and item.event.status.state not in TERMINAL:
                del self._refused[item.event.id]
                yield from refused.says(
                    "sub-any-nonterminal", said.frame,
                    f"subscribing is refused, and the task is {tell(item.event.status.state)} (frame {item.frame})",
                    expected="a stream", got=said.error_name,
                )  # fmt: skip


_NO_STREAMS: Final = frozenset({"MethodNotFound", "UnsupportedOperation"})


def _name(item: Item) -> str:
    row = BY_CODE.get(item.code) if item.code is not None else None
    return row.name if row else ""


def _told(name: str) -> str:
    return f"{name} ({BY_NAME[name].code})"


def _kind(item: Item) -> str:
    return (
        "a Message" if isinstance(item.event, Message) else "a Task" if isinstance(item.event, Task) else "an update"
    )


RULES: Final = (Refusals, SubscribesWhileItRuns)
