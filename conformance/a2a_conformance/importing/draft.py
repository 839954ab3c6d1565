"""A scenario in the making: steps for each event, as plainly as they can be told for now."""

import base64
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Final

from a2a_conformance.importing.changes import VOLATILE, edit_of, inner
from a2a_conformance.importing.talk import End, Heard, Talk, Told
from a2a_conformance.importing.words import escaped, words_of
from a2a_conformance.rules.observed import observe
from a2a_simulator.protocol.errors import BY_CODE
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, STREAMS, Operation
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL, AnyState, State
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire import json_text

_ENVELOPE: Final = frozenset({"jsonrpc", "result", "error"})
_LAST: Final = {"status": {"state": "failed", "text": "The recording ends here."}}
"""How a task ends whose end nobody recorded: a client that asks again learns it, and does not wait for ever."""
_STAND_IN: Final = "working"
_RPC_ID: Final = re.compile(r'("id"\s*:\s*)"?(\d+|[\w-]+)"?')
"""Bytes cannot hold the id of a request that is not made yet: an id of their own says so to every client."""


class Fidelity(IntEnum):
    """How closely a step follows what was recorded."""

    WORDS = 0
    EDITED = 1
    """Also in members that words leave out, except for those that differ from run to run anyway."""
    ALIKE = 2
    """In all members of the event."""
    WHOLE = 3
    """In the JSON around it, too."""
    RAW = 4
    """As bytes."""


@dataclass(slots=True)
class Step:
    """One event of a reply. `base` is what its words alone put on the wire."""

    heard: Heard
    event: Event | None
    verb: str
    value: Any
    fidelity: Fidelity = Fidelity.WORDS
    deliberate: tuple[str, ...] = ()
    base: Any = None
    bare: bool = False
    """It was recorded without an envelope."""

    def stand_in(self, first: bool, state: AnyState | None) -> None:
        """Says the event by its JSON alone, in the place of a harmless one."""
        self.verb, self.value = "task" if first else "status", _state_word(state)
        self.fidelity = Fidelity.WHOLE

    def told(self, ids: "Ids", spread: bool) -> dict[str, Any]:
        """The step as it stands in the file."""
        if self.fidelity is Fidelity.RAW:
            step = _raw(self.heard, ids)
        else:
            step = {self.verb: self.value} | self._changes(ids)
            frame = {"event": self.heard.name} if self.heard.name and self.verb != "error" else {}
            frame |= {"data": "multi_line"} if spread else {}
            step |= {"frame": frame} if frame else {}
        if self.deliberate:
            step["deliberate"] = self.deliberate[0] if len(self.deliberate) == 1 else list(self.deliberate)
        return step

    def _changes(self, ids: "Ids") -> dict[str, Any]:
        if self.fidelity is Fidelity.WORDS or self.base is None:
            return {}
        wanted = ids.replayed(self.heard.json)
        if self.fidelity is Fidelity.WHOLE or not _same_wrapper(self.base, wanted):
            change = _envelope(self.base, wanted, self.bare)
            return {"envelope": ids.placed(change)} if change else {}
        but = VOLATILE if self.fidelity is Fidelity.EDITED else ()
        edit = edit_of(inner(self.base.get("result"))[1], inner(_result(wanted))[1], but)
        return {"edit": ids.placed(edit)} if edit else {}


def _raw(heard: Heard, ids: "Ids") -> dict[str, Any]:
    data = heard.raw or f"data: {json_text.dumps(heard.json)}\n\n".encode()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return {"raw": {"base64": base64.b64encode(data).decode()}}
    text = _RPC_ID.sub(r'\1"recorded-\2"', escaped(text), count=1)
    for recorded, made_up in ids.made_up.items():
        text = text.replace(json_text.dumps(recorded), f'"{ids.placeholders[made_up]}"')
    return {"raw": text}


def _result(value: Any) -> Any:
    return value.get("result", None if value.keys() & _ENVELOPE else value) if isinstance(value, dict) else None


