"""Parts in the normal form of outcomes, and when two lists of parts are the same content."""

import base64
import binascii
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from a2a_conformance.outcome import NormalPart
from a2a_simulator.protocol.parts import Data, File, Part, Text


def normal(part: Part) -> dict[str, Any]:
    """A part as adapters tell it."""
    match part:
        case Text():
            return {"text": part.text}
        case Data():
            return {"data": part.value}
        case File():
            file = {"name": part.name, "type": part.media_type, "url": part.url}
            if part.content is not None:
                file["base64"] = base64.b64encode(part.content).decode("ascii")
            return {"file": {key: value for key, value in file.items() if value is not None}}


def merge(parts: Iterable[Mapping[str, Any]]) -> tuple[NormalPart, ...]:
    """The same content with adjacent texts joined and empty ones gone: how chunks are cut is nobody's result."""
    out: list[NormalPart] = []
    run: list[str] = []
    for part in parts:
        if isinstance(part.get("text"), str):
            run.append(part["text"])
            continue
        if text := "".join(run):
            out.append({"text": text})
        run = []
        out.append(part)
    if text := "".join(run):
        out.append({"text": text})
    return tuple(out)


def text_of(parts: Iterable[Mapping[str, Any]]) -> str:
    """All text of the parts, joined without a separator."""
    return "".join(part["text"] for part in parts if isinstance(part.get("text"), str))


def others(parts: Iterable[Mapping[str, Any]]) -> tuple[NormalPart, ...]:
    """What is not text: data and files."""
    return tuple(part for part in parts if not isinstance(part.get("text"), str))


def same(expected: Sequence[NormalPart], got: Sequence[NormalPart]) -> bool:
    """Whether what was told is this content; of a file only what was told of it is compared."""
    left, right = merge(expected), merge(got)
    return len(left) == len(right) and all(_same(a, b) for a, b in zip(left, right, strict=True))


def same_others(expected: Sequence[NormalPart], got: Sequence[NormalPart]) -> bool:
    """Whether data and files agree, whatever stands between them."""
    left, right = others(expected), others(got)
    return len(left) == len(right) and all(_same(a, b) for a, b in zip(left, right, strict=True))


def show(parts: Iterable[Mapping[str, Any]]) -> str:
    """The parts in one line, for people."""
    return " + ".join(_show(part) for part in merge(parts)) or "nothing"


def _same(a: NormalPart, b: NormalPart) -> bool:
    if "text" in a:
        return bool(a["text"] == b.get("text"))
    if "data" in a:
        return "data" in b and _equal(a["data"], b["data"])
    if "file" not in b or not isinstance(b["file"], Mapping):
        return False
    wanted, told = a["file"], b["file"]
    if "base64" in told and _bytes(told["base64"]) != _bytes(wanted.get("base64")):
        return False
    return all(told.get(key) in (None, wanted.get(key)) for key in ("name", "type", "url"))


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(value, b[key]) for key, value in a.items())
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        return len(a) == len(b) and all(_equal(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b)


def _bytes(text: Any) -> bytes | None:
    if not isinstance(text, str):
        return None
    standard = text.replace("-", "+").replace("_", "/").rstrip("=")
    try:
        return base64.b64decode(standard + "=" * (-len(standard) % 4))
    except (ValueError, binascii.Error):
        return None


def _show(part: NormalPart) -> str:
    if "text" in part:
        return repr(shorten(part["text"]))
    if "data" in part:
        return f"data {shorten(json.dumps(part['data'], ensure_ascii=False, default=str))}"
    file = part.get("file")
    return f"file {file.get('name') or file.get('url') or ''}".strip() if isinstance(file, Mapping) else str(part)


def shorten(text: str, limit: int = 120) -> str:
    """The text, its middle left out when it is long."""
    return text if len(text) <= limit else f"{text[: limit // 2]} … {text[-limit // 2 :]}"
