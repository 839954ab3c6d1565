"""Which JSON model speaks which dialect."""

from typing import Any, Protocol

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import Event
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Part
from a2a_simulator.protocol.tasks import Task, TaskStatus
from a2a_simulator.wire import v0_3_kind, v1_proto
from a2a_simulator.wire.members import Notes
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.wire_forms import Dialect


class Model(Protocol):
    """Objects to JSON and back. Readers never raise: they read as far as they can and list the defects."""

    def encode_event(self, event: Event) -> dict[str, Any]:
        """What stands under `result`: in 1.0 the wrapper, in 0.3 the bare object."""

    def encode_task(self, task: Task) -> dict[str, Any]:
        """A bare Task."""

    def encode_message(self, message: Message) -> dict[str, Any]:
        """A bare Message."""

    def encode_artifact(self, artifact: Artifact) -> dict[str, Any]:
        """An Artifact."""

    def encode_status(self, status: TaskStatus) -> dict[str, Any]:
        """A TaskStatus."""

    def encode_part(self, part: Part) -> dict[str, Any]:
        """A Part."""

    def read_event(self, value: Any) -> Reading[Event]:
        """The counterpart of `encode_event`."""

    def read_task(self, value: Any) -> Reading[Task]:
        """A bare Task."""

    def read_message(self, value: Any, sender: Role | None = Role.AGENT) -> Reading[Message]:
        """A bare Message, written by `sender`."""

    def message_of(self, value: Any, pointer: str, notes: Notes, sender: Role | None) -> Message | None:
        """A Message inside other JSON."""


def model_of(dialect: Dialect) -> Model:
    """The model of a dialect in JSON-RPC; 0.2 has that of 0.3."""
    return v1_proto.MODEL if dialect is Dialect.V1_0 else v0_3_kind.MODEL
