"""Faults in handing events to the caller, seen at level `events`."""

from dataclasses import replace

from a2a_conformance.outcome import Observes
from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.errors import Broken
from a2a_conformance.reference.turn import Turn
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_conformance.selftest.mutants.ends import Events
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.tasks import Task


class Filtered(Turn):
    """Hands on what `passed` makes of each event."""

    async def run(self, ask: Ask) -> Events:
        async for event in super().run(ask):
            for told in self.passed(event):
                yield told

    def passed(self, event: Event) -> list[Event]:
        """What the caller sees of an event."""
        return [event]


@mutant("events-opening-task-lost", BugClass.SURFACE, observes=Observes.EVENTS)
class OpeningTaskLost(Filtered):
    """Task snapshots are not handed to the caller."""

    def passed(self, event: Event) -> list[Event]:
        return [] if isinstance(event, Task) else [event]


@mutant("events-status-lost", BugClass.SURFACE, observes=Observes.EVENTS)
class StatusLost(Filtered):
    """Status updates before the end are not handed to the caller."""

    def passed(self, event: Event) -> list[Event]:
        return [] if isinstance(event, StatusUpdate) and not self.settled(event) else [event]


@mutant("events-doubled", BugClass.SURFACE, observes=Observes.EVENTS)
class Doubled(Filtered):
    """Artifact updates are handed to the caller twice."""

    def passed(self, event: Event) -> list[Event]:
        return [event, event] if isinstance(event, ArtifactUpdate) else [event]


@mutant("events-reordered", BugClass.SURFACE, observes=Observes.EVENTS)
class Reordered(Filtered):
    """Artifact updates are held back and come out before the last event, the newest first."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.held: list[Event] = []

    def passed(self, event: Event) -> list[Event]:
        if isinstance(event, ArtifactUpdate):
            self.held.insert(0, event)
            return []
        held, self.held = (self.held, []) if self.settled(event) else ([], self.held)
        return [*held, event]


@mutant("events-flags-lost", BugClass.SURFACE, observes=Observes.EVENTS)
class FlagsLost(Filtered):
    """The caller sees every chunk as if it started its artifact."""

    def passed(self, event: Event) -> list[Event]:
        return [replace(event, append=False)] if isinstance(event, ArtifactUpdate) else [event]


@mutant("events-ids-lost", BugClass.SURFACE, observes=Observes.EVENTS)
class IdsLost(Filtered):
    """Updates reach the caller with the task id where the context id belongs."""

    def passed(self, event: Event) -> list[Event]:
        if isinstance(event, ArtifactUpdate | StatusUpdate):
            return [replace(event, context_id=event.task_id)]
        return [event]


@mutant("events-merged", BugClass.SURFACE, observes=Observes.EVENTS)
class OnlyTasks(Filtered):
    """The caller gets the accumulated Task in place of each update."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.fold = client.make.fold()

    def passed(self, event: Event) -> list[Event]:
        self.fold.feed(event)
        return [self.fold.task or event]


@mutant("events-end-is-error", BugClass.SURFACE, "a2aproject/a2a-java#1170", observes=Observes.EVENTS)
class EndIsError(Turn):
    """After the terminal event the iteration raises."""

    async def run(self, ask: Ask) -> Events:
        async for event in super().run(ask):
            yield event
        raise Broken("the stream was closed")
