"""Stands in for a client with a bug: it takes every task that ended for one that was completed."""

from my_client import MyAgent

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.components import Components
from a2a_conformance.reference.results import KINDS, Results
from a2a_simulator.protocol.states import TERMINAL
from a2a_simulator.protocol.tasks import Task


class Rosy(Results):
    """Results in which everything went well."""

    def kind(self, task: Task) -> Kind:
        return Kind.COMPLETED if task.status.state in TERMINAL else KINDS.get(task.status.state, Kind.INCOMPLETE)


class ChatClient(MyAgent):
    """An agent, known by the URL of its card."""

    def __init__(self, card_url: str) -> None:
        super().__init__(card_url)
        self.components = Components(results=Rosy)
