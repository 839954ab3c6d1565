"""The calls that arrived, for holds that wait for one: each releases at most one hold (scenario format §6.3)."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from a2a_simulator.scenario.play import When
from a2a_simulator.session.agent import Agent
from a2a_simulator.session.matching import fits
from a2a_simulator.session.request import Request
from a2a_simulator.session.timeline import Timeline

KEPT: Final = 4_096


@dataclass(slots=True)
class LoggedCall:
    """A call that may release a hold, once."""

    number: int
    request: Request
    used: bool = False


class CallLog:
    """The newest calls of a run."""

    def __init__(self, agents: Mapping[str, Agent]) -> None:
        self.count = 0
        """How many calls there were; a reply began after that many."""
        self._agents = agents
        self._calls: deque[LoggedCall] = deque(maxlen=KEPT)

    def add(self, request: Request) -> None:
        """A call arrived."""
        self.count += 1
        self._calls.append(LoggedCall(self.count, request))

    def claim(self, timeline: Timeline, when: When) -> bool:
        """Whether a fitting call came since the reply began; it is used up by that."""
        for logged in self._calls:
            if logged.used or logged.number <= timeline.began:
                continue
            store = self._agents[logged.request.agent].store
            if fits(when, logged.request, store) and self._concerns(logged.request, timeline):
                logged.used = True
                return True
        return False

    def _concerns(self, request: Request, timeline: Timeline) -> bool:
        """A call that names another task of the same agent is not meant."""
        agent = self._agents[request.agent]
        named = agent.store.get(request.task_id)
        return agent is not timeline.agent or named is None or named.id == timeline.task_id
