"""How artifacts are sent in chunks (1.0 §4.2.2). Replacing, interleaving and equal text are all legal."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Shape, Stream
from a2a_simulator.protocol.events import ArtifactUpdate
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.wire_forms import Dialect


class Chunks(Rule):
    """A chunk is appended to an artifact that was begun and has not had its last chunk."""

    speaks: ClassVar = ("art-append-unknown", "art-append-after-last")

    def __init__(self) -> None:
        self._last: dict[str, bool] = {}
        self._nameless = False

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at appended chunks. Those under a wrong id are for other rules to tell, and begin what they name."""
        event = seen.event
        if isinstance(event, Task):
            for artifact in event.artifacts or ():
                self._last.setdefault(artifact.artifact_id, False)
        if not isinstance(event, ArtifactUpdate):
            return
        name = event.artifact.artifact_id
        if not name or stream.foreign(event):
            self._nameless = self._nameless or not name
            self._last[name] = False
            return
        if event.append and stream.terminal_frame is None and not self._blind(name, stream):
            if name not in self._last:
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

    def _blind(self, name: str, stream: Stream) -> bool:
        """Whether the artifact may have been begun elsewhere.

        That is: in a frame that could not be read or named no artifact; in an earlier stream; before a subscription
        of 0.3, which need not tell what the task has. In what should be a lone Message anything may be.
        """
        if self._nameless or stream.unread or stream.shape is Shape.MESSAGE:
            return True
        if name in self._last:
            return False
        return name in stream.known or (
            stream.subscribe and stream.dialect is not Dialect.V1_0 and not stream.task_seen
        )


class Names(Rule):
    """Another name under the id of an artifact: renamed, or two artifacts under one id. Nobody can tell: a note."""

    speaks: ClassVar = ("art-append-metadata", "art-id-unique")

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Compares the name of an update with the one before."""
        event = seen.event
        if isinstance(event, Task) and event.artifacts and stream.shape is Shape.OPEN:
            self._names = {one.artifact_id: one.name for one in event.artifacts if one.name}
        if not isinstance(event, ArtifactUpdate) or not event.artifact.name or stream.foreign(event):
            return
        name, id = event.artifact.name, event.artifact.artifact_id
        before = self._names.setdefault(id, name)
        if before == name or not id:
            return
        self._names[id] = name
        if event.append:
            yield stream.finding(
                "art-append-metadata", seen.frame, f"a chunk of `{id}` gives the artifact another name",
                expected=before, got=name, note=True, pointer="/artifact/name",
            )  # fmt: skip
        else:
            yield stream.finding(
                "art-id-unique", seen.frame, f"`{id}` comes again under another name, in place of the first",
                expected=before, got=name, note=True, pointer="/artifact/name",
            )  # fmt: skip


class NeverClosed(Rule):
    """An artifact in chunks that never had its last one ends with its task: legal, and told."""

    speaks: ClassVar = ("art-last-chunk-optional",)

    def __init__(self) -> None:
        self._begun: set[str] = set()
        self._open: set[str] = set()

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Keeps the artifacts that this stream began, had a chunk appended, and no last one since."""
        event = seen.event
        if isinstance(event, ArtifactUpdate) and stream.terminal_frame is None and not stream.foreign(event):
            name = event.artifact.artifact_id
            if not event.append:
                self._begun.add(name)
            if event.last_chunk:
                self._begun.discard(name)
            if event.last_chunk or not event.append:
                self._open.discard(name)
            elif name in self._begun:
                self._open.add(name)
        yield from ()

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """Looks at what is open when the task is over."""
        if self._open and stream.terminal_frame is not None:
            names = ", ".join(f"`{name}`" for name in sorted(self._open)[:4])
            yield stream.finding(
                "art-last-chunk-optional", stream.terminal_frame,
                f"the task is over, and {names} had no last chunk", note=True,
            )  # fmt: skip


RULES: Final = (Chunks, Names, NeverClosed)
