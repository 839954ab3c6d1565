"""Parts: the content of messages and artifacts (A2A 1.0 §4.1.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Metadata = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text."""

    text: str
    metadata: Metadata | None = None
    media_type: str | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file: its bytes, or where to fetch it; exactly one of `content` and `url` is set."""

    content: bytes | None = None
    url: str | None = None
    name: str | None = None
    media_type: str | None = None
    metadata: Metadata | None = None


@dataclass(frozen=True, slots=True)
class Data:
    """Any JSON value (0.3 allows only an object)."""

    value: Any
    metadata: Metadata | None = None
    media_type: str | None = None


Part = Text | File | Data


def text_of(parts: tuple[Part, ...]) -> str:
    """All text of the parts, joined without a separator."""
    return "".join(part.text for part in parts if isinstance(part, Text))
