"""What a rule is."""

from collections.abc import Iterator
from typing import ClassVar

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.stream import Stream
from a2a_simulator.wire.wire_forms import Dialect


class Rule:
    """A small state machine over one stream. A module of `families` lists its rules in `RULES`; that is all."""

    speaks: ClassVar[tuple[str, ...]] = ()
    """The requirements that it may report."""
    dialects: ClassVar[tuple[Dialect, ...]] = (Dialect.V1_0, Dialect.V0_3)

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """What the rule says about a frame; `stream` is as it was before it."""
        yield from ()

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """What the rule says about the end; `clean`: the response was closed properly."""
        yield from ()
