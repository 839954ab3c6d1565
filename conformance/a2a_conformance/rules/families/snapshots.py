"""The Task that comes once more, against what the stream told (1.0 §3.1.2, §4.1.1, §11.7)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.contents import Content, contents_of, size
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Shape, Stream
from a2a_conformance.verdict import Level
from a2a_simulator.protocol.events import ArtifactUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.readings import Defect
from a2a_simulator.wire.wire_forms import Dialect


class SameArtifacts(Rule):
    """A later Task holds the artifacts that were streamed, with the same content however it was cut.

    Left aside is all of which one cannot know the whole: what was appended to something unseen, or could not be read.
    The history of a Task may be cut, so it is not compared. A Task that came to nothing may drop its artifacts; that
    a completed one tells of none at all may be a setting of the agent.
    """

    speaks: ClassVar = ("art-final-state-match",)

    def __init__(self) -> None:
        self._told: dict[str, Content | None] = {}
        """Artifact → its content so far; None: not known as a whole."""
        self._closed: set[str] = set()
        self._streamed = False
        self._fresh = False
        """Whether the stream began with the task, so that it tells all of it."""
        self._nameless = False
        """Whether something was streamed under no id."""
        self._wrong: Finding | None = None

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Adds an update; compares a Task."""
        event = seen.event
        if event is None or isinstance(event, Message):
            return
        self._wrong = None
        if stream.terminal_frame is None and isinstance(event, ArtifactUpdate):
            self._add(event, seen.defects, unsure=stream.foreign(event))
        if not isinstance(event, Task) or stream.foreign(event):
            return
        if stream.shape is Shape.OPEN:
            self._fresh = event.status.state is State.SUBMITTED and not stream.known
            self._told = dict(contents_of(event.artifacts))
        elif self._comparable(event, seen, stream):
            self._wrong = self._compare(event, seen.frame, stream)
            if stream.dialect is not Dialect.V1_0 and self._wrong is not None:
                yield self._wrong
                self._wrong = None

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """Whether a Task of 1.0 is the last event shows only here."""
        if self._wrong is not None:
            yield self._wrong

    def _add(self, update: ArtifactUpdate, defects: tuple[Defect, ...], unsure: bool) -> None:
        name, parts = update.artifact.artifact_id, update.artifact.parts
        self._streamed = True
        if not name:
            self._nameless = True
            return
        if unsure or any("/parts" in defect.pointer for defect in defects):
            self._told[name] = None
        elif not update.append:
            self._told[name] = Content(parts)
        elif name in self._closed:
            self._told[name] = None
        elif (known := self._told.get(name)) is not None:
            known.add(parts)
        else:
            self._told[name] = None
        if update.last_chunk:
            self._closed.add(name)
        elif not update.append:
            self._closed.discard(name)

    def _comparable(self, task: Task, seen: Observed, stream: Stream) -> bool:
        """A Task that another rule speaks of, or that cannot be read, is not compared."""
        if self._nameless or stream.unread or any("/artifacts" in defect.pointer for defect in seen.defects):
            return False
        if stream.terminal_frame is not None:
            return stream.dialect is Dialect.V1_0 and task.status.state is stream.state
        return stream.dialect is Dialect.V1_0 or not stream.task_seen

    def _compare(self, task: Task, frame: int, stream: Stream) -> Finding | None:
        held = contents_of(task.artifacts)
        missing = [name for name in self._told if name not in held]
        done = task.status.state is State.COMPLETED
        if missing:
            none = not held
            return stream.finding(
                "art-final-state-match", frame,
                "the Task comes without artifacts" if none else f"the Task lacks `{missing[0]}`, which was streamed",
                expected=", ".join(sorted(self._told)[:4]), got=", ".join(sorted(held)[:4]) or "no artifacts",
                level=Level.SHOULD if none and done else None, note=not done, pointer="/artifacts",
            )  # fmt: skip
        for name, content in self._told.items():
            if content is not None and held[name] != content:
                return stream.finding(
                    "art-final-state-match", frame, f"the Task holds another `{name}` than was streamed",
                    expected=size(content), got=size(held[name]), pointer="/artifacts",
                )  # fmt: skip
        more = [name for name in held if name not in self._told and name not in stream.known]
        if more:
            sure = self._fresh and self._streamed
            return stream.finding(
                "art-final-state-match", frame, f"the Task holds `{more[0]}`, which was never streamed",
                expected="the artifacts that were streamed", got=", ".join(more[:4]),
                level=Level.SHOULD if sure else None, note=not sure, pointer="/artifacts",
            )  # fmt: skip
        return None


RULES: Final = (SameArtifacts,)
