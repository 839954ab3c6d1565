"""What an answer says: JSON-RPC responses read into events and tasks, or raised as the errors they are."""

import json
from typing import Any, TypeVar

from a2a_conformance.reference.errors import AgentError, Unreadable
from a2a_simulator.protocol.events import ArtifactUpdate, Event
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.readings import Reading
from a2a_simulator.wire.wire_forms import Dialect

T = TypeVar("T")


class Answers:
    """Reads the answers of an agent in one dialect. Unknown members are ignored (1.0 §5.7)."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.model = model_of(dialect)

    def result(self, text: str | bytes, call_id: str) -> Any:
        """The result of one JSON-RPC response. Raises AgentError if it is an error, Unreadable if it is neither."""
        try:
            value = json.loads(text)
        except ValueError as problem:
            raise Unreadable(f"the answer is no JSON: {problem}") from problem
        if not isinstance(value, dict):
            raise Unreadable("the answer is no JSON object")
        if isinstance(value.get("error"), dict):
            raise self.error(value["error"])
        if "result" not in value:
            raise Unreadable("the answer has neither result nor error")
        if not self.belongs(value.get("id"), call_id):
            raise Unreadable(f"the answer is for call {value.get('id')!r}, not for {call_id!r}")
        return value["result"]

    def error(self, error: dict[str, Any]) -> AgentError:
        """The error that a JSON-RPC error object tells."""
        code = error.get("code")
        return AgentError(code if isinstance(code, int) else 0, str(error.get("message", "")), error.get("data"))

    def belongs(self, answer_id: object, call_id: str) -> bool:
        """Whether a response is for this call (JSON-RPC 2.0 §5: the same id, type included)."""
        return answer_id == call_id

    def event(self, result: Any) -> Event:
        """What stands under `result` of a send or an event of a stream. Raises Unreadable."""
        return self.whole(_known(self.model.read_event(result), "event"))

    def whole(self, event: Event) -> Event:
        """The event, unless it lacks what it cannot do without (1.0 §5.7). Raises Unreadable."""
        if isinstance(event, ArtifactUpdate) and not event.artifact.artifact_id and self.dialect is Dialect.V1_0:
            raise Unreadable("the artifact has no id")
        return event

    def task(self, result: Any) -> Task:
        """What stands under `result` of GetTask and CancelTask. Raises Unreadable."""
        return _known(self.model.read_task(result), "task")


def _known(reading: Reading[T], what: str) -> T:
    if reading.value is None:
        said = "; ".join(f"{defect.pointer}: {defect.text}" for defect in reading.defects[:3])
        raise Unreadable(f"the answer holds no {what} ({said})")
    return reading.value
