"""One frame of a stream as the rules see it: the JSON, the event behind it, and what the readers found wrong."""

from dataclasses import dataclass
from typing import Any, Final

from a2a_simulator.protocol.events import Event
from a2a_simulator.wire import json_text
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.readings import Defect, Reading
from a2a_simulator.wire.sse import SseEvent
from a2a_simulator.wire.wire_forms import Dialect

_ENVELOPE: Final = frozenset({"jsonrpc", "result", "error"})


@dataclass(frozen=True, slots=True)
class Observed:
    """One frame. `raw` is the decoded JSON with its envelope; None when it was no JSON."""

    frame: int
    """`seq` of the journal record, or the number of the event in a recording, from 1."""
    event: Event | None
    raw: Any
    defects: tuple[Defect, ...] = ()
    name: str = ""
    """The SSE event name, if the frame had one."""

    @property
    def answers(self) -> bool:
        """Whether the frame has the look of a JSON-RPC answer."""
        return isinstance(self.raw, dict) and not _ENVELOPE.isdisjoint(self.raw)

    @property
    def error(self) -> Any:
        """The error that the frame tells of, None if it tells of none."""
        if isinstance(self.raw, dict) and self.raw.get("error") is not None:
            return self.raw["error"]
        if self.name == "error" and self.event is None:
            return "an error event" if self.raw is None else self.raw
        return None


def observe(frame: int, data: Any, dialect: Dialect, *, name: str = "") -> Observed:
    """The frame behind the data of an SSE event (text, bytes, or a Reading of them), or behind decoded JSON.

    Understands a JSON-RPC answer and a bare event alike; whether an envelope must be there is for the rules to say.
    """
    defects: tuple[Defect, ...] = ()
    raw = data
    if isinstance(data, str | bytes):
        data = json_text.loads(data)
    if isinstance(data, Reading):
        raw, defects = data.value, data.defects
        if raw is None and defects:
            return Observed(frame, None, None, defects, name)
    body = raw
    if isinstance(raw, dict):
        if raw.get("result") is not None or ("result" in raw and raw.get("error") is None):
            body = raw["result"]
        elif "error" in raw or "jsonrpc" in raw or name == "error":
            return Observed(frame, None, raw, defects, name)
    reading = model_of(dialect).read_event(body)
    return Observed(frame, reading.value, raw, defects + reading.defects, name)


def reading_of(frame: SseEvent) -> Reading[Any]:
    """The JSON of an SSE event; bytes of it that are no UTF-8 are a defect of `json-utf8`."""
    reading = json_text.loads(frame.data)
    if frame.valid_utf8:
        return reading
    wrong = next((item.text for item in json_text.loads(frame.raw).defects if item.requirement == "json-utf8"), "")
    text = f"{wrong or 'it holds bytes that are no UTF-8'} (counted from the beginning of the event)"
    return Reading(reading.value, (Defect("json-utf8", "", text), *reading.defects))
