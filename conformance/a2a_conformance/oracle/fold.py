"""The oracle's own fold of events into what a client knows. It shares nothing with the session's store."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from a2a_conformance.oracle.parts import merge, normal, text_of
from a2a_conformance.outcome import NormalPart
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL, AnyState
from a2a_simulator.protocol.tasks import Task, TaskStatus


@dataclass(frozen=True, slots=True)
class Piece:
    """One chunk of an artifact, as it came."""

    parts: tuple[dict[str, Any], ...]
    append: bool

    @property
    def text(self) -> str:
        """Its text."""
        return text_of(self.parts)


@dataclass(slots=True)
class Story:
    """One artifact: its chunks since it last began anew, and the texts that were replaced."""

    pieces: list[Piece] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)

    @property
    def parts(self) -> tuple[NormalPart, ...]:
        """Its content so far, adjacent texts merged."""
        return merge(part for piece in self.pieces for part in piece.parts)

    @property
    def text(self) -> str:
        """Its text so far."""
        return "".join(piece.text for piece in self.pieces)

    def prefixes(self) -> tuple[str, ...]:
        """Its text after each chunk, from nothing on."""
        out, text = [""], ""
        for piece in self.pieces:
            text += piece.text
            out.append(text)
        return tuple(out)


@dataclass(slots=True)
class Knowledge:
    """What a client knows of one conversation after some events."""

    task: str | None = None
    context: str | None = None
    state: AnyState | None = None
    reason: str | None = None
    artifacts: dict[str, Story] = field(default_factory=dict)
    message: tuple[NormalPart, ...] | None = None
    chatter: list[str] = field(default_factory=list)
    """Texts of statuses that neither end nor pause the task."""
    seq: int | None = None
    """The record that brought the state or the message."""

    @property
    def terminal(self) -> bool:
        """Whether the task is over."""
        return self.state in TERMINAL

    @property
    def interrupted(self) -> bool:
        """Whether the task waits for its caller."""
        return self.state in INTERRUPTED

    @property
    def settled(self) -> bool:
        """Whether there is something to report: a Message, or a task that is over or waits."""
        return self.message is not None or self.terminal or self.interrupted

    def copy(self) -> "Knowledge":
        """An independent copy."""
        stories = {key: Story(list(story.pieces), list(story.replaced)) for key, story in self.artifacts.items()}
        return Knowledge(
            self.task, self.context, self.state, self.reason, stories, self.message, list(self.chatter), self.seq
        )

    def apply(self, event: Event, seq: int | None = None) -> None:
        """Takes one event in."""
        match event:
            case Task():
                self._name(event.id, event.context_id)
                self._status(event.status, seq)
                self.artifacts = {item.artifact_id: self._again(item) for item in event.artifacts or ()}
            case StatusUpdate():
                self._name(event.task_id, event.context_id)
                self._status(event.status, seq)
            case ArtifactUpdate():
                self._name(event.task_id, event.context_id)
                self._chunk(event)
            case Message():
                self._name(event.task_id, event.context_id)
                self.message = merge(normal(part) for part in event.parts)
                self.seq = seq

    def contents(self) -> dict[str, tuple[NormalPart, ...]]:
        """The artifacts by id, in the order of their first appearance."""
        return {key: story.parts for key, story in self.artifacts.items()}

    def _name(self, task: str | None, context: str | None) -> None:
        self.task = self.task or task or None
        self.context = self.context or context or None

    def _status(self, status: TaskStatus, seq: int | None) -> None:
        text = text_of(normal(part) for part in status.message.parts) if status.message else None
        self.state, self.reason = status.state, text
        if self.terminal or self.interrupted:
            self.seq = seq
        elif text:
            self.chatter.append(text)

    def _chunk(self, event: ArtifactUpdate) -> None:
        key = event.artifact.artifact_id
        piece = Piece(tuple(normal(part) for part in event.artifact.parts), event.append)
        story = self.artifacts.setdefault(key, Story())
        if not event.append and story.pieces:
            story.replaced.append(story.text)
            story.pieces = []
        story.pieces.append(piece)

    def _again(self, artifact: Artifact) -> Story:
        parts = tuple(normal(part) for part in artifact.parts)
        before = self.artifacts.get(artifact.artifact_id)
        if before is not None and before.parts == merge(parts):
            return before
        story = Story([Piece(parts, append=False)])
        if before is not None:
            story.replaced = [*before.replaced, before.text]
        return story


def fold(events: Iterable[Event], start: Knowledge | None = None) -> Knowledge:
    """What a client knows after these events."""
    known = start.copy() if start is not None else Knowledge()
    for event in events:
        known.apply(event)
    return known


def texts(contents: Mapping[str, tuple[NormalPart, ...]]) -> dict[str, str]:
    """The text of each artifact; those without text are left out."""
    return {key: text for key, parts in contents.items() if (text := text_of(parts))}
