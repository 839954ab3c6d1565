"""Tasks that a script leaves open for good: it broke off, is over, and nobody is asked to move them."""

from collections.abc import Iterable, Sequence
from typing import Final

from a2a_simulator.protocol.states import SETTLED
from a2a_simulator.scenario.play import DriveStep, Entry, FaultStep, Verb
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.timeline import Timeline

MOVES: Final = frozenset({Verb.ANSWER, Verb.CANCEL})
"""What a caller does that moves a task whose script is over."""


class Forsaken:
    """Remembers which replies broke off. `lasting`: anybody may call at any time, so no task is ever given up."""

    def __init__(self, drive: Sequence[DriveStep], lasting: bool = False) -> None:
        self._moved = lasting or _moves(drive)
        self._tasks: set[tuple[str, str]] = set()

    def note(self, timeline: Timeline) -> None:
        """A reply is over."""
        if timeline.task_id is not None and not self._moved and _breaks_off(timeline.entry):
            self._tasks.add((timeline.agent.name, timeline.task_id))

    def has(self, agent: Agent, task_id: str | None, running: Iterable[Timeline]) -> bool:
        """Whether nothing can ever happen to a task that is neither done nor waits for its caller."""
        task = agent.store.get(task_id)
        if task is None or (agent.name, task.id) not in self._tasks or task.status.state in SETTLED:
            return False
        return not any(other.agent is agent and other.task_id == task.id for other in running)


def _breaks_off(entry: Entry) -> bool:
    mods = (getattr(step, "mods", None) for step in entry.steps)
    return any(isinstance(step, FaultStep) for step in entry.steps) or any(one and one.cut for one in mods)


def _moves(drive: Sequence[DriveStep]) -> bool:
    return any(
        step.verb in MOVES or _moves(step.meanwhile) or any(_moves(branch) for branch in step.parallel)
        for step in drive
    )