def _same_wrapper(base: Any, wanted: Any) -> bool:
    if not isinstance(base, dict) or "result" not in base or not isinstance(_result(wanted), dict):
        return False
    return inner(base["result"])[0] == inner(_result(wanted))[0]


def _envelope(base: Any, wanted: Any, bare: bool) -> dict[str, Any]:
    whole = {**{name: base[name] for name in ("jsonrpc", "id") if name in base}, "result": wanted} if bare else wanted
    set_ = {f"/{name}": value for name, value in whole.items() if name not in base or base[name] != value}
    drop = [f"/{name}" for name in base if name not in whole]
    return ({"set": set_} if set_ else {}) | ({"drop": drop} if drop else {})


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of one answer: as they were recorded, as a dry run makes them up, and the placeholders for those."""

    made_up: Mapping[str, str] = field(default_factory=dict)
    """Recorded id → made-up id."""
    placeholders: Mapping[str, str] = field(default_factory=dict)
    """Made-up id → placeholder."""
    rpc: tuple[Any, Any] | None = None
    """The recorded id of the request, and the made-up one."""

    def replayed(self, whole: Any) -> Any:
        """What was recorded, as it would be told with the made-up ids."""
        told = _mapped(whole, self.made_up)
        if isinstance(told, dict) and "id" in told and self.rpc is not None and told.keys() & _ENVELOPE:
            told["id"] = self.rpc[1] if told["id"] == self.rpc[0] else _other(told["id"], self.rpc[1])
        return told

    def placed(self, change: Any) -> Any:
        """A change as it stands in the file: made-up ids as placeholders, all other text as it is."""
        match change:
            case str():
                return self.placeholders.get(change) or escaped(change)
            case list():
                return [self.placed(item) for item in change]
            case dict():
                return {name: self.placed(item) for name, item in change.items()}
            case _:
                return change


def _other(recorded: Any, made_up: Any) -> Any:
    return f"other-{recorded}" if recorded == made_up else recorded


def _mapped(value: Any, names: Mapping[str, str]) -> Any:
    match value:
        case str():
            return names.get(value, value)
        case list():
            return [_mapped(item, names) for item in value]
        case dict():
            return {name: _mapped(item, names) for name, item in value.items()}
        case _:
            return value


@dataclass(slots=True)
class Reply:
    """The answer to one call, as a script tells it."""

    told: Told
    steps: list[Step] = field(default_factory=list)
    built_in: bool = False
    """No entry is needed: the simulator answers so by itself."""
    canceled: bool = False
    """A built-in CancelTask ends it: what came after that call needs no steps."""

    @property
    def state(self) -> State | None:
        """The last state that the script tells; bytes and what stands in for others tell none."""
        return next(iter(self._states()[::-1]), None)

    def _states(self) -> list[State]:
        telling = [
            step for step in self.steps if step.fidelity is not Fidelity.RAW and step.verb in ("task", "status")
        ]
        words = [step.value if isinstance(step.value, str) else step.value.get("state") for step in telling]
        return [State[word.upper()] for word in words if word]

    @property
    def over(self) -> bool:
        """Whether the script says itself that this is the last word."""
        told = [step.verb for step in self.steps if step.fidelity is not Fidelity.RAW and step.verb != "error"]
        return any(state in TERMINAL for state in self._states()) or told[:1] == ["message"]


def replies_of(talk: Talk) -> list[Reply]:
    """A reply for each call, in words alone."""
    replies = [_reply(told) for told in talk.calls]
    for reply in replies:
        outer = next((other for other in replies if other.told is reply.told.inside), None)
        if outer is not None and not any(step.verb == "error" for step in reply.steps):
            canceled = reply.told.operation is Operation.CANCEL_TASK
            rest = [step.value for step in outer.steps[reply.told.after :]]
            outer.canceled = outer.canceled or (canceled and rest == ["canceled"])
            reply.built_in = outer.canceled or not canceled
    return replies


def _reply(told: Told) -> Reply:
    reply = Reply(told)
    bare = not any(isinstance(heard.json, dict) and heard.json.keys() & _ENVELOPE for heard in told.events)
    for number, heard in enumerate(told.events, 1):
        data = heard.json if heard.json is not None or not heard.raw else ""
        seen = observe(heard.frame, data, told.dialect, name=heard.name)
        last = number == len(told.events)
        said = words_of(seen.event, told.dialect) if seen.event is not None else None
        if said is None and seen.error is not None and last:
            said = _error(seen.error, heard, first=number == 1, streamed=told.streamed)
        fidelity = Fidelity.WORDS
        if said is None or heard.odd or _foreign(seen.event, reply):
            said = ("status" if number > 1 else "task", _state_word(reply.state))
            fidelity = Fidelity.RAW if heard.odd else Fidelity.WHOLE
        verb, value = said
        reply.steps.append(Step(heard, seen.event, verb, value, fidelity, bare=bare))
    return reply


def _foreign(event: Event | None, reply: Reply) -> bool:
    """Whether an event speaks of another task than the reply began with."""
    if event is None or not reply.steps:
        return False
    own = next((_task_of(step.event) for step in reply.steps if _task_of(step.event)), None)
    return own is not None and not isinstance(event, Message) and _task_of(event) not in (own, "", None)


def _task_of(event: Event | None) -> str | None:
    return None if event is None else event.id if isinstance(event, Task) else event.task_id


def _state_word(state: AnyState | None) -> str:
    return state.name.lower() if isinstance(state, State) else _STAND_IN


def _error(error: Any, heard: Heard, first: bool, streamed: bool) -> tuple[str, Any] | None:
    if not isinstance(error, dict) or not isinstance(error.get("code"), int) or isinstance(error["code"], bool):
        return None
    row = BY_CODE.get(error["code"])
    value: dict[str, Any] = {"name": row.name} if row is not None else {"code": error["code"]}
    if isinstance(error.get("message"), str):
        value["message"] = escaped(error["message"])
    if error.get("data") is not None:
        value["data"] = escaped(error["data"])
    if heard.name == "error":
        value["form"] = "named_event"
    elif first and streamed:
        value["form"] = "event"
    return "error", value


def ids_of(reply: Reply) -> Ids:
    """The ids of a reply, as far as its first events show which recorded one is which made-up one."""
    made_up: dict[str, str] = {}
    placeholders: dict[str, str] = {}
    rpc: tuple[Any, Any] | None = None
    for step in reply.steps:
        if not isinstance(step.base, dict) or not isinstance(step.heard.json, dict):
            continue
        if rpc is None and "id" in step.base and "id" in step.heard.json and not step.bare:
            rpc = (step.heard.json["id"], step.base["id"])
        played = observe(step.heard.frame, step.base, reply.told.dialect).event
        for (recorded, name), (made, _) in zip(_ids(step.event), _ids(played), strict=False):
            if recorded and made and name not in placeholders.values() and made not in placeholders:
                made_up[recorded] = made
                placeholders[made] = name
    return Ids(made_up, placeholders, rpc)


def _ids(event: Event | None) -> Iterator[tuple[str, str]]:
    match event:
        case Task():
            yield event.context_id or "", "${context.id}"
            yield event.id, "${task.id}"
        case None:
            return
        case _:
            yield event.context_id or "", "${context.id}"
            yield event.task_id or "", "${task.id}"


def ending(reply: Reply) -> list[dict[str, Any]]:
    """What stands after the last event, where the answer did not end by itself."""
    if reply.told.operation not in SENDS | STREAMS or not reply.told.streamed or reply.over or reply.canceled:
        return []
    settled = reply.state in INTERRUPTED or any(step.verb == "error" for step in reply.steps)
    if reply.told.end is End.CLEAN and settled:
        return []
    fault = "drop" if reply.told.end is End.BROKEN else "close"
    opened = any(step.verb == "task" and step.fidelity is not Fidelity.RAW for step in reply.steps)
    return [{"fault": fault}, *([_LAST] if opened else [])]
