"""Push notification configs: flat in 1.0, nested in 0.3 (1.0 §4.3.1, §4.3.2; 0.3 §6.8)."""

from collections.abc import Mapping
from typing import Any, Final

from a2a_simulator.wire.members import Json, Notes, member, text
from a2a_simulator.wire.wire_forms import Dialect

_INNER: Final = ("id", "url", "token", "authentication")


def encode_config(config: Json, dialect: Dialect) -> dict[str, Any]:
    """A config in 1.0 form as the dialect returns it from create and get."""
    if dialect is Dialect.V1_0:
        return dict(config)
    return {"taskId": config.get("taskId", ""), "pushNotificationConfig": encode_inline(config, dialect)}


def encode_inline(config: Json, dialect: Dialect) -> dict[str, Any]:
    """A config in 1.0 form as it stands inside the configuration of a send."""
    if dialect is Dialect.V1_0:
        return {name: value for name, value in config.items() if name != "taskId"}
    inner = {name: config[name] for name in _INNER if name in config}
    authentication = inner.get("authentication")
    if isinstance(authentication, Mapping):
        rest = {name: value for name, value in authentication.items() if name != "scheme"}
        inner["authentication"] = {
            "schemes": [authentication["scheme"]] if "scheme" in authentication else [],
            **rest,
        }
    return inner


def read_config(value: Json, dialect: Dialect, pointer: str, notes: Notes) -> dict[str, Any]:
    """The config of a create call in 1.0 form, whichever way it was nested."""
    out: dict[str, Any] = {}
    task_id = text(value, "taskId", pointer, notes, "json-required")
    if task_id is not None:
        out["taskId"] = task_id
    inner = member(value, "pushNotificationConfig", pointer, notes)
    name = "pushNotificationConfig"
    if inner is None and isinstance(value.get("config"), dict):
        inner, name = value["config"], "config"
    if dialect is Dialect.V1_0:
        if inner is not None:
            notes.add("pushcfg-create-flat", f"{pointer}/{name}", "1.0 has the config flat, not nested")
    elif inner is None:
        notes.add("json-required", f"{pointer}/pushNotificationConfig", "`pushNotificationConfig` is missing")
    if isinstance(inner, dict):
        return out | read_inline(inner, dialect, f"{pointer}/{name}", notes)
    return out | read_inline(value, dialect, pointer, notes)


def read_inline(value: Json, dialect: Dialect, pointer: str, notes: Notes) -> dict[str, Any]:
    """The config of a send, in 1.0 form."""
    out = {name: value[name] for name in ("tenant", "id", "token") if value.get(name) is not None}
    url = text(value, "url", pointer, notes, "pushcfg-url-required")
    if url is not None:
        out["url"] = url
    authentication = value.get("authentication")
    if isinstance(authentication, dict):
        out["authentication"] = _authentication(authentication, dialect, f"{pointer}/authentication", notes)
    elif authentication is not None:
        notes.add("pushcfg-auth-shape", f"{pointer}/authentication", "`authentication` must be an object")
    return out


def _authentication(value: Json, dialect: Dialect, pointer: str, notes: Notes) -> dict[str, Any]:
    right, wrong = ("scheme", "schemes") if dialect is Dialect.V1_0 else ("schemes", "scheme")
    if wrong in value or right not in value:
        what = f"`{wrong}` must be `{right}`" if wrong in value else f"`{right}` is missing"
        notes.add("pushcfg-auth-shape", pointer, what)
    out = {name: item for name, item in value.items() if name != "schemes"}
    schemes = value.get("schemes")
    if "scheme" not in out and isinstance(schemes, list) and schemes:
        out["scheme"] = schemes[0]
    return out
