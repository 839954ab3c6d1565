"""Journal records told to people: in which lane they stand, and one line of what they are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from a2a_conformance.report.escaping import cut, visible, wire_text
from a2a_conformance.report.payloads import event_line, outcome_line, surfaced_line
from a2a_simulator.journal import Kind


class Lane(StrEnum):
    """On whose side a frame stands."""

    CLIENT = "client"
    """What the target does: it calls, leaves, tells its caller."""
    AGENT = "agent"
    """What the fake agent does: it answers, breaks, waits."""


class Way(StrEnum):
    """Which way a frame crosses the wire."""

    OUT = "→"
    """From the client to the agent."""
    BACK = "←"
    """From the agent to the client."""
    NONE = "·"
    """It does not: it happened on its own side."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One journal record, ready to be shown; all texts are raw and still have to be made visible."""

    seq: int
    t: float
    kind: Kind
    lane: Lane
    way: Way
    line: str
    """What it is, in one line."""
    raw: str = ""
    """The bytes, as text."""
    agent: str = ""
    call: int | None = None
    step: str = ""
    """Where in the scenario it comes from, for example `script[0].reply[2]`."""
    deliberate: tuple[str, ...] = ()
    late: bool = False


HIT: Final = "▶"
"""Marks the frame that shows a breach."""

_KNOWN: Final = frozenset(kind.value for kind in Kind)
_PLACES: Final = {
    Kind.OPENED: (Lane.CLIENT, Way.OUT),
    Kind.ASKED: (Lane.CLIENT, Way.NONE),
    Kind.CALLED: (Lane.CLIENT, Way.OUT),
    Kind.HEAD: (Lane.AGENT, Way.BACK),
    Kind.EVENT: (Lane.AGENT, Way.BACK),
    Kind.COMMENT: (Lane.AGENT, Way.BACK),
    Kind.HELD: (Lane.AGENT, Way.NONE),
    Kind.CLOSED: (Lane.AGENT, Way.BACK),
    Kind.LEFT: (Lane.CLIENT, Way.OUT),
    Kind.FAULT: (Lane.AGENT, Way.BACK),
    Kind.SURFACED: (Lane.CLIENT, Way.NONE),
    Kind.REPORTED: (Lane.CLIENT, Way.NONE),
}


def frames(journal: Iterable[Mapping[str, Any]]) -> tuple[Frame, ...]:
    """The frames of a journal as kept in a run record; records of an unknown kind are left out."""
    return tuple(_frame(record) for record in journal if record.get("kind") in _KNOWN)


def around(shown: tuple[Frame, ...], seqs: Iterable[int], reach: int = 2) -> tuple[Frame, ...]:
    """The frames named by `seqs`, `reach` of them on either side, and what the caller was told then.

    The last ones when none is named.
    """
    wanted = set(seqs)
    hits = [place for place, frame in enumerate(shown) if frame.seq in wanted]
    if not hits:
        return shown[-(2 * reach + 1) :]
    near = {place for hit in hits for place in range(hit - reach, hit + reach + 1)}
    near |= {place for kind in (Kind.SURFACED, Kind.REPORTED) for place in _next(shown, hits[-1], kind)}
    return tuple(frame for place, frame in enumerate(shown) if place in near)


def window(shown: tuple[Frame, ...], seqs: Iterable[int]) -> Iterator[str]:
    """The frames around these as lines of text, raw; those named are marked."""
    wanted = set(seqs)
    for frame in around(shown, wanted):
        mark = HIT if frame.seq in wanted else " "
        yield f"{mark} {frame.seq:>4} {frame.t:8.3f} {frame.lane:<6} {frame.way} {frame.line}"


def _next(shown: tuple[Frame, ...], after: int, kind: Kind) -> tuple[int, ...]:
    """The place of the next frame of this kind within the same drive step."""
    for place, frame in enumerate(shown[after:], after):
        if frame.kind is kind:
            return (place,)
        if frame.kind in (Kind.REPORTED, Kind.ASKED):
            break
    return ()


