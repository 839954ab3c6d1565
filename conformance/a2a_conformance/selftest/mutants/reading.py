"""Faults in reading JSON: what may be absent, null, of any type, or written in several ways."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from a2a_conformance.reference.answers import Answers
from a2a_conformance.reference.errors import AgentError, Unreadable
from a2a_conformance.selftest.mutant import BugClass, mutant
from a2a_simulator.protocol.events import Event, StatusUpdate
from a2a_simulator.protocol.states import State
from a2a_simulator.wire.wire_forms import Dialect

MILLISECONDS: Final = re.compile(r".*T\d\d:\d\d:\d\d(\.\d{3})?Z")


@mutant("null-refused", BugClass.SHAPE)
class NullRefused(Answers):
    """An optional member that is null is an error."""

    def event(self, result: Any) -> Event:
        if any(value is None for name, value in _members(result) if name != "data"):
            raise Unreadable("a member is null")
        return super().event(result)


@mutant("timestamp-demanded", BugClass.SHAPE)
class TimestampDemanded(Answers):
    """A status without a timestamp is an error."""

    def event(self, result: Any) -> Event:
        if any(name == "status" and "timestamp" not in value for name, value in _members(result)):
            raise Unreadable("the status has no timestamp")
        return super().event(result)


@mutant("only-milliseconds", BugClass.SHAPE)
class OnlyMilliseconds(Answers):
    """A time with more or fewer than three digits behind the second is an error."""

    def event(self, result: Any) -> Event:
        if any(name == "timestamp" and not MILLISECONDS.fullmatch(value) for name, value in _members(result)):
            raise Unreadable("no time in milliseconds")
        return super().event(result)


@mutant("only-data-objects", BugClass.SHAPE)
class OnlyDataObjects(Answers):
    """A data part that is no object is an error."""

    def event(self, result: Any) -> Event:
        if any(name == "data" and not isinstance(value, dict) for name, value in _members(result)):
            raise Unreadable("the data of a part is no object")
        return super().event(result)


@mutant("nameless-artifact-kept", BugClass.SHAPE)
class NamelessArtifactKept(Answers):
    """An artifact without an id is kept under no name."""

    def whole(self, event: Event) -> Event:
        return event


@mutant("final-is-completed", BugClass.EARLY)
class FinalIsCompleted(Answers):
    """The flag `final` ends a task, though 1.0 has no such flag."""

    def event(self, result: Any) -> Event:
        event = super().event(result)
        flagged = self.dialect is Dialect.V1_0 and any(name == "final" and value for name, value in _members(result))
        if isinstance(event, StatusUpdate) and flagged:
            return replace(event, status=replace(event.status, state=State.COMPLETED))
        return event


@mutant("first-detail-only", BugClass.ERRMAP)
class FirstDetailOnly(Answers):
    """An error is told by the reason in the first of its details, and as unknown when that has none."""

    def error(self, error: dict[str, Any]) -> AgentError:
        details = error.get("data")
        if isinstance(details, list) and details and "reason" not in details[0]:
            return AgentError(-32603, "unknown error")
        return super().error(error)


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _members(inner)
