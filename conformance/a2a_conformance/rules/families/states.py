"""The states of a task within one stream (1.0 §3.1.1, §4.1.3)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Shape, Stream, tell
from a2a_simulator.protocol.events import StatusUpdate
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.wire_forms import Dialect


class TerminalStays(Rule):
    """The Task that closes a stream has the terminal state that the stream told."""

    speaks: ClassVar = ("state-terminal-final",)
    dialects: ClassVar = (Dialect.V1_0,)

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at a Task after the terminal state."""
        event = seen.event
        if stream.terminal_frame is None or not isinstance(event, Task) or stream.foreign(event):
            return
        if event.status.state != stream.state:
            yield stream.finding(
                "state-terminal-final", seen.frame, "a terminal state changes",
                expected=tell(stream.state), got=tell(event.status.state),
            )  # fmt: skip


class Question(Rule):
    """Input-required comes with the question. The Task that closes such a pause need not ask again."""

    speaks: ClassVar = ("state-input-required-msg",)

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at the status message of a pause for input. One without parts is for the readers to note."""
        event = seen.event
        if not isinstance(event, Task | StatusUpdate) or event.status.state is not State.INPUT_REQUIRED:
            return
        if stream.terminal_frame is not None or stream.shape is Shape.MESSAGE:
            return
        if isinstance(event, Task) and stream.state is State.INPUT_REQUIRED:
            return
        if event.status.message is None:
            yield stream.finding(
                "state-input-required-msg", seen.frame, "input-required comes without a question",
                expected="a status message", got="none", pointer="/status/message",
            )  # fmt: skip


RULES: Final = (TerminalStays, Question)
