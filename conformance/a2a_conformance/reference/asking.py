"""What the harness asks for, in the terms of the reference client."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

from a2a_conformance.adapters.base import Stop
from a2a_conformance.adapters.python_calls import Hook
from a2a_conformance.outcome import NormalPart
from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.listener import (
    Continue,
    Decision,
    Listener,
    StopWithArtifacts,
    StopWithResponse,
    Update,
)
from a2a_conformance.reference.told import told_event
from a2a_simulator.protocol.parts import Data, File, Part, Text
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import Mode


def asked(request: Mapping[str, Any]) -> Ask:
    """What a send or answer says."""
    return Ask(
        parts=parts_of(request.get("parts") or ()) or (Text(request.get("text", "")),),
        task_id=request.get("task_id"),
        context_id=request.get("context_id"),
        mode=Mode(request.get("mode", Mode.AUTO)),
        blocking=request.get("blocking", True),
        history=request.get("history"),
        accept=tuple(request.get("accept") or ()),
        metadata=request.get("metadata"),
        refers=tuple(request.get("refers") or ()),
        extensions=tuple(request.get("extensions") or ()),
    )


def parts_of(parts: Sequence[NormalPart]) -> tuple[Part, ...]:
    """Parts out of the normal form."""
    return tuple(_part(part) for part in parts)


def heard(hook: Hook | None) -> Listener | None:
    """The harness's hook as a listener of the client."""
    if hook is None:
        return None

    def listener(update: Update, _: Task) -> Decision:
        reply = hook(told_event(update))
        if not isinstance(reply, Stop):
            return Continue()
        return StopWithArtifacts() if reply.artifacts else StopWithResponse(reply.response)

    return listener


def _part(part: NormalPart) -> Part:
    if "text" in part:
        return Text(part["text"])
    if "data" in part:
        return Data(part["data"])
    file = part["file"]
    content = base64.b64decode(file["base64"]) if "base64" in file else None
    return File(content, file.get("url"), file.get("name"), file.get("type"))
