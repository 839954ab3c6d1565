"""When a hold lets go for what the target did, other than a call (scenario format §6.3)."""

from collections.abc import Mapping
from typing import Any

from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.scenario.play import HoldStep
from a2a_simulator.session.timeline import Timeline


class Sights:
    """What the target showed so far: the events that it surfaced, and how often a listener stopped it."""

    def __init__(self) -> None:
        self.surfaced: list[dict[str, Any]] = []
        self.stops = 0
        self.free_for_all = False
        """Somebody is letting every hold go."""
        self._stops_used = 0

    def let_go(self, timeline: Timeline, step: HoldStep, sees_events: bool) -> str | None:
        """By what the hold is over (`event`, or `unseen` if nobody could tell), or None: not yet."""
        match step.until:
            case "answered":
                done = timeline.flushed or (not timeline.exchange.live and timeline.gone)
            case "left":
                done = timeline.gone or not timeline.exchange.live
            case "listener_stopped":
                done = self._stopped()
            case _:
                if not sees_events:
                    return "unseen"
                done = self._saw(timeline)
        return "event" if done else None

    def _stopped(self) -> bool:
        if self.stops <= self._stops_used:
            return False
        self._stops_used += 1
        return True

    def _saw(self, timeline: Timeline) -> bool:
        if timeline.last is None:
            return True
        for index in range(timeline.seen, len(self.surfaced)):
            if shows(self.surfaced[index], timeline.last):
                timeline.seen = index + 1
                return True
        return False


def shows(surfaced: Mapping[str, Any], event: Event | tuple[str, str]) -> bool:
    """Whether a surfaced event is that one, as far as it tells."""
    kind, told = _normal(event)
    if surfaced.get("event") != kind:
        return False
    return all(surfaced.get(name, value) in (value, None) for name, value in told.items())


def until(step: HoldStep) -> str:
    """What a hold waits for, as the journal tells it."""
    if step.when is None:
        return step.until
    calls = step.when.calls
    return "call " + ("any" if calls is None else ", ".join(sorted(calls)))


def _normal(event: Event | tuple[str, str]) -> tuple[str, dict[str, Any]]:
    match event:
        case (task_id, artifact_id):
            return "artifact", {"task": task_id, "artifact": artifact_id}
        case Task():
            return "task", {"task": event.id, "state": str(event.status.state)}
        case StatusUpdate():
            return "status", {"task": event.task_id, "state": str(event.status.state)}
        case ArtifactUpdate():
            return "artifact", {"task": event.task_id, "artifact": event.artifact.artifact_id}
        case Message():
            return "message", {}
