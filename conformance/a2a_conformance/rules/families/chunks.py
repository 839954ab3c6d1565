"""How artifacts are sent in chunks (1.0 §4.2.2). Replacing, interleaving and equal text are all legal."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Stream
from a2a_simulator.protocol.events import ArtifactUpdate
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.wire_forms import Dialect


class Chunks(Rule):
    """A chunk is appended to an artifact that was begun and has not had its last chunk."""

    speaks: ClassVar = ("art-append-unknown", "art-append-after-last")

    def __init__(self) -> None:
        self._last: dict[str, bool] = {}

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at appended chunks."""
        event = seen.event
        if isinstance(event, Task):
            for artifact in event.artifacts or ():
                self._last.setdefault(artifact.artifact_id, False)
        if not isinstance(event, ArtifactUpdate) or not event.artifact.artifact_id:
            return
        name = event.artifact.artifact_id
        if event.append and stream.terminal_frame is None:
            if name not in self._last:
                if name not in stream.known and not self._blind(stream):
                    yield stream.finding(
                        "art-append-unknown", seen.frame, f"`append: true` for `{name}`, which was never begun",
                        expected="an artifact that was sent before", got=name,
                    )  # fmt: skip
            elif self._last[name]:
                yield stream.finding(
                    "art-append-after-last", seen.frame, f"a chunk of `{name}` comes after its last one",
                    expected="no further chunk", got="append: true",
                )  # fmt: skip
        self._last[name] = event.last_chunk

    @staticmethod
    def _blind(stream: Stream) -> bool:
        """A subscription of 0.3 need not tell what the task already has."""
        return stream.subscribe and stream.dialect is not Dialect.V1_0 and not stream.task_seen


RULES: Final = (Chunks,)
