"""What a call comes to for its caller: a state, never just a text."""

from dataclasses import dataclass
from typing import Final

from a2a_conformance.outcome import Kind
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.listener import Stop, StopWithResponse
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import text_of
from a2a_simulator.protocol.states import AnyState, State
from a2a_simulator.protocol.tasks import Task

KINDS: Final[dict[AnyState, Kind]] = {
    State.COMPLETED: Kind.COMPLETED,
    State.FAILED: Kind.FAILED,
    State.CANCELED: Kind.CANCELED,
    State.REJECTED: Kind.REJECTED,
    State.INPUT_REQUIRED: Kind.INPUT_REQUIRED,
    State.AUTH_REQUIRED: Kind.AUTH_REQUIRED,
}
"""How a state ends a call; in any other state the task is not done."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a call came to. `answer` is None unless there is one; `reason` is why the task ended or paused."""

    kind: Kind
    task: Task | None = None
    message: Message | None = None
    answer: str | None = None
    reason: str | None = None
    updates: int | None = None
    """How many updates the listener was shown; None without one."""


class Results:
    """Makes results. Text of one artifact is joined as it is, artifacts are put on lines of their own."""

    join = "\n"

    def of(self, fold: Fold, updates: int | None = None) -> Result:
        """The result of a call that ran to its end."""
        if fold.task is not None:
            kind = self.kind(fold.task)
            answer = self.answer(fold.task) if kind is Kind.COMPLETED else None
            return Result(kind, fold.task, None, answer, self.reason(fold.task), updates)
        if fold.message is not None:
            return Result(Kind.MESSAGE, None, fold.message, text_of(fold.message.parts), None, updates)
        return Result(Kind.INCOMPLETE, updates=updates)

    def stopped(self, stop: Stop, fold: Fold, updates: int) -> Result:
        """The result of a call that its listener stopped: what the listener says, whatever the event said."""
        answer = (stop.text or "") if isinstance(stop, StopWithResponse) else self.so_far(fold)
        return Result(Kind.STOPPED, fold.task, None, answer, None, updates)

    def kind(self, task: Task) -> Kind:
        """How the state of a task ends a call."""
        return KINDS.get(task.status.state, Kind.INCOMPLETE)

    def answer(self, task: Task) -> str:
        """The answer of a completed task: its artifacts, or if it has none the message of its status."""
        return self.text(task.artifacts) if task.artifacts else self.reason(task) or ""

    def so_far(self, fold: Fold) -> str:
        """The text of the artifacts received so far."""
        return self.text(fold.task.artifacts or ()) if fold.task else ""

    def text(self, artifacts: tuple[Artifact, ...]) -> str:
        """Artifacts as one text."""
        return self.join.join(filter(None, (self.artifact_text(artifact) for artifact in artifacts)))

    def artifact_text(self, artifact: Artifact) -> str:
        """One artifact as text: what breaks a word between two chunks is mended by joining without a gap."""
        return text_of(artifact.parts)

    def reason(self, task: Task) -> str | None:
        """What the agent said with the status; what the user said is never an answer."""
        said = task.status.message
        return text_of(said.parts) if said is not None and said.role is Role.AGENT else None
