"""Secrets taken out of journals before they are written."""

from collections.abc import Collection, Mapping
from typing import Any, Final

MASK: Final = "•••"

_SECRET_HEADERS: Final = frozenset(
    {
        "authorization",
        "proxy-authorization",
        "cookie",
        "set-cookie",
        "x-api-key",
        "x-a2a-notification-token",
    }
)


def mask_headers(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """A journal record in which the values of headers that carry secrets are masked; the scheme word stays."""
    payload = record.get("payload")
    headers = payload.get("headers") if isinstance(payload, Mapping) else None
    if not isinstance(headers, Mapping) or not any(str(name).lower() in _SECRET_HEADERS for name in headers):
        return record
    masked = {name: _masked(str(name), value) for name, value in headers.items()}
    return {**record, "payload": {**record["payload"], "headers": masked}}


def hide(value: Any, secrets: Collection[str]) -> Any:
    """JSON in which each of these secrets is masked, wherever it stands in a text."""
    if isinstance(value, str):
        for secret in secrets:
            value = value.replace(secret, MASK) if secret else value
        return value
    if isinstance(value, Mapping):
        return {hide(key, secrets): hide(item, secrets) for key, item in value.items()}
    return [hide(item, secrets) for item in value] if isinstance(value, list | tuple) else value


def _masked(name: str, value: Any) -> Any:
    if name.lower() not in _SECRET_HEADERS:
        return value
    scheme, space, _ = str(value).partition(" ")
    return f"{scheme} {MASK}" if space and name.lower().endswith("authorization") else MASK
