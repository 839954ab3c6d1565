"""Credentials: which headers a card asks for, of those that the caller has secrets for (A2A 1.0 §7, §4.5)."""

import base64
from collections.abc import Mapping
from typing import Any

from a2a_simulator.wire.cards import CardReading


def credential_headers(card: CardReading, credentials: Mapping[str, str]) -> dict[str, str]:
    """Headers for the first requirement of the card that the caller's secrets meet whole; none without one."""
    for requirement in card.security_requirements:
        names = requirement.get("schemes") or {}
        if names and all(name in credentials for name in names):
            return _merged(_header(card.security_schemes.get(name, {}), credentials[name]) for name in names)
    return {}


def _merged(headers: Any) -> dict[str, str]:
    out: dict[str, str] = {}
    for header in headers:
        out |= header
    return out


def _header(scheme: Mapping[str, Any], secret: str) -> dict[str, str]:
    if key := scheme.get("apiKeySecurityScheme"):
        return {key.get("name", "X-API-Key"): secret} if key.get("location") == "header" else {}
    if http := scheme.get("httpAuthSecurityScheme"):
        if str(http.get("scheme", "")).lower() == "basic":
            return {"Authorization": "Basic " + base64.b64encode(secret.encode()).decode("ascii")}
        return {"Authorization": f"{http.get('scheme', 'Bearer')} {secret}"}
    return {"Authorization": f"Bearer {secret}"}
