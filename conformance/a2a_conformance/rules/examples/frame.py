"""One frame of an example: an event, an error, or data as it stands, and what is changed in it."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from a2a_conformance.rules.examples.words import event_of
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire import json_text
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect

EVENTS: Final = ("task", "status", "artifact", "message")
VERBS: Final = (*EVENTS, "error", "result", "json", "raw")
"""`error`: an error object · `result`: what stands under it · `json`: the whole answer · `raw`: text as it is."""

MODIFIERS: Final = ("edit", "envelope", "event")
"""`edit`: changes in the event without its wrapper · `envelope`: in the whole answer · `event`: the SSE name."""

_REQUEST_ID: Final = 1


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame. `changes` tells whether an event is told otherwise than its dialect tells it."""

    verb: str
    value: Any
    edit: Mapping[str, Any] | None = None
    envelope: Mapping[str, Any] | None = None
    name: str = ""

    @property
    def changes(self) -> bool:
        """Whether the frame is an event that was edited."""
        return self.verb in EVENTS and (self.edit is not None or self.envelope is not None)

    def plain(self) -> "Frame":
        """The frame without its edits."""
        return Frame(self.verb, self.value, name=self.name)

    def data(self, dialect: Dialect, enveloped: bool = True) -> str:
        """The data of its SSE event."""
        if self.verb == "raw":
            return str(self.value)
        whole = copy.deepcopy(self._whole(dialect))
        if self.envelope is not None:
            edited(whole, self.envelope)
        return json_text.dumps(whole if enveloped else whole["result"])

    def _whole(self, dialect: Dialect) -> Any:
        if self.verb == "json":
            return self.value
        if self.verb == "error":
            return {"jsonrpc": "2.0", "id": _REQUEST_ID, "error": self.value}
        if self.verb == "result":
            return {"jsonrpc": "2.0", "id": _REQUEST_ID, "result": self.value}
        event = event_of(self.verb, self.value)
        result = copy.deepcopy(model_of(dialect).encode_event(event))
        if self.edit is not None:
            edited(result[_wrapper(event)] if dialect is Dialect.V1_0 else result, self.edit)
        return {"jsonrpc": "2.0", "id": _REQUEST_ID, "result": result}


def frame_of(given: Any) -> Frame:
    """A frame as a file tells it. Raises ValueError with what is wrong."""
    if not isinstance(given, Mapping):
        raise ValueError(f"a frame is a map with one of {', '.join(VERBS)}")
    verbs = [key for key in given if key in VERBS]
    if len(verbs) != 1:
        raise ValueError(f"a frame has exactly one of {', '.join(VERBS)}, not {', '.join(verbs) or 'none'}")
    foreign = given.keys() - {*verbs, *MODIFIERS}
    if foreign:
        raise ValueError(f"unknown key {', '.join(sorted(foreign))} in a frame")
    verb = verbs[0]
    if verb in EVENTS:
        event_of(verb, given[verb])
    return Frame(verb, given[verb], given.get("edit"), given.get("envelope"), given.get("event", ""))


def edited(value: Any, edit: Mapping[str, Any]) -> None:
    """Changes JSON in place: `set` maps pointers to values, `drop` lists pointers."""
    for pointer, new in (edit.get("set") or {}).items():
        place, key = _place(value, pointer)
        place[key] = new
    for pointer in edit.get("drop") or ():
        place, key = _place(value, pointer)
        del place[key]


def _place(value: Any, pointer: str) -> tuple[Any, Any]:
    *way, last = pointer.removeprefix("/").split("/")
    for step in way:
        value = value[int(step) if isinstance(value, list) else step]
    return value, int(last) if isinstance(value, list) else last


def _wrapper(event: Event) -> str:
    if isinstance(event, Task):
        return "task"
    if isinstance(event, Message):
        return "message"
    return "artifactUpdate" if hasattr(event, "artifact") else "statusUpdate"
