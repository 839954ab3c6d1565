"""The answer to ListTasks: the tasks of the store, newest first, a page at a time (1.0 §3.1.4)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from a2a_simulator.protocol.tasks import Task
from a2a_simulator.session.store import Store
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect

PAGE: Final = 50
"""Tasks on a page when the caller does not say."""
TOKEN: Final = "page-from-"
"""How our page tokens begin: what follows is the place of the first task of the page."""


def task_list(store: Store, params: Mapping[str, Any]) -> dict[str, Any]:
    """One page of the tasks that the parameters ask for. Tokens that are not ours begin at the first page."""
    model = model_of(Dialect.V1_0)
    found = [_shown(kept.snapshot(_number(params.get("historyLength"))), params) for kept in store.tasks]
    encoded = [model.encode_task(task) for task in found]
    wanted = sorted((task for task in encoded if _fits(task, params)), key=_changed, reverse=True)
    size = _number(params.get("pageSize")) or PAGE
    first = _number(str(params.get("pageToken") or "").removeprefix(TOKEN)) or 0
    after = first + size
    return {
        "tasks": wanted[first:after],
        "nextPageToken": f"{TOKEN}{after}" if after < len(wanted) else "",
        "pageSize": size,
        "totalSize": len(wanted),
    }


def _shown(task: Task, params: Mapping[str, Any]) -> Task:
    return task if params.get("includeArtifacts") is True else replace(task, artifacts=None)


def _fits(task: Mapping[str, Any], params: Mapping[str, Any]) -> bool:
    context, state, after = (params.get(name) for name in ("contextId", "status", "statusTimestampAfter"))
    return (
        context in (None, "", task.get("contextId"))
        and state in (None, "", task["status"].get("state"))
        and (not isinstance(after, str) or _changed(task) >= after)
    )


def _changed(task: Mapping[str, Any]) -> str:
    return str(task["status"].get("timestamp") or "")


def _number(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return max(value, 0)
    return int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else None
