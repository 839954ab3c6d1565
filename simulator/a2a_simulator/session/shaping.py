"""How `edit`, `cut` and `form` change what is written."""

from dataclasses import replace
from typing import Any

from a2a_simulator.scenario.play import Cut, Edit
from a2a_simulator.session.pointers import edited
from a2a_simulator.wire.framing import Framing


def edited_inside(encoded: dict[str, Any], edit: Edit) -> dict[str, Any]:
    """An encoded event with the Task, update or Message itself changed: inside the wrapper that 1.0 has."""
    if "kind" in encoded or len(encoded) != 1:
        return dict(edited(encoded, edit))
    ((wrapper, inner),) = encoded.items()
    return {wrapper: edited(inner, edit)}


def kept_by(cut: Cut, data: bytes) -> bytes:
    """What is written of an event before the connection breaks."""
    match cut.at:
        case int():
            return data[: cut.at]
        case "before_blank_line":
            return _without_line_end(data)
        case _:
            return data[: len(data) // 2]


def _without_line_end(data: bytes) -> bytes:
    """All but the last line end: the lines of an event are whole, only the blank line that sends it is missing."""
    return data[: -2 if data.endswith(b"\r\n") else -1] if data[-1:] in (b"\r", b"\n") else data


def named(frame: Framing, event: str) -> Framing:
    """The frame under an event name, unless it has one."""
    return replace(frame, event=frame.event or event)
