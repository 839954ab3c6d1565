"""The quick way for chunks: what an artifact event says after its ids never changes, so it is encoded once.

A script is played many times and most of its events are chunks. Up to the context id all artifact events of one
stream are equal (the lead), from there on all plays of one step are (the tail).
"""

from typing import NamedTuple

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.scenario.play import ArtifactStep
from a2a_simulator.session.substitution import speaks_of_names
from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.json_text import dumps
from a2a_simulator.wire.wire_forms import Dialect

PLAIN_FRAME = Framing()


class Tail(NamedTuple):
    """The end of one step's events, and the artifact that it brings. `data` is None if the step is not quick."""

    artifact: Artifact | None
    data: bytes | None


SLOW = Tail(None, None)


class Tails:
    """The tails of one script, by step and dialect."""

    def __init__(self) -> None:
        self._tails: dict[tuple[int, Dialect], tuple[ArtifactStep, Tail]] = {}

    def get(self, step: ArtifactStep, dialect: Dialect) -> Tail | None:
        """The tail of a step; None: it was not played yet."""
        found = self._tails.get((id(step), dialect))
        return None if found is None else found[1]

    def put(self, step: ArtifactStep, dialect: Dialect, artifact: Artifact, tail: bytes) -> None:
        """Keeps the tail of a step that was encoded. The step is kept too, so that its id stays its own."""
        self._tails[id(step), dialect] = step, Tail(artifact, tail) if is_quick(step) else SLOW


def is_quick(step: ArtifactStep) -> bool:
    """Whether all events of a step are equal behind their ids: nothing filled in, edited, cut or framed."""
    mods = step.mods
    if mods.edit is not None or mods.envelope is not None or mods.cut is not None or mods.frame != PLAIN_FRAME:
        return False
    texts = (step.id, step.name or "", step.description or "")
    return (
        step.metadata is None and not any("$" in text for text in texts) and not any(map(speaks_of_names, step.parts))
    )


def split(data: bytes, context_id: str) -> tuple[bytes, bytes] | None:
    """Lead and tail of an encoded artifact event; None if it does not tell its context."""
    mark = b'"contextId":' + dumps(context_id).encode()
    at = data.find(mark)
    return None if at < 0 else (data[: at + len(mark)], data[at + len(mark) :])
