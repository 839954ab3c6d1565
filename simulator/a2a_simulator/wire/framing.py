"""How one SSE event is put on the wire: every legal framing, and the few that are not."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Framing:
    """How an SSE event is written (scenario format §5.4). Defaults are the plain `data: …` LF LF."""

    newline: str = "lf"
    bom: bool = False
    space: bool = True
    multi_line: bool = False
    event: str | None = None
    id: str | None = None
    retry: int | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    comment: str | None = None
    blank_line: bool = True
    split: str | tuple[int, ...] | None = None
    gap: float = 0.0
