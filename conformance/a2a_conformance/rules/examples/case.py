"""One example stream: its frames, how it is judged, and what the rules say of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from a2a_conformance.rules.engine import judge_stream
from a2a_conformance.rules.examples.frame import Frame, frame_of
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import observe
from a2a_simulator.wire.responses import ANY_ID
from a2a_simulator.wire.wire_forms import Dialect

KEYS: Final = frozenset({"name", "frames", "speaks", "notes", "instead", "of", "dialects", "how"})
HOW: Final = frozenset({"subscribe", "clean", "rpc_id", "enveloped", "known"})
_BOTH: Final = (Dialect.V1_0, Dialect.V0_3)


@dataclass(frozen=True, slots=True)
class Case:
    """A stream. A bad one has `speaks` or `instead`; a good one breaks nothing, whatever it notes."""

    family: str
    name: str
    frames: tuple[Frame, ...]
    speaks: tuple[tuple[str, int], ...] = ()
    """Broken requirement and frame, from 1, in the order of the findings."""
    notes: tuple[str, ...] = ()
    """Requirements that are noted only."""
    of: tuple[str, ...] = ()
    """Requirements of which a good stream is the example."""
    instead: Mapping[int, Frame | None] = field(default_factory=dict)
    """How a bad stream would be right: other frames by number, None leaves one out, 0 is one more at the end."""
    dialects: tuple[Dialect, ...] = _BOTH
    how: Mapping[str, Any] = field(default_factory=dict)
    """`subscribe clean rpc_id enveloped known`, as `judge_stream` takes them."""

    @property
    def requirements(self) -> tuple[str, ...]:
        """All that the rules speak of here."""
        return tuple(dict.fromkeys((*(id for id, _ in self.speaks), *self.notes)))

    def mended(self) -> "Case | None":
        """The nearest stream that is right: `instead`, or without its edits; None if there is none."""
        if not self.requirements or not (self.instead or any(frame.changes for frame in self.frames)):
            return None
        plain = tuple(frame.plain() if frame.changes else frame for frame in self.frames)
        told = ((self.instead.get(number, frame)) for number, frame in enumerate(plain, 1))
        frames = [frame for frame in told if frame is not None]
        if (more := self.instead.get(0)) is not None:
            frames.append(more)
        return replace(self, name=f"{self.name}, put right", frames=tuple(frames), speaks=(), notes=(), instead={})

    def sse(self, dialect: Dialect) -> str:
        """The stream as the text of an event stream."""
        enveloped = self.how.get("enveloped", True)
        lines = []
        for frame in self.frames:
            name = f"event: {frame.name}\n" if frame.name else ""
            lines.append(f"{name}data: {frame.data(dialect, enveloped)}\n\n")
        return "".join(lines)

    def judged(self, dialect: Dialect) -> tuple[Finding, ...]:
        """What the rules say of it; the frames are numbered from 1."""
        enveloped = self.how.get("enveloped", True)
        return judge_stream(
            (observe(number, frame.data(dialect, enveloped), dialect, name=frame.name)
             for number, frame in enumerate(self.frames, 1)),
            dialect,
            **{"rpc_id": ANY_ID, **self.how},
        )  # fmt: skip


def case_of(family: str, given: Any) -> Case:
    """A case as a file tells it. Raises ValueError with what is wrong."""
    if not isinstance(given, Mapping) or "name" not in given or "frames" not in given:
        raise ValueError("a case has a `name` and `frames`")
    foreign = given.keys() - KEYS
    if foreign:
        raise ValueError(f"unknown key {', '.join(sorted(foreign))}; a case has {', '.join(sorted(KEYS))}")
    how = given.get("how") or {}
    if how.keys() - HOW:
        raise ValueError(f"`how` has {', '.join(sorted(HOW))}")
    instead = given.get("instead") or {}
    return Case(
        family,
        given["name"],
        tuple(frame_of(frame) for frame in given["frames"]),
        tuple((str(id), int(frame)) for id, frame in given.get("speaks") or ()),
        tuple(given.get("notes") or ()),
        tuple(given.get("of") or ()),
        {int(number): None if frame is None else frame_of(frame) for number, frame in instead.items()},
        tuple(Dialect(one) for one in given["dialects"]) if "dialects" in given else _BOTH,
        how,
    )
