"""The events of a recorded stream, read one after the other."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.v0_3_kind import KINDS
from a2a_simulator.wire.v1_proto import WRAPPERS


class NothingUnderstood(ValueError):
    """A recording holds no event of A2A. Carries its first line and the likely reason."""

    def __init__(self, first_line: str, reason: str) -> None:
        self.first_line = first_line
        self.reason = reason
        super().__init__(f"{reason} (first line: {_shortened(first_line)!r})" if first_line else reason)


class Shape(Enum):
    """How the events stand in the file."""

    SSE = "server-sent events"
    LINES = "JSON Lines"
    LIST = "a JSON list"
    ONE = "one JSON object"


@dataclass(frozen=True, slots=True)
class Item:
    """The data of one event, read as JSON."""

    data: Reading[Any]
    name: str = ""
    """The SSE event name."""
    line: int = 1
    """Where in the file it begins, from 1."""
    offset: int = 0
    """The same in bytes, from 0."""
    raw: bytes = b""
    """The bytes of the SSE block; empty where it is none."""

    @property
    def json(self) -> Any:
        """The decoded JSON, None if it is none."""
        return self.data.value

    @property
    def wrong(self) -> str:
        """What keeps it from being JSON; empty if it is some."""
        return self.data.defects[-1].text if self.json is None and self.data.defects else ""

    @property
    def leaning(self) -> int:
        """1 if it looks like 1.0, -1 if it looks like 0.3, else 0."""
        body = self.json.get("result", self.json) if isinstance(self.json, Mapping) else None
        if not isinstance(body, Mapping):
            return 0
        if body.get("kind") in KINDS:
            return -1
        return 1 if any(isinstance(body.get(name), Mapping) for name in WRAPPERS) else 0


@dataclass(slots=True)
class Recording:
    """One recorded answer. It is read while it is iterated, once; `notes` and `whole` are complete only then.

    Iterating raises NothingUnderstood where it turns out that the file is no recording.
    """

    first_line: str
    shape: Shape
    items: Iterable[Item] = ()
    notes: list[str] = field(default_factory=list)
    whole: bool = True
    """It does not break off inside an event."""

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)


def _shortened(line: str) -> str:
    return line if len(line) <= 80 else line[:77] + "..."
