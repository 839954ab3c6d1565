"""A JSON-RPC call over HTTP, read as far as it can be understood (1.0 §9; 0.3 §3.2.1, §6.11)."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs

from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS
from a2a_simulator.protocol.operations import Operation as Op
from a2a_simulator.wire.json_text import loads
from a2a_simulator.wire.members import Notes
from a2a_simulator.wire.params import Params, read_params
from a2a_simulator.wire.readings import Defect
from a2a_simulator.wire.wire_forms import BY_METHOD, JSONRPC_METHODS, WELL_KNOWN, Dialect

RequestId = str | int | float | None

_VERSION: Final = re.compile(r"\d+\.\d+", re.ASCII)
_ALIASES: Final = {
    "agent/authenticatedExtendedCard": (Dialect.V0_3, Op.GET_EXTENDED_AGENT_CARD),
}
"""Names that the specification itself uses beside the right ones (0.3 §11.1.3)."""
_NEAR: Final = {method.lower(): known for method, known in BY_METHOD.items()} | {
    "listtaskpushnotificationconfig": (Dialect.V1_0, Op.LIST_PUSH_CONFIGS)
}
"""Misspelled names that are understood, in lower case."""
_UNNEEDED: Final = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Call:
    """One request. What could not be understood is None; header names are lower case.

    `params` are in 1.0 form, `json` is the body as it was, `refused` the error that a server answers with when the
    call cannot be understood at all (None: it can).
    """

    http: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    json: Any = None
    operation: Op | None = None
    dialect: Dialect | None = None
    method: str | None = None
    request_id: RequestId = None
    version: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    message: Message | None = None
    task_id: str | None = None
    context_id: str | None = None
    defects: tuple[Defect, ...] = ()
    refused: str | None = None


def read_call(method: str, path: str, headers: Mapping[str, str], body: bytes) -> Call:
    """Reads a request; never raises."""
    lower = {name.lower(): value for name, value in headers.items()}
    version = lower.get("a2a-version") or _queried(path)
    notes = Notes(request=True)
    if method != "POST":
        fetches = method in ("GET", "HEAD") and path.partition("?")[0].endswith(WELL_KNOWN)
        if not fetches and method not in _UNNEEDED:
            notes.add("jr-single-endpoint", "", f"JSON-RPC calls are sent with POST, not {method}")
        operation = Op.FETCH_CARD if fetches else None
        return Call(method, path, lower, None, operation, version=version, defects=tuple(notes.defects))
    reading = loads(body)
    notes.defects.extend(reading.defects)
    value = reading.value
    if not isinstance(value, dict):
        if not reading.defects or value is not None:
            notes.add("jr-envelope", "", "the body must be one JSON object")
        refused = "ParseError" if value is None and reading.defects else "InvalidRequest"
        _check_media_type(lower, None, notes)
        return Call(method, path, lower, value, version=version, defects=tuple(notes.defects), refused=refused)
    return _read_envelope(Call(method, path, lower, value, version=version), value, notes)


def refusal(call: Call, strict: bool = False, speaks: Dialect | None = None) -> str | None:
    """The name of the error that the call earns, None if it is served.

    A lenient server refuses only what it cannot understand. A strict one also refuses another dialect than it
    `speaks` and every defect: of the envelope as InvalidRequest, of the content as InvalidParams.
    """
    if call.refused is not None or not strict:
        return call.refused
    if speaks is Dialect.V1_0 and call.dialect is Dialect.V1_0 and _major_minor(call.version) != "1.0":
        return "VersionNotSupported"
    if call.dialect is not None and speaks is not None and call.dialect is not speaks:
        return "VersionNotSupported" if speaks is Dialect.V1_0 else "MethodNotFound"
    for defect in call.defects:
        if defect.pointer.startswith("/params"):
            return "InvalidParams"
        if defect.requirement in ("jr-envelope", "v03-jsonrpc-id", "jr-content-type", "v03-content-type"):
            return "InvalidRequest"
    return None


def _read_envelope(call: Call, value: dict[str, Any], notes: Notes) -> Call:
    name = value.get("method")
    known = _operation(name, call.version, notes)
    dialect = known[0] if known else None
    if value.get("jsonrpc") != "2.0":
        notes.add("jr-envelope", "/jsonrpc", '`jsonrpc` must be "2.0"')
    request_id = _request_id(value, dialect, notes)
    _check_media_type(call.headers, dialect, notes)
    refused = None if known else "InvalidRequest" if not isinstance(name, str) or not name else "MethodNotFound"
    params = Params()
    if known:
        _check_headers(call, known[0], notes)
        raw = value.get("params")
        if raw is None or isinstance(raw, dict):
            params = read_params(known[1], raw or {}, known[0], notes)
            if known[1] in SENDS and params.message is None:
                refused = "InvalidParams"
        else:
            notes.add("jr-envelope", "/params", "`params` must be an object")
            refused = "InvalidParams"
    return Call(
        http=call.http,
        path=call.path,
        headers=call.headers,
        json=value,
        operation=known[1] if known else None,
        dialect=dialect,
        method=name if isinstance(name, str) else None,
        request_id=request_id,
        version=call.version,
        params=params.value,
        message=params.message,
        task_id=params.task_id,
        context_id=params.context_id,
        defects=tuple(notes.defects),
        refused=refused,
    )


def _operation(name: Any, version: str | None, notes: Notes) -> tuple[Dialect, Op] | None:
    if not isinstance(name, str) or not name:
        notes.add("jr-envelope", "/method", "`method` is missing or no text")
        return None
    known = BY_METHOD.get(name) or _ALIASES.get(name)
    if known is None:
        known = _NEAR.get(name.lower())
        old = known[0] is not Dialect.V1_0 if known else "/" in name and _major_minor(version) != "1.0"
        right = f"must be spelled `{JSONRPC_METHODS[known[0]][known[1]]}`" if known else "is no method of A2A"
        notes.add("v03-method-pattern" if old else "jr-method-names", "/method", f"`{name}` {right}")
    elif known[0] is not Dialect.V1_0 and _major_minor(version) == "1.0":
        right = JSONRPC_METHODS[Dialect.V1_0][known[1]]
        notes.add("jr-method-names", "/method", f"the call says it is 1.0, where `{name}` is `{right}`")
    return known


def _request_id(value: dict[str, Any], dialect: Dialect | None, notes: Notes) -> RequestId:
    request_id = value.get("id")
    if isinstance(request_id, str) or (isinstance(request_id, int) and not isinstance(request_id, bool)):
        return request_id
    fraction = isinstance(request_id, float)
    if "id" not in value or not (request_id is None or fraction):
        notes.add("jr-envelope", "/id", f"`id` is {'missing' if 'id' not in value else 'neither text nor number'}")
        return None
    requirement = "jr-envelope" if dialect is Dialect.V1_0 else "v03-jsonrpc-id"
    notes.add(requirement, "/id", f"`id` is {'a fraction' if fraction else 'null'}")
    return request_id if isinstance(request_id, float) and math.isfinite(request_id) else None


def _check_media_type(headers: Mapping[str, str], dialect: Dialect | None, notes: Notes) -> None:
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        requirement = "jr-content-type" if dialect in (None, Dialect.V1_0) else "v03-content-type"
        found = f"`{media_type}`" if media_type else "no media type"
        notes.add(requirement, "", f"Content-Type must be application/json; the call has {found}")


def _check_headers(call: Call, dialect: Dialect, notes: Notes) -> None:
    if dialect is not Dialect.V1_0:
        if "a2a-extensions" in call.headers and "x-a2a-extensions" not in call.headers:
            notes.add("v03-extensions-header", "", "0.3 asks for extensions by X-A2A-Extensions")
        return
    if not call.version:
        notes.add("ver-send", "", "the header A2A-Version is missing; without it a call counts as 0.3")
    elif _VERSION.fullmatch(call.version) is None:
        notes.add("ver-format", "", f"A2A-Version is `{call.version}`, not of the form Major.Minor")
        if call.version.count(".") > 1:
            notes.add("ver-no-patch", "", f"A2A-Version is `{call.version}`, with a patch number")
    elif call.version != "1.0":
        notes.add("ver-matches-interface", "", f"A2A-Version is `{call.version}`, the call is spelled as in 1.0")
    for name in ("x-a2a-extensions", "x-a2a-version"):
        if name in call.headers:
            notes.add("svc-prefix", "", f"the header {name} belongs to 0.3; 1.0 names it {name[2:]}")


def _major_minor(version: str | None) -> str | None:
    return ".".join(version.split(".")[:2]) if version else None


def _queried(path: str) -> str | None:
    query = path.partition("?")[2]
    found = {name.lower(): values for name, values in parse_qs(query).items()} if query else {}
    values = found.get("a2a-version")
    return values[0] if values else None
