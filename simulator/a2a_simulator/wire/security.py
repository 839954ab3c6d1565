"""Security schemes and requirements of cards, from the 1.0 form to that of 0.3 and back (1.0 §4.5; 0.3 §5.5)."""

from collections.abc import Mapping
from typing import Any, Final

from a2a_simulator.wire.members import Json

_TYPES: Final = {
    "apiKeySecurityScheme": "apiKey",
    "httpAuthSecurityScheme": "http",
    "oauth2SecurityScheme": "oauth2",
    "openIdConnectSecurityScheme": "openIdConnect",
    "mtlsSecurityScheme": "mutualTLS",
}
_WRAPPERS: Final = {kind: wrapper for wrapper, kind in _TYPES.items()}
_NEW_FLOWS: Final = frozenset({"deviceCode"})


def scheme_to_0_3(scheme: Json) -> dict[str, Any]:
    """A scheme with `type` in place of its wrapper; one that is not of the 1.0 form stays as it is."""
    for wrapper, kind in _TYPES.items():
        body = scheme.get(wrapper)
        if isinstance(body, Mapping):
            out: dict[str, Any] = {"type": kind}
            for name, value in body.items():
                out["in" if (kind, name) == ("apiKey", "location") else name] = value
            if isinstance(out.get("flows"), Mapping):
                out["flows"] = {flow: _flow(value) for flow, value in out["flows"].items() if flow not in _NEW_FLOWS}
            return out | {name: value for name, value in scheme.items() if name != wrapper}
    return dict(scheme)


def scheme_to_1_0(scheme: Json) -> dict[str, Any]:
    """A scheme under its wrapper, whichever form it had."""
    if any(isinstance(scheme.get(wrapper), Mapping) for wrapper in _TYPES):
        return {name: value for name, value in scheme.items() if name in _TYPES}
    kind = scheme.get("type")
    wrapper = _WRAPPERS.get(kind) if isinstance(kind, str) else None
    if wrapper is None:
        return dict(scheme)
    body = {"location" if name == "in" else name: value for name, value in scheme.items() if name != "type"}
    return {wrapper: body}


def requirements_to_0_3(requirements: Any) -> Any:
    """`[{schemes: {name: {list: […]}}}]` as `[{name: […]}]`."""
    if not isinstance(requirements, list):
        return requirements
    return [_plain(item["schemes"]) if _wrapped(item) else item for item in requirements]


def requirements_to_1_0(requirements: Any) -> Any:
    """`[{name: […]}]` as `[{schemes: {name: {list: […]}}}]`."""
    if not isinstance(requirements, list):
        return requirements
    return [
        {"schemes": {name: {"list": scopes} for name, scopes in item.items()}}
        if isinstance(item, Mapping) and not _wrapped(item)
        else item
        for item in requirements
    ]


def _wrapped(item: Any) -> bool:
    return isinstance(item, Mapping) and isinstance(item.get("schemes"), Mapping)


def _plain(schemes: Json) -> dict[str, Any]:
    return {
        name: scopes.get("list", []) if isinstance(scopes, Mapping) else scopes for name, scopes in schemes.items()
    }


def _flow(flow: Any) -> Any:
    if not isinstance(flow, Mapping):
        return flow
    return {name: value for name, value in flow.items() if name != "pkceRequired"}
