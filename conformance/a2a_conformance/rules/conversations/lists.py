"""Answers to ListTasks (1.0 §3.1.4)."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, ClassVar, Final

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.errors import BY_NAME
from a2a_simulator.protocol.operations import Operation

_MISSING: Final = frozenset({BY_NAME["MethodNotFound"].code, BY_NAME["UnsupportedOperation"].code})
_REQUIRED: Final = (("tasks", list), ("pageSize", int), ("totalSize", int))


class Lists(ConversationRule):
    """Every member of the answer is there; tasks are sorted, and bare of artifacts unless these were asked for."""

    speaks: ClassVar = (
        "list-artifacts-default",
        "list-exists",
        "list-next-token",
        "list-required-fields",
        "list-sort",
    )

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Looks at the answer."""
        if call.operation is not Operation.LIST_TASKS or not call.is_v1:
            return
        if item.code in _MISSING:
            yield from call.says(
                "list-exists", item.frame, "ListTasks is refused as if it did not exist", expected="a list",
                got=item.error_name,
            )  # fmt: skip
        result = item.raw.get("result") if isinstance(item.raw, dict) else None
        if isinstance(result, dict):
            yield from self._members(result, item, call)
            listed = result.get("tasks")
            tasks = [task for task in listed if isinstance(task, dict)] if isinstance(listed, list) else []
            yield from self._artifacts(tasks, item, call)
            yield from self._sorted(tasks, item, call)

    @staticmethod
    def _members(result: dict[str, Any], item: Item, call: Exchange) -> Iterator[Finding]:
        if not isinstance(result.get("nextPageToken"), str):
            yield from call.says(
                "list-next-token", item.frame, "`nextPageToken` is missing or no text",
                expected="a text, empty on the last page", got=repr(result.get("nextPageToken")),
            )  # fmt: skip
        missing = [name for name, kind in _REQUIRED if not isinstance(result.get(name), kind)]
        if missing:
            yield from call.says(
                "list-required-fields", item.frame, "the list lacks members", expected=", ".join(missing), got="none"
            )

    @staticmethod
    def _artifacts(tasks: list[dict[str, Any]], item: Item, call: Exchange) -> Iterator[Finding]:
        with_artifacts = [task for task in tasks if "artifacts" in task]
        if with_artifacts and call.params.get("includeArtifacts") is not True:
            yield from call.says(
                "list-artifacts-default", item.frame, "listed tasks have `artifacts` though nobody asked for them",
                expected="no member `artifacts`", got=f"{len(with_artifacts)} of {len(tasks)} tasks with it",
            )  # fmt: skip

    @staticmethod
    def _sorted(tasks: list[dict[str, Any]], item: Item, call: Exchange) -> Iterator[Finding]:
        stamps = [status.get("timestamp") for task in tasks if isinstance(status := task.get("status"), dict)]
        told = [stamp for stamp in stamps if isinstance(stamp, str) and stamp.endswith("Z")]
        for earlier, later in pairwise(told):
            if later[:19] > earlier[:19]:
                yield from call.says(
                    "list-sort", item.frame, "a task with a newer status stands behind one with an older",
                    expected="the newest first", got=f"{earlier}, then {later}",
                )  # fmt: skip
                return


RULES: Final = (Lists,)
