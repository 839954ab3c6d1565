"""What made-up scenarios are made of, the plainest first, and how often each comes up."""

from collections.abc import Mapping
from typing import Any, Final

TEXTS: Final = (
    "Hello", "one ", "two", " three", "Grüße, 世界", "a\nb", "🌍 goes round", 'a "quoted" \\ {text}',
    "line\u2028break", "null", "0", "  ", "data: [DONE]", "e\u0301", "long " * 60,
)  # fmt: skip
"""Texts of parts and chunks."""
SENTENCES: Final = ("Which day?", "Looking", "Still at it", "Grüße", "Half way\nthere")
"""Texts of statuses."""
ASKED: Final = ("Make something up", "What is new?", "Erzähl mir etwas 🌍", "Two\nlines", 'Say "hello"')
"""What a caller says."""
NAMES: Final = ("answer", "map", "fares", "note-2", "ü")
"""Ids of artifacts."""
DATA: Final[tuple[Any, ...]] = (
    {"n": 1},
    {"economy": 310, "nested": {"list": [1, 2.5, None, "x"]}},
    {},
    {"ключ": True},
)
"""Data parts that every dialect has."""
FILES: Final[tuple[Mapping[str, Any], ...]] = (
    {"name": "f.txt", "type": "text/plain", "text": "file"},
    {"name": "map.png", "type": "image/png", "base64": "iVBORw0KGgo="},
    {"name": "far.pdf", "type": "application/pdf", "url": "${other_url}/far.pdf"},
)

SITUATIONS: Final[Mapping[str, int]] = {
    "task": 36, "message": 8, "whole_task": 5, "question": 12, "twice": 8, "looked_at": 5, "broken": 8,
    "resubscribed": 4, "canceled": 4, "overtaken": 3, "not_waiting": 3, "refused": 4, "listened": 6, "parallel": 2,
}  # fmt: skip
"""What a scenario is about."""
UPDATES: Final[Mapping[str, int]] = {
    "chunk": 30, "status": 16, "chunks": 8, "artifact": 14, "again": 4, "comment": 4, "wait": 3,
}  # fmt: skip
"""What may stand between the first event and the end."""
PARTS: Final[Mapping[str, int]] = {"text": 8, "data": 2, "file": 2}
"""Kinds of parts."""
STARTS: Final = ("submitted", "working")
ENDS: Final[Mapping[str, int]] = {"completed": 7, "failed": 2, "rejected": 1, "canceled": 1}
MODES: Final[Mapping[str, int]] = {"stream": 5, "auto": 3, "unary": 2}
BREAKS: Final = ("close", "drop", "reset")
ERRORS: Final = ("InternalError", "InvalidParams", "UnsupportedOperation", "ContentTypeNotSupported")
"""Errors that any send may be refused by."""
FRAMES: Final[tuple[Mapping[str, Any], ...]] = (
    {"newline": "crlf"}, {"newline": "cr"}, {"newline": "mixed"}, {"space": False}, {"data": "multi_line"},
    {"bom": True}, {"split": [1, 7, 30]}, {"split": "inside_utf8"}, {"split": "inside_newline"}, {"id": "7"},
    {"event": "message"}, {"retry": 3000}, {"comment": "ping"}, {"fields": {"x-vendor": "1"}},
)  # fmt: skip
"""Legal ways to frame events."""
EDITS: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "task": (
        {"set": {"/x-vendor": {"a": 1}}}, {"drop": ["/status/timestamp"]},
        {"set": {"/metadata": {"x": [1]}}}, {"set": {"/status/x-mood": "calm"}},
    ),
    "status": (
        {"set": {"/x-vendor": 1}}, {"drop": ["/status/timestamp"]}, {"set": {"/metadata": {"k": "v"}}},
    ),
    "artifact": (
        {"set": {"/artifact/x-colour": "blue"}}, {"set": {"/artifact/metadata": {"k": "v"}}},
        {"set": {"/x-vendor": []}},
    ),
    "message": ({"set": {"/x-vendor": {"a": 1}}}, {"set": {"/metadata": {"k": "v"}}}),
}  # fmt: skip
"""Optional and unknown members that change nothing, by the step that they stand at."""
