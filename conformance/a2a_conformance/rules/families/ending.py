"""How a stream ends: at a terminal state, at a pause, with 0.3's `final`, or too early (1.0 §3.1.2, 0.3 §7.2.2)."""

from collections.abc import Iterator
from typing import ClassVar, Final

from a2a_conformance.rules.families.shape import kind
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.observed import Observed
from a2a_conformance.rules.rule import Rule
from a2a_conformance.rules.stream import Shape, Stream, tell
from a2a_simulator.protocol.events import StatusUpdate
from a2a_simulator.protocol.states import ACTIVE, INTERRUPTED, SETTLED, TERMINAL, State, UnknownState
from a2a_simulator.protocol.tasks import Task
from a2a_simulator.wire.wire_forms import Dialect


class NothingAfterTerminal(Rule):
    """Nothing follows a terminal state; in 1.0 the Task may come once more."""

    speaks: ClassVar = ("stream-nothing-after-terminal",)

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at events after the terminal one."""
        event = seen.event
        if event is None or stream.terminal_frame is None or stream.shape is not Shape.TASK or stream.foreign(event):
            return
        if isinstance(event, Task) and stream.dialect is Dialect.V1_0:
            return
        yield stream.finding(
            "stream-nothing-after-terminal", seen.frame, f"the stream goes on after {tell(stream.state)}",
            expected="the end of the stream", got=kind(event),
        )  # fmt: skip


class EarlyEnd(Rule):
    """A stream runs until its task is terminal or interrupted.

    A note where another rule tells of the last frame: one that cannot be read, or a bare Message.
    """

    speaks: ClassVar = ("stream-early-eof",)

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """Looks at the last state."""
        how = "ends" if clean else "breaks off"
        if stream.frames == 0:
            yield stream.finding(
                "stream-early-eof",
                0,
                f"the stream {how} without any event",
                expected="a Task or a Message",
                got="nothing",
            )
        elif (
            stream.understood
            and stream.shape is Shape.TASK
            and stream.state not in SETTLED
            and stream.final_frame is None
            and not stream.failed
            and not stream.elsewhere
        ):
            lost = isinstance(stream.state, UnknownState) or stream.state is State.UNSPECIFIED
            unread = lost or stream.unread_last or stream.message_last
            yield stream.finding(
                "stream-early-eof", stream.last_frame, f"the stream {how} before the task is terminal or interrupted",
                expected="a terminal or interrupted state", got=tell(stream.state), note=unread and clean,
            )  # fmt: skip


class AtAPause(Rule):
    """Some agents close the stream at a pause and some keep it open: which one this is."""

    speaks: ClassVar = ("stream-close-interrupted",)

    def __init__(self) -> None:
        self._told = False
        self._frame = 0

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """The stream goes on after a pause."""
        if not self._told and stream.state in INTERRUPTED and seen.event is not None:
            self._told = True
            self._frame = seen.frame
            yield stream.finding(
                "stream-close-interrupted", seen.frame, f"the stream stays open at {tell(stream.state)}", note=True
            )

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """The stream closes at a pause."""
        if clean and stream.state in INTERRUPTED and stream.last_frame != self._frame and stream.shape is Shape.TASK:
            yield stream.finding(
                "stream-close-interrupted", stream.last_frame, f"the stream closes at {tell(stream.state)}", note=True
            )


class Final03(Rule):
    """In 0.3 `final: true` stands on the last event, and on no other."""

    speaks: ClassVar = ("v03-final-last",)
    dialects: ClassVar = (Dialect.V0_3,)

    def __init__(self) -> None:
        self._unmarked: int | None = None
        self._late = False

    def see(self, seen: Observed, stream: Stream) -> Iterator[Finding]:
        """Looks at `final`, and at the first event that follows it."""
        event = seen.event
        if event is None or stream.foreign(event):
            return
        self._unmarked = None
        if stream.terminal_frame is not None:
            return
        if stream.final_frame is not None:
            if self._late:
                return
            self._late = True
            yield stream.finding(
                "v03-final-last", seen.frame, "the stream goes on after `final: true`",
                expected="the end of the stream", got=kind(event),
            )  # fmt: skip
        elif isinstance(event, StatusUpdate):
            if event.final and event.status.state in ACTIVE:
                yield stream.finding(
                    "v03-final-last", seen.frame, f"`final: true` stands on {tell(event.status.state)}",
                    expected="a terminal or interrupted state", got=tell(event.status.state), note=True,
                )  # fmt: skip
            elif event.final is False and event.status.state in SETTLED:
                self._unmarked = seen.frame

    def end(self, stream: Stream, clean: bool) -> Iterator[Finding]:
        """The last event has to carry the flag, if it can."""
        if clean and self._unmarked is not None:
            yield stream.finding(
                "v03-final-last", self._unmarked, "the last event does not say `final: true`",
                expected="final: true", got="final: false", note=stream.state not in TERMINAL,
            )  # fmt: skip


RULES: Final = (NothingAfterTerminal, EarlyEnd, AtAPause, Final03)
