"""A reply as a row of beats: the same shape for what a script will do and for what a client heard."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from a2a_conformance.oracle.heard import Call, End
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.parts import Data, File, Part, Text
from a2a_simulator.protocol.states import AnyState
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import (
    ArtifactStep,
    CommentStep,
    EndStep,
    Entry,
    ErrorStep,
    FaultStep,
    HoldStep,
    HttpStep,
    MessageStep,
    Modifiers,
    Play,
    RawStep,
    StatusStep,
    Step,
    TaskStep,
)

LARGE = 64 * 1024
"""From so many characters in one event on a reply counts as large."""
LOOK_ALIKES = frozenset("\u2028\u2029\u0085\v\f")
"""Characters at which general-purpose splitters end a line, and event streams do not."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One thing in a reply: task status artifact message error http fault comment raw hold open."""

    kind: str
    state: AnyState | None = None
    artifact: str | None = None
    append: bool = False
    last: bool = False
    mixed: bool = False
    """Holds parts that are no text."""
    large: bool = False
    wide: bool = False
    """Holds text beyond ASCII."""
    odd_lines: bool = False
    """Holds characters that look like line ends and are none."""
    artifacts: tuple[str, ...] = ()
    """The artifacts inside a Task."""
    deliberate: tuple[str, ...] = ()
    status: int = 0
    error: str = ""
    """The name of a scripted error."""
    mods: Modifiers = field(default_factory=Modifiers)
    cut: bool = False


def entry_beats(entry: Entry) -> tuple[Beat, ...]:
    """What one reply of a script will do."""
    return tuple(_script(entry.steps))


class _Same:
    """A play as a key: the same only as itself, and kept alive as long as it is a key."""

    __slots__ = ("play",)

    def __init__(self, play: Play) -> None:
        self.play = play

    def __hash__(self) -> int:
        return id(self.play)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.play is self.play


@lru_cache(maxsize=16)
def _scripts(same: _Same) -> tuple[tuple[Beat, ...], ...]:
    return tuple(entry_beats(entry) for entry in send_entries(same.play))


def scripts(play: Play) -> tuple[tuple[Beat, ...], ...]:
    """The replies of `send_entries`, as beats; worked out once for a play."""
    return _scripts(_Same(play))


def send_entries(play: Play) -> Iterator[Entry]:
    """The replies that answer sends or subscriptions."""
    wanted = SENDS | {Operation.SUBSCRIBE_TO_TASK}
    for agent in play.agents:
        for entry in agent.entries:
            if entry.when.calls is None or entry.when.calls & wanted:
                yield entry


def heard_beats(call: Call) -> tuple[Beat, ...]:
    """What one call was answered, as it reached the client."""
    out = [beat for item in call.heard if item.whole and (beat := _heard(item.event, item.deliberate)) is not None]
    out += [Beat("error") for item in call.heard if item.error is not None and item.whole]
    if call.comments:
        out.append(Beat("comment"))
    if call.status is not None and call.status >= 400:
        out.append(Beat("http", status=call.status))
    if call.end is End.BROKEN or call.fault is not None:
        out.append(Beat("fault"))
    if call.end is End.OPEN:
        out.append(Beat("open"))
    return tuple(out)


def _script(steps: Sequence[Step]) -> Iterator[Beat]:
    for step in steps:
        match step:
            case TaskStep():
                texts = tuple(Text(text) for text in step.artifacts.values())
                yield _of(
                    "task", (*step.parts, *texts), step.deliberate, step.mods,
                    state=step.state, artifacts=tuple(step.artifacts),
                )  # fmt: skip
            case StatusStep():
                yield _of("status", step.parts, step.deliberate, step.mods, state=step.state)
            case ArtifactStep():
                yield _of(
                    "artifact", step.parts, step.deliberate, step.mods,
                    artifact=step.id, append=step.append, last=step.last,
                )  # fmt: skip
            case MessageStep():
                yield _of("message", step.parts, step.deliberate, step.mods)
            case ErrorStep():
                yield Beat("error", deliberate=step.deliberate, error=step.name or "", mods=step.mods)
            case HttpStep():
                yield Beat("http", status=step.status)
            case FaultStep():
                yield Beat("fault")
            case CommentStep():
                yield Beat("comment")
            case RawStep():
                yield Beat("raw", deliberate=step.deliberate)
            case HoldStep():
                yield Beat("hold")
            case EndStep() if step.open:
                yield Beat("open")
            case _:
                pass


def _heard(event: object, deliberate: tuple[str, ...]) -> Beat | None:
    match event:
        case Task():
            artifacts = event.artifacts or ()
            parts = tuple(part for artifact in artifacts for part in artifact.parts)
            ids = tuple(artifact.artifact_id for artifact in artifacts)
            return _of("task", parts, deliberate, Modifiers(), state=event.status.state, artifacts=ids)
        case StatusUpdate():
            return _of("status", (), deliberate, Modifiers(), state=event.status.state)
        case ArtifactUpdate():
            return _of(
                "artifact", event.artifact.parts, deliberate, Modifiers(),
                artifact=event.artifact.artifact_id, append=event.append, last=event.last_chunk,
            )  # fmt: skip
        case Message():
            return _of("message", event.parts, deliberate, Modifiers())
        case _:
            return None


def _of(
    kind: str,
    parts: tuple[Part, ...],
    deliberate: tuple[str, ...],
    mods: Modifiers,
    state: AnyState | None = None,
    artifact: str | None = None,
    append: bool = False,
    last: bool = False,
    artifacts: tuple[str, ...] = (),
) -> Beat:
    text = "".join(part.text for part in parts if isinstance(part, Text))
    size = len(text) + sum(len(part.content or b"") for part in parts if isinstance(part, File))
    return Beat(
        kind, state, artifact, append, last, any(isinstance(part, File | Data) for part in parts), size >= LARGE,
        not text.isascii(), bool(LOOK_ALIKES.intersection(text)), artifacts, deliberate,
        mods=mods, cut=mods.cut is not None,
    )  # fmt: skip
