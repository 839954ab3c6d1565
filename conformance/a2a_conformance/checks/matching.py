"""Which calls fit the condition of a pin. Written anew: it shares nothing with the session that answers calls."""

from collections.abc import Mapping, Sequence
from typing import Any

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.ids import Issued, with_issued
from a2a_conformance.oracle.heard import Call
from a2a_simulator.protocol.operations import OUTSIDE_THE_BINDING
from a2a_simulator.scenario.play import When


def fitting(evidence: Evidence, when: When, calls: Sequence[Call]) -> tuple[Call, ...]:
    """The calls among these that fit."""
    wanted = {call.seq for call in calls}
    out = [call for call, issued in with_issued(evidence) if call.seq in wanted and _fits(when, call, issued)]
    if when.calls is not None and when.calls & OUTSIDE_THE_BINDING:
        out += [call for call in calls if call.operation in OUTSIDE_THE_BINDING and _fits(when, call, Issued())]
    return tuple(sorted(out, key=lambda call: call.seq))


def _fits(when: When, call: Call, issued: Issued) -> bool:
    if when.calls is not None and call.operation not in when.calls:
        return False
    if when.agent is not None and call.agent != when.agent:
        return False
    if when.text is not None and not when.text(call.text):
        return False
    if when.path is not None and not when.path(str(call.payload.get("path")).partition("?")[0]):
        return False
    if any(not match(call.header(name)) for name, match in when.headers.items()):
        return False
    if when.task is not None and not _named(when.task, call.task_id, set(issued.contexts)):
        return False
    if when.context is not None and not _named(when.context, call.context_id, issued.all_contexts()):
        return False
    return all(_at(call.params, pointer) == value for pointer, value in when.params.items())


def _named(word: str, given: str | None, known: set[str]) -> bool:
    match word:
        case "none":
            return given is None
        case "unknown":
            return given is not None and given not in known
        case _:
            return given is not None and given in known


def _at(value: Any, pointer: str) -> Any:
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, Sequence) and not isinstance(value, str) and name.isdigit() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value
