"""What a rule says about one frame."""

from dataclasses import dataclass

from a2a_conformance.verdict import Level


@dataclass(frozen=True, slots=True)
class Finding:
    """A requirement that a frame breaks, or a legal variant that it shows."""

    requirement: str
    frame: int
    """`seq` of the frame that shows it; 0 for a stream that had none."""
    text: str
    expected: str = ""
    got: str = ""
    level: Level = Level.MUST
    """The level in the dialect of the stream."""
    note: bool = False
    """An observation about a legal variant: breaks nothing, so a script need not name it in `deliberate`."""
    pointer: str = ""
    """Where in the event's JSON, if the finding is about a member."""

    def __str__(self) -> str:
        told = f"{self.requirement}: {self.text}"
        if self.expected:
            told += f" (expected {self.expected}, got {self.got})" if self.got else f" (expected {self.expected})"
        return told
