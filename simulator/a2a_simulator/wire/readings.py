"""What a reader makes of JSON from the wire: the value, and what was wrong with it, by requirement."""

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing wrong with a JSON value: which requirement, where (a JSON pointer), what."""

    requirement: str
    pointer: str
    text: str


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """A value read as far as it could be understood; None when nothing was."""

    value: T | None
    defects: tuple[Defect, ...] = ()
