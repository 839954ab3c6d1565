"""Feeds the frames of one stream to every rule."""

import importlib
import pkgutil
from collections.abc import Collection, Iterable
from typing import Any, Final

from a2a_conformance.rules import families
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_simulator.wire.responses import ANY_ID
from a2a_simulator.wire.wire_forms import Dialect

RULES: Final[tuple[type[Rule], ...]] = tuple(
    rule
    for module in sorted(info.name for info in pkgutil.iter_modules(families.__path__))
    for rule in importlib.import_module(f"{families.__name__}.{module}").RULES
)
"""Every rule of every family."""

SPOKEN: Final[frozenset[str]] = frozenset(name for rule in RULES for name in rule.speaks)
"""The requirements of which a stream rule can speak: what `deliberate` may name."""


class StreamJudge:
    """Judges one stream. Linear in its events; keeps of each artifact only its id.

    `subscribe`: the stream answers SubscribeToTask. `rpc_id`: the id of the request, if it is known.
    `enveloped`: each frame has to be a JSON-RPC answer. `known`: artifacts that the task already had.
    """

    def __init__(
        self,
        dialect: Dialect,
        subscribe: bool = False,
        rpc_id: Any = ANY_ID,
        *,
        enveloped: bool = True,
        known: Collection[str] = (),
    ) -> None:
        spoken = Dialect.V0_3 if dialect is Dialect.V0_2 else dialect
        self._stream = Stream(spoken, subscribe, rpc_id, enveloped, frozenset(known))
        self._rules = tuple(rule() for rule in RULES if spoken in rule.dialects)

    @property
    def stream(self) -> Stream:
        """What is known of the stream so far."""
        return self._stream

    def feed(self, seen: Observed) -> list[Finding]:
        """Judges the next frame. A finding may be about an earlier one, whose meaning this one settles."""
        stream = self._stream
        found = [finding for rule in self._rules for finding in rule.see(seen, stream)]
        stream.take(seen)
        return found

    def end(self, clean: bool | None = True) -> list[Finding]:
        """Judges the end: closed properly, broken off (`clean` False), or left by the reader (None: says nothing)."""
        if clean is None:
            return []
        return [finding for rule in self._rules for finding in rule.end(self._stream, clean)]


def judge_stream(
    frames: Iterable[Observed], dialect: Dialect, *, subscribe: bool = False, rpc_id: Any = ANY_ID,
    enveloped: bool = True, known: Collection[str] = (), clean: bool | None = True,
) -> tuple[Finding, ...]:  # fmt: skip
    """All that the rules say about a whole stream."""
    judge = StreamJudge(dialect, subscribe, rpc_id, enveloped=enveloped, known=known)
    found = [finding for seen in frames for finding in judge.feed(seen)]
    return (*found, *judge.end(clean))
