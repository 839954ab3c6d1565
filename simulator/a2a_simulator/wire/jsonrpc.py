"""JSON-RPC as A2A binds it: calls read, results and errors written (1.0 §9; 0.3 §3.2.1, §6.11)."""

from collections.abc import Mapping
from typing import Any, Final

from a2a_simulator.protocol.errors import BY_CODE, BY_NAME, ErrorRow
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.wire.calls import Call, RequestId, read_call, refusal
from a2a_simulator.wire.params import encode_params, read_params
from a2a_simulator.wire.responses import ERROR_INFO, Response, RpcError, read_response
from a2a_simulator.wire.wire_forms import JSONRPC_METHODS, Dialect

DOMAIN: Final = "a2a-protocol.org"
"""The domain of ErrorInfo (1.0 §9.5)."""


def request(
    operation: Operation, params: Mapping[str, Any], request_id: RequestId, dialect: Dialect
) -> dict[str, Any]:
    """The request object of a call; `params` in 1.0 form. KeyError if the dialect has no such operation."""
    method = JSONRPC_METHODS[dialect][operation]
    return {"jsonrpc": "2.0", "id": request_id, "method": method, "params": encode_params(operation, params, dialect)}


def result(call: Call | RequestId, value: Any) -> dict[str, Any]:
    """The response object that answers a call, or the call with that id."""
    return {"jsonrpc": "2.0", "id": call.request_id if isinstance(call, Call) else call, "result": value}


def error(
    call: Call | RequestId,
    what: str | int | None,
    message: str | None = None,
    data: Any = None,
    dialect: Dialect = Dialect.V1_0,
) -> dict[str, Any]:
    """The error object that answers a call; `what` is a name of `protocol.errors`, a code, or None: InternalError.

    Without `message` the error's own text is sent. Without `data` 1.0 gets an ErrorInfo where the error is known
    (§9.5), 0.3 nothing. KeyError for an unknown name.
    """
    what = "InternalError" if what is None else what
    row = BY_NAME[what] if isinstance(what, str) else BY_CODE.get(what)
    code = what if isinstance(what, int) else _code(BY_NAME[what])
    body: dict[str, Any] = {"code": code, "message": message or (row.text if row else "Server error")}
    if data is not None:
        body["data"] = data
    elif row is not None and dialect is Dialect.V1_0:
        task_id = call.task_id if isinstance(call, Call) else None
        info = {"taskId": task_id} if task_id else {}
        body["data"] = [{"@type": ERROR_INFO, "reason": row.reason, "domain": DOMAIN, "metadata": info}]
    return {"jsonrpc": "2.0", "id": call.request_id if isinstance(call, Call) else call, "error": body}


def _code(row: ErrorRow) -> int:
    """The code of an error; one that HTTP alone can tell becomes an internal error."""
    return -32603 if row.code is None else row.code


__all__ = [
    "DOMAIN",
    "Call",
    "RequestId",
    "Response",
    "RpcError",
    "encode_params",
    "error",
    "read_call",
    "read_params",
    "read_response",
    "refusal",
    "request",
    "result",
]
