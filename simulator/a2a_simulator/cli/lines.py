"""One readable line for each record of a journal. Text from the wire is hostile: control characters are shown."""

import json
from collections.abc import Mapping
from typing import Any, Final

from a2a_simulator.journal import Kind, Record

LONGEST: Final = 100
MOST_PARTS: Final = 5


def line(record: Record) -> str | None:
    """The record as one line; None for what a reader does not need."""
    payload = record.payload
    number = f"#{record.call}" if record.call is not None else ""
    match record.kind:
        case Kind.CALLED:
            return f"{number} > {_call(payload)}"
        case Kind.HEAD if payload.get("status") != 200:
            return f"{number} < HTTP {payload.get('status')}"
        case Kind.EVENT:
            return f"{number} < {_event(payload)}" + (" (cut)" if payload.get("cut") else "")
        case Kind.COMMENT:
            return f"{number} < : {shown(str(payload.get('text', '')))}"
        case Kind.HELD:
            return f"{number}   waited until {payload.get('until')}: {payload.get('by')}"
        case Kind.CLOSED:
            return f"{number} < end" if payload.get("clean") else None
        case Kind.FAULT:
            return f"{number} < broken: {payload.get('fault')}"
        case Kind.LEFT:
            return f"{number} > left"
        case _:
            return None


def shown(text: str, longest: int = LONGEST) -> str:
    """The text on one line: control characters as escapes, long text cut."""
    out = "".join(_visible(character) for character in text[: longest + 1])
    return out if len(text) <= longest else out[:longest] + "…"


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character, f"\\u{ord(character):04x}")


def _call(payload: Mapping[str, Any]) -> str:
    operation, path = payload.get("operation"), shown(str(payload.get("path", "")))
    if operation == "FetchCard" or operation is None:
        text = f"{payload.get('http')} {path}"
    else:
        text = f"{operation} ({payload.get('dialect')})"
    params = payload.get("params") or {}
    message = params.get("message") if isinstance(params, Mapping) else None
    if isinstance(message, Mapping):
        text += _named(message, "taskId") + _parts(message.get("parts"))
    elif isinstance(params, Mapping):
        text += _named(params, "id")
    text += " — no reply left" if payload.get("entry") == "unscripted" else ""
    defects = payload.get("defects") or ()
    text += "".join(f"\n     ! {defect[0]}: {shown(defect[2])}" for defect in defects)
    return text + (f"\n     ! refused: {shown(payload['refused'])}" if payload.get("refused") else "")


def _event(payload: Mapping[str, Any]) -> str:
    body = payload.get("json")
    if not isinstance(body, Mapping):
        return shown(repr(body))
    if isinstance(error := body.get("error"), Mapping):
        return f"error {error.get('code')} {shown(str(error.get('message')))}"
    result = body.get("result", body)
    if not isinstance(result, Mapping):
        return shown(repr(result))
    if len(result) == 1:
        (result,) = result.values()
    if not isinstance(result, Mapping):
        return shown(repr(result))
    if "artifact" in result:
        artifact = result["artifact"]
        flags = "".join(f" {name}" for name in ("append", "lastChunk") if result.get(name))
        return f"artifact {shown(str(artifact.get('artifactId')))}{flags}{_parts(artifact.get('parts'))}"
    if isinstance(status := result.get("status"), Mapping):
        state = str(status.get("state")).removeprefix("TASK_STATE_").lower()
        kind = "status" if "taskId" in result else f"task {shown(str(result.get('id')))}"
        message = status.get("message")
        return f"{kind} {shown(state)}" + (_parts(message.get("parts")) if isinstance(message, Mapping) else "")
    if "parts" in result:
        return f"message{_parts(result['parts'])}"
    return "card" if "skills" in result else shown(repr(dict(result)))


def _parts(parts: Any) -> str:
    if not isinstance(parts, list):
        return ""
    texts = [part["text"] for part in parts if isinstance(part, Mapping) and isinstance(part.get("text"), str)]
    others = [part for part in parts if not (isinstance(part, Mapping) and isinstance(part.get("text"), str))]
    told = [f'"{shown("".join(texts))}"'] if texts else []
    told += [_other(part) for part in others[:MOST_PARTS]]
    told += [f"{len(others) - MOST_PARTS} more"] if len(others) > MOST_PARTS else []
    return f" {' + '.join(told)}" if told else ""


def _other(part: Any) -> str:
    """A part that is no text: a file of either dialect, data, or what it is instead."""
    if not isinstance(part, Mapping):
        return shown(repr(part))
    if "data" in part:
        return f"data {shown(json.dumps(part['data'], ensure_ascii=False))}"
    old = part.get("file")
    file = old if isinstance(old, Mapping) else part
    words = [file.get("filename", file.get("name")), file.get("mediaType", file.get("mimeType"))]
    content, url = file.get("raw", file.get("bytes")), file.get("url", file.get("uri"))
    if isinstance(content, str):
        words.append(f"{len(content.rstrip('=')) * 3 // 4} B")
    elif url is not None:
        words.append(url)
    else:
        return f"part {shown(repr(dict(part)))}"
    return shown(" ".join(["file", *(str(word) for word in words if word)]))


def _named(holder: Mapping[str, Any], name: str) -> str:
    value = holder.get(name)
    return f" {shown(value)}" if isinstance(value, str) else ""
