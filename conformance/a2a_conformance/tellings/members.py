"""Optional members, there or not, and members that nobody knows (A2A 1.0 §4.1, §5.7)."""

from dataclasses import replace

from a2a_conformance.tellings.editing import EventStep, each_event, edited
from a2a_simulator.scenario.play import ArtifactStep, Play, StatusStep, Step, TaskStep


def with_metadata(play: Play) -> Play | None:
    """Metadata in every event that has none."""
    return each_event(play, lambda step: step if step.metadata else replace(step, metadata={"trace": {"span": [1]}}))


def named(play: Play) -> Play | None:
    """A name and a description for every artifact that has none."""
    return each_event(play, _named)


def unnamed(play: Play) -> Play | None:
    """No name and no description for any artifact."""
    return each_event(play, _unnamed)


def without_times(play: Play) -> Play | None:
    """No timestamp in any status."""
    return each_event(play, _timeless)


def unknown_members(play: Play) -> Play | None:
    """Members in every event that no version defines."""
    return each_event(play, lambda step: edited(step, {"/xVendor": {"a": [1, None]}, "/xNote": "unknown"}))


def _named(step: EventStep) -> Step:
    if not isinstance(step, ArtifactStep) or step.name or step.description or step.append:
        return step
    return replace(step, name="A name", description="A description")


def _unnamed(step: EventStep) -> Step:
    return replace(step, name=None, description=None) if isinstance(step, ArtifactStep) else step


def _timeless(step: EventStep) -> Step:
    if not isinstance(step, TaskStep | StatusStep) or getattr(step, "timestamp", None):
        return step
    return edited(step, {}, ("/status/timestamp",))
