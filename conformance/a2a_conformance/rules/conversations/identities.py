"""Ids of tasks and contexts across calls (1.0 §3.4.1 to §3.4.3)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.protocol.tasks import Task


class Contexts(ConversationRule):
    """The context of an answer is the one that was named, or else that of the named task."""

    speaks: ClassVar = ("ctx-infer", "ctx-mismatch-reject", "ctx-reject-not-replace")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the first answer to a send."""
        event = item.event
        if call.first is not None or call.operation not in SENDS or event is None:
            return
        task = talk.tasks.get(call.named_task)
        named, known, got = call.named_context, task.context if task else "", event.context_id or ""
        if task is not None and named and known and named != known:
            yield from call.says(
                "ctx-mismatch-reject", item.frame,
                f"the message named the context {named!r}, its task belongs to {known!r}, and the call is served",
                expected="an error", got="an answer",
            )  # fmt: skip
        elif task is not None and not named and known and got and got != known:
            yield from call.says(
                "ctx-infer", item.frame, "the answer to a message with a task id alone has another context",
                expected=known, got=got,
            )  # fmt: skip
        elif named and got and got != named:
            yield from call.says(
                "ctx-reject-not-replace", item.frame, "the answer has another context than the message",
                expected=f"{named} or an error", got=got,
            )  # fmt: skip


class ContextTold(ConversationRule):
    """A context that the agent made up stands in its first answer already."""

    speaks: ClassVar = ("ctx-returned",)

    def __init__(self) -> None:
        self._silent: dict[str, tuple[Exchange, int]] = {}

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Remembers tasks that came without a context, and looks for one later."""
        event = item.event
        if event is None:
            return
        id = event.id if isinstance(event, Task) else event.task_id or ""
        if isinstance(event, Task) and call.first is None and call.operation in SENDS and not event.context_id:
            if not call.named_context and id not in talk.tasks:
                self._silent[id] = (call, item.frame)
        elif event.context_id and id in self._silent:
            first, frame = self._silent.pop(id)
            yield from first.says(
                "ctx-returned", frame, f"the task comes without the context that frame {item.frame} tells",
                expected=event.context_id, got="no contextId",
            )  # fmt: skip


class TaskIds(ConversationRule):
    """Each new task has an id of its own, and the answer names it."""

    speaks: ClassVar = ("task-id-returned", "task-server-id")

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the Task that a send is answered with first."""
        event = item.event
        if call.first is not None or call.operation not in SENDS or not isinstance(event, Task):
            return
        if not event.id:
            yield from call.says("task-id-returned", item.frame, "the Task has no id", expected="an id", got="none")
            return
        task = talk.tasks.get(event.id)
        if task is None or call.named_task or task.maker.operation not in SENDS or task.maker.named_task:
            return
        if task.maker.message.get("messageId") != call.message.get("messageId"):
            yield from call.says(
                "task-server-id", item.frame,
                f"a new task has the id of one that an earlier send began (frame {task.maker.frame})",
                expected="an id of its own", got=event.id,
            )  # fmt: skip


RULES: Final = (Contexts, ContextTold, TaskIds)
