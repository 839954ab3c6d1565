"""What the wire readers found wrong, told as findings under the requirements that they name."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.stream import Stream
from a2a_conformance.verdict import Level
from a2a_simulator.wire.readings import Defect
from a2a_simulator.wire.wire_forms import Dialect

_SOFT: Final = ((Dialect.V0_3, "v03-kind", re.compile(r"/(?:message|history/\d+)/kind$"), Level.INFO),)
"""Where the specification itself is careless: its examples of 0.3 leave `kind` out of messages inside others."""


def findings_of(defects: Iterable[Defect], frame: int, stream: Stream) -> Iterator[Finding]:
    """One finding for each requirement that the defects of a frame name."""
    grouped: dict[tuple[str, Level | None], list[Defect]] = {}
    for defect in defects:
        grouped.setdefault((defect.requirement, _softened(defect, stream.dialect)), []).append(defect)
    for (requirement, level), same in grouped.items():
        more = f" (and {len(same) - 1} more)" if len(same) > 1 else ""
        yield stream.finding(requirement, frame, f"{same[0].text}{more}", level=level, pointer=same[0].pointer)


def _softened(defect: Defect, dialect: Dialect) -> Level | None:
    for where, requirement, pointer, level in _SOFT:
        if defect.requirement == requirement and where is dialect and pointer.search(defect.pointer):
            return level
    return None
