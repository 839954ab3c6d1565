"""JSON-RPC responses as they are read: a result or an error, and what is wrong with them (1.0 §9.3, §9.5)."""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from a2a_simulator.protocol.errors import BY_CODE
from a2a_simulator.wire.calls import RequestId
from a2a_simulator.wire.members import Notes
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.wire_forms import Dialect

ERROR_INFO: Final = "type.googleapis.com/google.rpc.ErrorInfo"

_REASON: Final = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*", re.ASCII)
_STANDARD: Final = frozenset({-32700, -32600, -32601, -32602, -32603})
_HIGHEST: Final = {Dialect.V1_0: -32001, Dialect.V0_3: -32000, Dialect.V0_2: -32000}


class _Unset(Enum):
    ANY = auto()


ANY_ID: Final = _Unset.ANY
"""Stands for a request id that is not known, so that it is not compared."""


@dataclass(frozen=True, slots=True)
class RpcError:
    """An error object. `name` is that of `protocol.errors` (None: unknown code), `reason` that of its ErrorInfo."""

    code: int | None
    message: str
    data: Any = None
    name: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """A response object: an `error`, or else a `result`."""

    id: Any
    result: Any = None
    error: RpcError | None = None


def read_response(value: Any, dialect: Dialect, request_id: RequestId | _Unset = ANY_ID) -> Reading[Response]:
    """Reads one response; with `request_id` its id is compared, type included."""
    notes = Notes()
    if not isinstance(value, dict):
        notes.add("jr-result-xor-error", "", "a response must be a JSON object")
        return Reading(None, tuple(notes.defects))
    if value.get("jsonrpc") != "2.0":
        notes.add("jr-envelope", "/jsonrpc", '`jsonrpc` must be "2.0"')
    found = value.get("id")
    if request_id is not ANY_ID:
        _check_id(value, request_id, notes)
    has_result, has_error = "result" in value, "error" in value
    if has_result == has_error:
        both = "both `result` and `error`" if has_result else "neither `result` nor `error`"
        notes.add("jr-result-xor-error", "", f"the response has {both}")
        if not has_result:
            return Reading(None, tuple(notes.defects))
    if has_error and not (has_result and value["error"] is None):
        return Reading(Response(found, error=_error(value["error"], dialect, notes)), tuple(notes.defects))
    return Reading(Response(found, value.get("result")), tuple(notes.defects))


def _check_id(value: dict[str, Any], request_id: Any, notes: Notes) -> None:
    found = value.get("id")
    if found == request_id and type(found) is type(request_id) and "id" in value:
        return
    if "id" not in value:
        notes.add("jr-envelope", "/id", "`id` is missing")
    elif found is None and isinstance(value.get("error"), dict) and value["error"].get("code") in (-32700, -32600):
        return
    else:
        notes.add("jr-id-echo", "/id", f"`id` is {found!r}, the call had {request_id!r}")


def _error(value: Any, dialect: Dialect, notes: Notes) -> RpcError:
    if not isinstance(value, dict):
        notes.add("err-three-parts", "/error", "`error` must be an object")
        return RpcError(None, str(value))
    code = value.get("code")
    if isinstance(code, bool) or not isinstance(code, int):
        notes.add("jr-error-code", "/error/code", "`code` must be a whole number")
        code = None
    elif code not in _STANDARD and not -32099 <= code <= _HIGHEST[dialect]:
        notes.add("err-range", "/error/code", f"{code} is outside the range of A2A errors")
    message = value.get("message")
    if not isinstance(message, str) or not message:
        notes.add("err-three-parts", "/error/message", "`message` is missing or no text")
    data = value.get("data")
    reason = _reason(data, notes) if dialect is Dialect.V1_0 else None
    row = BY_CODE.get(code) if code is not None else None
    return RpcError(code, message if isinstance(message, str) else "", data, row.name if row else None, reason)


def _reason(data: Any, notes: Notes) -> str | None:
    if data is not None and not isinstance(data, list):
        notes.add("err-jsonrpc-data-array", "/error/data", "`data` must be an array")
        return None
    reason: str | None = None
    for index, detail in enumerate(data or ()):
        if not isinstance(detail, dict) or not isinstance(detail.get("@type"), str):
            notes.add("err-details-typed", f"/error/data/{index}", "a detail is an object with an `@type`")
        elif detail["@type"] == ERROR_INFO and reason is None and isinstance(detail.get("reason"), str):
            reason = detail["reason"]
            if _REASON.fullmatch(reason) is None or reason.endswith("_ERROR"):
                text = f"`{reason}` is not the name of the error in UPPER_SNAKE_CASE without ERROR"
                notes.add("err-reason-form", f"/error/data/{index}/reason", text)
    if reason is None:
        notes.add("err-jsonrpc-errorinfo", "/error/data", "`data` holds no ErrorInfo with a reason")
    return reason
