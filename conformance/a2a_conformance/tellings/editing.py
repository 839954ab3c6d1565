"""Changing the replies of a play where its author left a choice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from a2a_simulator.protocol.states import ACTIVE
from a2a_simulator.scenario.play import (
    ArtifactStep,
    Edit,
    Entry,
    MessageStep,
    Play,
    RawStep,
    StatusStep,
    Step,
    TaskStep,
)

EventStep = TaskStep | StatusStep | ArtifactStep | MessageStep


def retold(play: Play, change: Callable[[Entry], Sequence[Step]]) -> Play | None:
    """The play with other steps in its replies; None where that changes nothing."""
    agents = tuple(
        replace(agent, entries=tuple(replace(entry, steps=tuple(change(entry))) for entry in agent.entries))
        for agent in play.agents
    )
    return None if agents == play.agents else replace(play, agents=agents)


def each_event(play: Play, change: Callable[[EventStep], Step]) -> Play | None:
    """The play with every event changed that is free."""

    def told(entry: Entry) -> list[Step]:
        return [change(step) if isinstance(step, EventStep) and is_free(step) else step for step in entry.steps]

    return retold(play, told)


def is_free(step: Step) -> bool:
    """Whether a step is an event that its author wrote as plain as can be: not on purpose wrong, no edit, no cut."""
    return (
        isinstance(step, EventStep)
        and not step.deliberate
        and step.mods.cut is None
        and step.mods.edit is None
        and step.mods.envelope is None
    )


def is_honest(entry: Entry) -> bool:
    """Whether nothing in a reply is wrong on purpose or made of bytes."""
    return not any(step.deliberate or isinstance(step, RawStep) for step in entry.steps)


def active_before(steps: Sequence[Step], index: int) -> bool:
    """Whether the reply itself has said, before this step, that the task is submitted or working."""
    for step in reversed(steps[:index]):
        if isinstance(step, TaskStep | StatusStep) and step.state is not None:
            return step.state in ACTIVE
    return False


def edited(step: EventStep, members: Mapping[str, Any], drop: tuple[str, ...] = ()) -> Step:
    """The event with members of its JSON set or dropped, by pointer."""
    return replace(step, mods=replace(step.mods, edit=Edit(dict(members), drop)))
