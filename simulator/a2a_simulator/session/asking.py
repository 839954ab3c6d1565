"""One call of the ideal caller, and what it makes of the answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.parts import Data, Part, Text
from a2a_simulator.protocol.states import SETTLED, AnyState, UnknownState
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import DriveStep, StopAt, Verb
from a2a_simulator.session.events import Stopped, Surfaced
from a2a_simulator.session.virtual import World
from a2a_simulator.wire.jsonrpc import read_response
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect


@dataclass(slots=True)
class Conversation:
    """What a caller remembers between the steps of one conversation."""

    task: str | None = None
    context: str | None = None
    outcome: str = ""
    named: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    running: "Ask | None" = None

    def ids(self, step: DriveStep) -> tuple[str | None, str | None]:
        """The task and context id that a step's call carries."""
        if step.verb is Verb.SEND:
            return None, self.context if step.context == "same" else None
        if step.task in self.named:
            return self.named[step.task]
        return (None, None) if step.task == "unknown" else (self.task, self.context)


class Ask:
    """A call and the caller that listens to it."""

    def __init__(
        self, world: World, talk: Conversation, step: DriveStep, call: int, dialect: Dialect, surfaces: bool
    ) -> None:
        self.call = call
        self._world = world
        self._talk = talk
        self._step = step
        self._model = model_of(dialect)
        self._dialect = dialect
        self._surfaces = surfaces
        self._read = 0
        self._updates = 0
        self._chunks = 0
        self._artifacts: set[str] = set()
        self._state: AnyState | None = None
        self._outcome = ""
        if step.verb in (Verb.SEND, Verb.ANSWER):
            talk.running = self

    @property
    def done(self) -> bool:
        """Whether nothing more will be heard."""
        heard = self._world.heard[self.call]
        return heard.over and self._read == len(heard.bodies)

    @property
    def unfinished(self) -> bool:
        """Whether the caller still does not know how its task ends: no Message, no stop, no settled state."""
        return self._outcome in ("", "error") and self._state not in SETTLED

    @property
    def unheard(self) -> bool:
        """Whether the answer told of no task at all."""
        return self._state is None

    def news(self) -> bool:
        """Whether something was not listened to yet."""
        heard = self._world.heard[self.call]
        return heard.over or self._read < len(heard.bodies)

    def listen(self) -> None:
        """Takes in what was said since the last time."""
        heard = self._world.heard[self.call]
        while self._read < len(heard.bodies):
            body = heard.bodies[self._read]
            self._read += 1
            if self._outcome != "stopped" and self._step.verb is not Verb.FETCH_CARD:
                self._take(body)

    def leave(self) -> None:
        """Gives the call up."""
        self._world.leave(self.call)

    def report(self) -> None:
        """Tells how the step ended."""
        heard = self._world.heard[self.call]
        outcome = self._outcome
        if not outcome and self._state is not None:
            settled = self._state in SETTLED
            outcome = str(self._state) if settled else "error" if heard.broken else "incomplete"
        if not outcome:
            card = self._step.verb is Verb.FETCH_CARD and heard.status == 200
            outcome = "completed" if card else "error"
        self._talk.outcome = outcome
        if self._step.name is not None and self._talk.task is not None:
            self._talk.named[self._step.name] = (self._talk.task, self._talk.context)
        ended = "stopped" if outcome == "stopped" else "error" if outcome == "error" else "clean"
        self._world.reported(self._step.id, {"ended": ended, "outcome": {"outcome": outcome}})

    def _take(self, body: Any) -> None:
        response = read_response(body, self._dialect).value
        if response is None or response.error is not None:
            self._outcome = "error"
            return
        bare = self._step.verb in (Verb.GET, Verb.CANCEL)
        event = (self._model.read_task if bare else self._model.read_event)(response.result).value
        if event is None:
            return
        self._learn(event)
        if self._surfaces and not bare:
            self._world.feed(Surfaced(told(event)))
        self._offer(event)

    def _learn(self, event: Event) -> None:
        talk = self._talk
        match event:
            case Task():
                talk.task, talk.context, self._state = event.id, event.context_id, event.status.state
                self._artifacts.update(artifact.artifact_id for artifact in event.artifacts or ())
            case StatusUpdate():
                talk.task, talk.context, self._state = event.task_id, event.context_id, event.status.state
            case ArtifactUpdate():
                talk.task, talk.context = event.task_id, event.context_id
                self._artifacts.add(event.artifact.artifact_id)
            case Message():
                talk.context, self._outcome = event.context_id, "message"

    def _offer(self, event: Event) -> None:
        """Gives an update to the listener of the step, which may stop the call."""
        listener = self._step.listener
        if listener is None or not isinstance(event, (StatusUpdate, ArtifactUpdate)):
            return
        self._updates += 1
        self._chunks += isinstance(event, ArtifactUpdate)
        match listener.stop_at:
            case StopAt.UPDATE:
                stops = self._updates == listener.at
            case StopAt.CHUNK:
                stops = isinstance(event, ArtifactUpdate) and self._chunks == listener.at
            case StopAt.ARTIFACTS:
                stops = isinstance(listener.at, int) and len(self._artifacts) >= listener.at
            case StopAt.STATUS:
                stops = isinstance(event, StatusUpdate) and event.status.state == listener.at
            case None:
                stops = False
        if stops:
            self._outcome = "stopped"
            self._world.feed(Stopped())
            self.leave()


def told(event: Event) -> Mapping[str, Any]:
    """An event in the normal form in which targets tell it (design §6)."""
    match event:
        case Task():
            return {
                "event": "task",
                "task": event.id,
                "context": event.context_id,
                "state": _state(event.status.state),
            }
        case StatusUpdate():
            message = event.status.message
            form = {
                "event": "status",
                "task": event.task_id,
                "context": event.context_id,
                "state": _state(event.status.state),
            }
            return form if message is None else {**form, "parts": [_part(part) for part in message.parts]}
        case ArtifactUpdate():
            return {
                "event": "artifact",
                "task": event.task_id,
                "context": event.context_id,
                "artifact": event.artifact.artifact_id,
                "append": event.append,
                "last": event.last_chunk,
                "parts": [_part(part) for part in event.artifact.parts],
            }
        case Message():
            parts = [_part(part) for part in event.parts]
            return {"event": "message", "context": event.context_id, "parts": parts}


def _state(state: AnyState) -> str:
    return state.name if isinstance(state, UnknownState) else str(state)


def _part(part: Part) -> dict[str, Any]:
    match part:
        case Text():
            return {"text": part.text}
        case Data():
            return {"data": part.value}
        case _:
            return {"file": {"name": part.name, "type": part.media_type}}
