"""What a task's artifacts hold, as digests: enough to compare two tellings without keeping their text."""

import json
from hashlib import blake2b
from typing import Final

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.parts import File, Part, Text

_SIZE: Final = 12


class Content:
    """The content of one artifact: grows by parts, and is equal to another however the text was cut."""

    __slots__ = ("_hash", "length", "weight")

    def __init__(self, parts: tuple[Part, ...] = ()) -> None:
        self._hash = blake2b(digest_size=_SIZE)
        self.length = 0
        """Bytes of its text and of what stands for other parts."""
        self.weight = 0
        """The same for the same pieces in any order."""
        self.add(parts)

    def add(self, parts: tuple[Part, ...]) -> None:
        """Appends parts."""
        for part in parts:
            data = part.text.encode("utf-8", "surrogatepass") if isinstance(part, Text) else _stand_in(part)
            self._hash.update(data)
            self.length += len(data)
            self.weight += sum(data)

    def copy(self) -> "Content":
        """The same content, to grow on its own."""
        other = Content()
        other._hash, other.length, other.weight = self._hash.copy(), self.length, self.weight
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Content):
            return NotImplemented
        return self.length == other.length and self._hash.digest() == other._hash.digest()

    __hash__ = None  # type: ignore[assignment]  # it grows

    def shuffled(self, other: "Content") -> bool:
        """Whether both hold the same bytes in different order."""
        return self != other and (self.length, self.weight) == (other.length, other.weight)


Contents = dict[str, Content]
"""Artifact id → content."""


def contents_of(artifacts: tuple[Artifact, ...] | None) -> Contents:
    """The contents of a whole Task."""
    return {artifact.artifact_id: Content(artifact.parts) for artifact in artifacts or ()}


def grow(contents: Contents, update: ArtifactUpdate) -> None:
    """Applies one update."""
    name = update.artifact.artifact_id
    if update.append and name in contents:
        contents[name].add(update.artifact.parts)
    else:
        contents[name] = Content(update.artifact.parts)


def difference(expected: Contents, got: Contents) -> tuple[str, str, str] | None:
    """The first artifact that differs: its id, what was expected, what is there. None: there is none."""
    for name in (*expected, *(name for name in got if name not in expected)):
        mine, theirs = expected.get(name), got.get(name)
        if mine != theirs:
            return name, size(mine), size(theirs)
    return None


def size(content: Content | None) -> str:
    """How much there is, for people."""
    return "nothing" if content is None else f"{content.length} bytes"


def digest(update: StatusUpdate | ArtifactUpdate) -> int:
    """What an update says, as a number: state and message, or artifact and chunk. Times and metadata are left out."""
    out = blake2b(digest_size=8)
    if isinstance(update, StatusUpdate):
        out.update(repr(update.status.state).encode())
        parts = update.status.message.parts if update.status.message else ()
    else:
        out.update(f"{update.artifact.artifact_id}\0{update.append}\0{update.last_chunk}\0".encode())
        parts = update.artifact.parts
    for part in parts:
        out.update(part.text.encode("utf-8", "surrogatepass") if isinstance(part, Text) else _stand_in(part))
    return int.from_bytes(out.digest(), "big")


def _stand_in(part: Part) -> bytes:
    if isinstance(part, File):
        return b"\0file\0" + (part.content if part.content is not None else (part.url or "").encode())
    value = getattr(part, "value", None)
    # Numbers are doubles to ProtoJSON: 1 and 1.0 are the same.
    value = json.loads(json.dumps(value, default=str), parse_int=float)
    return b"\0data\0" + json.dumps(value, sort_keys=True).encode()
