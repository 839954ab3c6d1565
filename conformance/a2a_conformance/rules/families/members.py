"""Members of events: what the wire readers found wrong, told under the requirements that they name."""

import re
from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_conformance.verdict import Level
from a2a_simulator.wire.readings import Defect
from a2a_simulator.wire.wire_forms import Dialect

_SOFT: Final = ((Dialect.V0_3, "v03-kind", re.compile(r"/(?:message|history/\d+)/kind$"), Level.INFO),)
"""Where the specification itself is careless: its examples of 0.3 leave `kind` out of messages inside others."""


class Readable(Rule):
    """Each event has the members that its type requires, in the spelling of the dialect."""

    speaks: ClassVar = (
        "art-id",
        "art-id-unique",
        "art-no-index",
        "art-parts-nonempty",
        "json-base64",
        "json-camel",
        "json-enum",
        "json-metadata-keys",
        "json-part-oneof",
        "json-required",
        "json-ts-utc",
        "json-ts-z",
        "json-utf8",
        "msg-id-required",
        "msg-parts-nonempty",
        "msg-role-direction",
        "msg-server-contextid",
        "state-canceled-spelling",
        "state-status-required",
        "state-values",
        "stream-no-kind",
        "stream-oneof",
        "stream-update-ids",
        "v03-final",
        "v03-kind",
    )

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """One finding for each requirement that a defect names."""
        if not seen.defects:
            return
        grouped: dict[tuple[str, Level | None], list[Defect]] = {}
        for defect in seen.defects:
            grouped.setdefault((defect.requirement, _softened(defect, stream.dialect)), []).append(defect)
        for (requirement, level), defects in grouped.items():
            more = f" (and {len(defects) - 1} more)" if len(defects) > 1 else ""
            yield stream.finding(
                requirement, seen.frame, f"{defects[0].text}{more}", level=level, pointer=defects[0].pointer
            )


class Understood(Rule):
    """A stream of which nothing was understood is no answer at all."""

    speaks: ClassVar = ("err-appropriate",)

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """Looks whether anything was an event or an error."""
        if stream.frames and not stream.understood and not stream.failed:
            yield stream.finding(
                "err-appropriate", stream.last_frame, "nothing of the stream could be understood",
                expected="events of A2A", got=f"{stream.frames} of something else",
            )  # fmt: skip


def _softened(defect: Defect, dialect: Dialect) -> Level | None:
    for where, requirement, pointer, level in _SOFT:
        if defect.requirement == requirement and where is dialect and pointer.search(defect.pointer):
            return level
    return None


RULES: Final = (Readable, Understood)
