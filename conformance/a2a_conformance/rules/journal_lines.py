"""Journals told in short lines: `{stream: a}`, `{on: a, status: completed}`, `{leave: a}`, `{wait: 2}`."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from a2a_conformance.rules.examples.frame import EVENTS, VERBS, frame_of
from a2a_conformance.rules.examples.words import TASK
from a2a_simulator.journal import Journal, Kind, Record
from a2a_simulator.protocol.errors import BY_NAME
from a2a_simulator.protocol.operations import SENDS, STREAMS, Operation
from a2a_simulator.wire import jsonrpc
from a2a_simulator.wire.wire_forms import Dialect

CALLS: Final[Mapping[str, Operation | None]] = {
    "send": Operation.SEND_MESSAGE,
    "stream": Operation.SEND_STREAMING_MESSAGE,
    "subscribe": Operation.SUBSCRIBE_TO_TASK,
    "get": Operation.GET_TASK,
    "cancel": Operation.CANCEL_TASK,
    "list": Operation.LIST_TASKS,
    "fetch": Operation.FETCH_CARD,
    "other": None,
}
"""Verb of a call → operation; its value names the call. `other`: nobody understands it, see `request`."""

ASKED: Final = frozenset({"task", "context", "message", "configuration", "params", "request", "side"})
"""What a call may say of itself; `message` is the id of a message, `request` adds to the record."""

ENDS: Final = {"close": Kind.CLOSED, "leave": Kind.LEFT, "break": Kind.FAULT}
"""Verb of an end → record."""

STEP: Final = 0.01
"""Seconds between two records."""

_REQUEST_ID: Final = 1


@dataclass(slots=True)
class _Call:
    number: int
    operation: Operation | None
    side: str
    headed: bool = False


@dataclass(slots=True)
class _Teller:
    dialect: Dialect
    records: list[Record] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    calls: dict[str, _Call] = field(default_factory=dict)
    now: float = 0.0

    def line(self, given: Mapping[str, Any]) -> None:
        """Adds what one line tells. Raises ValueError."""
        rest = {key: value for key, value in given.items() if key != "as"}
        verb = next((key for key in (*CALLS, *ENDS, "on", "head", "wait") if key in rest), "")
        if verb == "wait":
            self.now += float(rest["wait"])
        elif verb in CALLS:
            self._call(verb, str(rest.pop(verb)), rest)
        elif verb:
            name = str(rest.pop(verb))
            if name not in self.calls:
                raise ValueError(f"no call is named {name!r}")
            self._answer(verb, self.calls[name], rest)
        else:
            raise ValueError(f"a line has one of {', '.join((*CALLS, 'on', 'head', *ENDS, 'wait'))}")
        if "as" in given:
            self.labels[str(given["as"])] = len(self.records)

    def _add(self, kind: Kind, call: _Call, payload: Mapping[str, Any]) -> None:
        self.now += STEP
        self.records.append(
            Record(
                len(self.records) + 1, round(self.now, 3), kind, payload, "run-1", call.side, call=call.number, conn=1
            )
        )

    def _call(self, verb: str, name: str, given: Mapping[str, Any]) -> None:
        if foreign := given.keys() - ASKED:
            raise ValueError(f"a call has no {', '.join(sorted(foreign))}; it has {', '.join(sorted(ASKED))}")
        operation = CALLS[verb]
        call = self.calls[name] = _Call(len(self.calls) + 1, operation, given.get("side", "back"))
        params = dict(given.get("params") or {})
        if operation in SENDS:
            message = {
                "messageId": given.get("message", f"msg-{name}"),
                "role": "ROLE_USER",
                "parts": [{"text": "Go"}],
            }
            message |= {
                key: given[word] for word, key in (("task", "taskId"), ("context", "contextId")) if word in given
            }
            params["message"] = message
            if "configuration" in given:
                params["configuration"] = given["configuration"]
        elif operation not in (None, Operation.LIST_TASKS, Operation.FETCH_CARD):
            params["id"] = given.get("task", TASK)
        payload: dict[str, Any] = {
            "http": "GET" if verb == "fetch" else "POST", "path": "/", "headers": {}, "body": "",
            "json": None if verb == "fetch" else {"jsonrpc": "2.0", "id": _REQUEST_ID},
            "operation": operation, "dialect": None if verb in ("fetch", "other") else self.dialect.value,
            "params": params, "request_id": _REQUEST_ID, "defects": [], "entry": "built-in", "late": False,
        }  # fmt: skip
        self._add(Kind.CALLED, call, {**payload, **(given.get("request") or {})})

    def _answer(self, verb: str, call: _Call, given: dict[str, Any]) -> None:
        if verb == "head":
            self._head(call, given.get("status", 200), given.get("type", "application/json"))
        elif verb in ENDS:
            self._add(ENDS[verb], call, {"clean": True} if verb == "close" else {})
        else:
            if not call.headed:
                streams = call.operation in STREAMS and not {"error"} & given.keys()
                self._head(call, 200, "text/event-stream" if streams else "application/json")
            self._add(Kind.EVENT, call, {"json": self._body(call, given), "deliberate": []})

    def _head(self, call: _Call, status: int, media_type: str) -> None:
        call.headed = True
        self._add(Kind.HEAD, call, {"status": status, "headers": {"content-type": media_type}})

    def _body(self, call: _Call, given: dict[str, Any]) -> Any:
        said = given.get("error")
        if isinstance(said, str):
            if said not in BY_NAME:
                raise ValueError(f"no error is named {said!r}")
            return jsonrpc.error(_REQUEST_ID, said, dialect=self.dialect)
        frame = frame_of(given)
        body = json.loads(frame.data(self.dialect))
        bare = call.operation in (Operation.GET_TASK, Operation.CANCEL_TASK)
        if bare and frame.verb in EVENTS and self.dialect is Dialect.V1_0:
            body["result"] = body["result"]["task"]
        return body


def journal_of(lines: Iterable[Mapping[str, Any]], dialect: Dialect) -> tuple[Journal, Mapping[str, int]]:
    """The journal that the lines tell, and the `seq` of the records that have a label. Raises ValueError.

    A call: one of `CALLS` with its name, and what it asks (`ASKED`). `on` with an event as in other examples, an
    `error` by name, or `json`. `head` with `status` and `type`, which is told by itself otherwise. `close`, `leave`,
    `break` end an answer, `wait` lets seconds pass. `as` labels the last record of a line.
    """
    teller = _Teller(dialect)
    for number, given in enumerate(lines, 1):
        if not isinstance(given, Mapping):
            raise ValueError(f"line {number} is no map")
        try:
            teller.line(given)
        except (ValueError, TypeError, AttributeError, KeyError) as problem:
            raise ValueError(f"line {number}: {problem}") from problem
    return Journal(tuple(teller.records)), teller.labels


__all__ = ["ASKED", "CALLS", "ENDS", "STEP", "VERBS", "journal_of"]
