"""Parameters of calls: read from either dialect into the 1.0 form, and written back (1.0 §4, 0.3 §7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.protocol.operations import Operation as Op
from a2a_simulator.wire import push_configs
from a2a_simulator.wire.members import Json, Notes, flag, member, metadata, text, texts
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect

_OF_A_TASK: Final = frozenset({Op.GET_TASK, Op.CANCEL_TASK, Op.SUBSCRIBE_TO_TASK})
_PUSH_READS: Final = frozenset({Op.GET_PUSH_CONFIG, Op.LIST_PUSH_CONFIGS, Op.DELETE_PUSH_CONFIG})
_NAMES: Final = {
    Dialect.V1_0: ("returnImmediately", "taskPushNotificationConfig"),
    Dialect.V0_3: ("blocking", "pushNotificationConfig"),
    Dialect.V0_2: ("blocking", "pushNotificationConfig"),
}
_CONFIGURATION: Final = ("blocking", "pushNotificationConfig", "pushNotification", *_NAMES[Dialect.V1_0])
_NO_FILTERS: Final = ("lastUpdatedAfter", "cursor", "limit", "page", "perPage")
_FILTERS: Final = (
    "contextId",
    "status",
    "pageSize",
    "pageToken",
    "historyLength",
    "statusTimestampAfter",
    "includeArtifacts",
)


@dataclass(frozen=True, slots=True)
class Params:
    """What a call asks, in 1.0 form: `value` as JSON, and what of it names things."""

    value: Mapping[str, Any] = field(default_factory=dict)
    message: Message | None = None
    task_id: str | None = None
    context_id: str | None = None


def read_params(operation: Op, value: Json, dialect: Dialect, notes: Notes) -> Params:
    """Reads the parameters of a call; defects go to `notes`."""
    if operation in SENDS:
        return _send(value, dialect, notes)
    out: dict[str, Any] = {name: value[name] for name in ("tenant", "metadata") if value.get(name) is not None}
    metadata(value, "/params", notes)
    if operation in _OF_A_TASK:
        task_id = _task_id(value, notes)
        _history_length(value, "/params", out, notes)
        return Params(out if task_id is None else {**out, "id": task_id}, task_id=task_id)
    if operation is Op.LIST_TASKS:
        return _list(value, out, notes)
    if operation is Op.CREATE_PUSH_CONFIG:
        config = out | push_configs.read_config(value, dialect, "/params", notes)
        return Params(config, task_id=config.get("taskId"))
    if operation in _PUSH_READS:
        return _push_read(operation, value, dialect, out, notes)
    return Params(out)


def encode_params(operation: Op, value: Json, dialect: Dialect) -> dict[str, Any]:
    """Parameters in 1.0 form as the dialect spells them."""
    if dialect is Dialect.V1_0:
        return dict(value)
    out = {name: item for name, item in value.items() if name != "tenant"}
    if operation in SENDS:
        message = model_of(Dialect.V1_0).read_message(out.get("message"), sender=None).value
        if message is not None:
            out["message"] = model_of(dialect).encode_message(message)
        if isinstance(value.get("configuration"), Mapping):
            out["configuration"] = _configuration_0_3(value["configuration"], dialect)
    elif operation is Op.CREATE_PUSH_CONFIG:
        return push_configs.encode_config(value, dialect)
    elif operation in _PUSH_READS:
        config_id, task_id = out.pop("id", None), out.pop("taskId", None)
        out = {"id": task_id, **out}
        if config_id is not None:
            out["pushNotificationConfigId"] = config_id
    return out


def _configuration_0_3(value: Json, dialect: Dialect) -> dict[str, Any]:
    out = dict(value)
    at_once = out.pop("returnImmediately", None)
    if at_once is not None:
        out["blocking"] = not at_once
    config = out.pop("taskPushNotificationConfig", None)
    if isinstance(config, Mapping):
        out["pushNotificationConfig"] = push_configs.encode_inline(config, dialect)
    return out


def _send(value: Json, dialect: Dialect, notes: Notes) -> Params:
    out: dict[str, Any] = {name: value[name] for name in ("tenant", "metadata") if value.get(name) is not None}
    metadata(value, "/params", notes)
    raw = value.get("message")
    if raw is None:
        notes.add("json-required", "/params/message", "`message` is missing")
        message = None
    else:
        message = model_of(dialect).message_of(raw, "/params/message", notes, Role.USER)
    if message is not None:
        out["message"] = raw if dialect is Dialect.V1_0 else model_of(Dialect.V1_0).encode_message(message)
    configuration = value.get("configuration")
    if isinstance(configuration, dict):
        out["configuration"] = _configuration(configuration, dialect, notes)
    elif configuration is not None:
        notes.add("json-required", "/params/configuration", "`configuration` must be an object")
    if message is None:
        return Params(out)
    return Params(out, message, message.task_id or None, message.context_id or None)


def _configuration(value: Json, dialect: Dialect, notes: Notes) -> dict[str, Any]:
    pointer = "/params/configuration"
    for name in _CONFIGURATION:
        if name in value and name not in _NAMES[dialect]:
            notes.add("send-client-config-names", f"{pointer}/{name}", f"`{name}` does not exist in {dialect}")
    out: dict[str, Any] = {}
    if member(value, "acceptedOutputModes", pointer, Notes()) is not None:
        out["acceptedOutputModes"] = list(texts(value, "acceptedOutputModes", pointer, notes))
    _history_length(value, pointer, out, notes)
    if member(value, "returnImmediately", pointer, Notes()) is not None:
        out["returnImmediately"] = flag(value, "returnImmediately", pointer, notes)
    elif value.get("blocking") is not None:
        out["returnImmediately"] = not flag(value, "blocking", pointer, notes)
    for name in ("taskPushNotificationConfig", "pushNotificationConfig", "pushNotification"):
        config = member(value, name, pointer, notes)
        if isinstance(config, dict):
            if config.get("taskId"):
                notes.add(
                    "send-inline-push-no-taskid", f"{pointer}/{name}/taskId", "a config inside a send has no task"
                )
            out["taskPushNotificationConfig"] = push_configs.read_inline(config, dialect, f"{pointer}/{name}", notes)
            break
    return out


def _history_length(value: Json, pointer: str, out: dict[str, Any], notes: Notes) -> None:
    length = member(value, "historyLength", pointer, notes)
    if length is None:
        return
    if isinstance(length, bool) or not isinstance(length, int):
        notes.add("json-required", f"{pointer}/historyLength", "`historyLength` must be a whole number")
    out["historyLength"] = length


def _task_id(value: Json, notes: Notes) -> str | None:
    for name in ("id", "taskId", "task_id", "name"):
        task_id = value.get(name)
        if isinstance(task_id, str) and task_id:
            if name != "id":
                notes.add("get-id-placement", f"/params/{name}", f"the task is named by `id`, not by `{name}`")
            if task_id.startswith("tasks/"):
                notes.add("get-id-placement", f"/params/{name}", "the plain id is expected, without `tasks/`")
                task_id = task_id.removeprefix("tasks/")
            return task_id
    notes.add("get-id-placement", "/params/id", "`id`, which names the task, is missing or no text")
    return None


def _list(value: Json, out: dict[str, Any], notes: Notes) -> Params:
    for name in _NO_FILTERS:
        if name in value:
            notes.add("list-filter-fields", f"/params/{name}", f"ListTasks has no `{name}`")
    out |= {name: value[name] for name in _FILTERS if value.get(name) is not None}
    return Params(out, context_id=text(value, "contextId", "/params", notes) or None)


def _push_read(operation: Op, value: Json, dialect: Dialect, out: dict[str, Any], notes: Notes) -> Params:
    one = operation is not Op.LIST_PUSH_CONFIGS
    if dialect is Dialect.V1_0:
        task_id = text(value, "taskId", "/params", notes, "json-required")
        config_id = text(value, "id", "/params", notes, "json-required") if one else None
        out |= {name: value[name] for name in ("pageSize", "pageToken") if value.get(name) is not None}
    else:
        task_id = text(value, "id", "/params", notes, "json-required")
        needed = "json-required" if operation is Op.DELETE_PUSH_CONFIG else None
        config_id = text(value, "pushNotificationConfigId", "/params", notes, needed) if one else None
    if task_id is not None:
        out["taskId"] = task_id
    if config_id is not None:
        out["id"] = config_id
    return Params(out, task_id=task_id)
