"""Members of events: what the wire readers found wrong, told under the requirements that they name."""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.defects import findings_of
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_simulator.wire.readings import Defect

_NO_EVENT: Final = frozenset({"stream-oneof", "v03-kind"})


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
        """One finding for each requirement that a defect names. What is no answer is not told to be no event."""
        if not seen.defects:
            return
        defects: Iterable[Defect] = seen.defects
        if stream.enveloped and seen.event is None and not seen.answers:
            defects = (defect for defect in defects if defect.requirement not in _NO_EVENT)
        yield from findings_of(defects, seen.frame, stream)


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


RULES: Final = (Readable, Understood)