def _frame(record: Mapping[str, Any]) -> Frame:
    kind = Kind(record["kind"])
    payload: Mapping[str, Any] = record.get("payload") or {}
    wire = record.get("wire")
    lane, way = _PLACES[kind]
    raw = wire_text(wire) if isinstance(wire, Mapping) else ""
    return Frame(
        seq=int(record.get("seq", 0)),
        t=float(record.get("t", 0.0)),
        kind=kind,
        lane=lane,
        way=way,
        line=_line(kind, payload, raw),
        raw=raw or _request_text(kind, payload),
        agent=str(record.get("agent", "")),
        call=record.get("call"),
        step=str(payload.get("step", "")) if kind in (Kind.EVENT, Kind.COMMENT, Kind.FAULT, Kind.HELD) else "",
        deliberate=tuple(str(name) for name in payload.get("deliberate") or ()),
        late=bool(payload.get("late", False)),
    )


def _line(kind: Kind, payload: Mapping[str, Any], raw: str) -> str:
    match kind:
        case Kind.OPENED:
            return "connection opened"
        case Kind.ASKED:
            return f"asked to {payload.get('verb', 'act')} (drive step {payload.get('step', '?')})"
        case Kind.CALLED:
            return _call_line(payload)
        case Kind.HEAD:
            return f"{payload.get('status', '')} {_header(payload, 'content-type')}".strip() or "response head"
        case Kind.EVENT:
            tail = " … cut off" if payload.get("cut") else ""
            return event_line(payload.get("json"), raw) + tail
        case Kind.COMMENT:
            return "comment " + visible(cut(raw or str(payload.get("text", "")), 60))
        case Kind.HELD:
            return f"waited until {payload.get('until', '?')}: {payload.get('by', '')}".rstrip(": ")
        case Kind.CLOSED:
            return "response ended" if payload.get("clean", True) else "response broken off"
        case Kind.LEFT:
            return "client closed the connection"
        case Kind.FAULT:
            return f"fault: {str(payload.get('fault', '')).replace('_', ' ')}"
        case Kind.SURFACED:
            return "told its caller: " + surfaced_line(payload)
        case Kind.REPORTED:
            return "told its caller: " + outcome_line(payload.get("outcome"), payload)


def _call_line(payload: Mapping[str, Any]) -> str:
    operation = payload.get("operation") or "an unknown operation"
    dialect = payload.get("dialect")
    form = f" ({dialect})" if dialect else ""
    ids = [f"{name} {value}" for name, value in _ids(payload.get("params")) if value]
    method = f"{payload.get('http', '')} {payload.get('path', '')}".strip()
    if operation == "FetchCard":
        return f"{method}"
    unscripted = " — unscripted" if payload.get("entry") == "unscripted" else ""
    return f"{operation}{form} {method} {' '.join(ids)}".strip() + unscripted


def _ids(params: Any) -> Iterable[tuple[str, Any]]:
    if not isinstance(params, Mapping):
        return
    message = params.get("message")
    if isinstance(message, Mapping):
        yield "task", message.get("taskId")
        yield "context", message.get("contextId")
    yield "task", params.get("id")


def _header(payload: Mapping[str, Any], name: str) -> str:
    headers = payload.get("headers")
    pairs = headers.items() if isinstance(headers, Mapping) else ()
    return next((str(value) for key, value in pairs if str(key).lower() == name), "")


def _request_text(kind: Kind, payload: Mapping[str, Any]) -> str:
    if kind is not Kind.CALLED:
        return ""
    headers = payload.get("headers")
    lines = [f"{payload.get('http', '')} {payload.get('path', '')}"]
    if isinstance(headers, Mapping):
        lines += [f"{name}: {value}" for name, value in headers.items()]
    body = payload.get("body")
    return "\n".join(lines) + (f"\n\n{body}" if body else "")
