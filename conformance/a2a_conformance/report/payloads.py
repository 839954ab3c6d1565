"""One readable line for an event as encoded, a surfaced event, and an outcome; lenient about everything."""

import json
from collections.abc import Mapping
from typing import Any, Final

from a2a_conformance.report.escaping import cut

_QUOTED: Final = 48
_WRAPPERS: Final = {
    "task": "task",
    "statusUpdate": "status",
    "artifactUpdate": "artifact",
    "message": "message",
}
_KINDS: Final = {
    "task": "task",
    "status-update": "status",
    "artifact-update": "artifact",
    "message": "message",
}


def event_line(value: Any, raw: str = "") -> str:
    """An event, in either dialect, with or without its JSON-RPC envelope; else the first characters of `raw`."""
    if not isinstance(value, Mapping):
        return _quote(raw or value)
    if isinstance(value.get("error"), Mapping):
        return error_line(value["error"])
    inner = value.get("result", value)
    if not isinstance(inner, Mapping):
        return _quote(raw or inner)
    for wrapper, kind in _WRAPPERS.items():
        if isinstance(inner.get(wrapper), Mapping) and "kind" not in inner:
            return _of_kind(kind, inner[wrapper])
    known = _KINDS.get(str(inner.get("kind")))
    if known is not None:
        return _of_kind(known, inner)
    if "status" in inner and "id" in inner:
        return _of_kind("task", inner)
    if "skills" in inner or "supportedInterfaces" in inner:
        return f"agent card {_quote(inner.get('name'))}"
    return _quote(raw or inner)


def error_line(error: Mapping[str, Any]) -> str:
    """A JSON-RPC error, or one told by a client."""
    words = [str(error[name]) for name in ("kind", "code", "http_status", "reason") if error.get(name) is not None]
    return " ".join(["error", *words, *([_quote(error["message"])] if error.get("message") else [])])


def surfaced_line(event: Mapping[str, Any]) -> str:
    """An event in normal form."""
    words = [str(event.get("event", "event"))]
    words += [str(event[name]) for name in ("artifact", "state") if event.get(name)]
    words += [name for name in ("append", "last") if event.get(name) is True]
    parts = event.get("parts") or ([{"text": event["text"]}] if event.get("text") is not None else [])
    return " ".join([*words, *_said(parts)])


def outcome_line(outcome: Any, payload: Mapping[str, Any]) -> str:
    """An outcome in normal form; for targets that tell none, how the drive step ended."""
    if isinstance(outcome, Mapping) and isinstance(outcome.get("outcome"), Mapping):
        outcome = outcome["outcome"]
    if isinstance(outcome, Mapping) and outcome.get("outcome") is not None:
        told = outcome
        words = [str(told.get("outcome", "unknown"))]
    elif isinstance(outcome, str):
        told = payload
        words = [outcome]
    else:
        told = payload
        how = outcome if isinstance(outcome, Mapping) else payload
        words = [f"ended {how.get('ended', 'somehow')}"]
    if told.get("answer") is not None:
        words.append(_quote(told["answer"]))
    if isinstance(told.get("artifacts"), Mapping):
        words += [f"{name}: {artifact_line(value)}" for name, value in told["artifacts"].items()]
    if told.get("question") is not None:
        words.append(f"question {_quote(told['question'])}")
    if isinstance(told.get("error"), Mapping):
        line = error_line(told["error"])
        words.append(line.removeprefix("error ") if words[0] == "error" else line)
    return " ".join(words)


def _of_kind(kind: str, body: Mapping[str, Any]) -> str:
    match kind:
        case "artifact":
            artifact = body.get("artifact")
            artifact = artifact if isinstance(artifact, Mapping) else {}
            flags = [word for key, word in (("append", "append"), ("lastChunk", "last")) if body.get(key) is True]
            return " ".join(["artifact", str(artifact.get("artifactId", "?")), *flags, *_said(artifact.get("parts"))])
        case "message":
            return " ".join(["message", *_said(body.get("parts"))])
    status = body.get("status")
    status = status if isinstance(status, Mapping) else {}
    message = status.get("message")
    said = _said(message.get("parts")) if isinstance(message, Mapping) else []
    final = ["final"] if body.get("final") is True else []
    return " ".join([kind, _state(status.get("state")), *final, *said])


def _state(value: Any) -> str:
    return str(value).removeprefix("TASK_STATE_").lower().replace("-", "_")


def artifact_line(value: Any) -> str:
    """The content of an artifact, given as text or as a list of parts."""
    return _quote(value) if isinstance(value, str) else " ".join(_said(value)) or "empty"


def _said(parts: Any) -> list[str]:
    if not isinstance(parts, list | tuple):
        return []
    return [_part(part) for part in parts if isinstance(part, Mapping)]


def _part(part: Mapping[str, Any]) -> str:
    if part.get("text") is not None:
        return _quote(part["text"])
    if "data" in part:
        return "data " + cut(json.dumps(part["data"], ensure_ascii=False), _QUOTED)
    return "file"


def _quote(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"“{cut(text, _QUOTED)}”" if isinstance(value, str) else cut(text, _QUOTED)
