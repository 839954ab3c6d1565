"""Where frames stand on a time axis: silence is shortened, so that bursts can be told apart and pauses still show."""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from a2a_conformance.report.frames import Frame, Lane

WIDTH: Final = 1000.0
"""Units of the axis."""
_BURST: Final = 0.002
"""Seconds below which two frames belong to one burst."""
_PAUSE: Final = 0.02
"""Seconds from which silence is worth a word."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A frame on the axis; `x` from 0 to WIDTH."""

    frame: Frame
    x: float
    client: bool
    hit: bool
    """It is one that the failure names."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A time written below the axis."""

    x: float
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """The marks and ticks of one run."""

    marks: tuple[Mark, ...]
    ticks: tuple[Tick, ...]


def axis(frames: Sequence[Frame], hits: frozenset[int]) -> Axis:
    """Places frames from left to right in their order; distances grow with the logarithm of the time between."""
    if not frames:
        return Axis((), ())
    at = [0.0]
    for before, after in itertools.pairwise(frames):
        at.append(at[-1] + 1.0 + 1.6 * math.log2(1.0 + max(0.0, after.t - before.t) / _BURST))
    scale = WIDTH / at[-1] if at[-1] else 1.0
    marks = tuple(
        Mark(frame, round(place * scale, 1), frame.lane is Lane.CLIENT, frame.seq in hits)
        for frame, place in zip(frames, at, strict=True)
    )
    return Axis(marks, tuple(_ticks(marks)))


def duration(seconds: float) -> str:
    """`0.3 ms`, `48 ms`, `5.0 s`."""
    if seconds < 0.01:
        return f"{seconds * 1000:.1f} ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def pause(before: Frame | None, after: Frame) -> str:
    """The silence before a frame, or nothing when there was none to speak of."""
    silent = after.t - before.t if before is not None else 0.0
    return duration(silent) if silent >= _PAUSE else ""


def _ticks(marks: Sequence[Mark]) -> list[Tick]:
    ticks: list[Tick] = []
    for mark in marks:
        if not ticks or mark.x - ticks[-1].x >= WIDTH / 9:
            ticks.append(Tick(mark.x, duration(mark.frame.t)))
    return ticks
