"""Both sides of a gateway: what it passes on, in which order, and how soon (1.0 §3.1.2, §3.2.2, §3.5.2)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar, Final

from a2a_conformance.rules.contents import digest
from a2a_conformance.rules.conversation import LINGER
from a2a_conformance.rules.exchange import End, Exchange, Item
from a2a_conformance.rules.findings import Finding
from a2a_simulator.protocol.messages import Message
from a2a_simulator.protocol.operations import OUTSIDE_THE_BINDING, Operation
from a2a_simulator.protocol.tasks import Task

FRONT: Final = "front"
"""The side of a journal between caller and gateway."""


@dataclass(slots=True, eq=False)
class _Side:
    """What one call was answered: (digest, frame) of updates, and when the first and the last thing came."""

    call: Exchange
    log: list[tuple[int, int]] = field(default_factory=list)
    first_frame: int = 0
    first_t: float = 0.0
    last_t: float = 0.0
    task_t: float | None = None
    """When it was first told that a task exists."""
    behind: list["_Side"] = field(default_factory=list)
    """Calls that the gateway made for this one."""


class Relay:
    """Compares the front of a gateway with its back. Says nothing in journals with one side.

    A call at the back belongs to the call at the front that is open while it is made; with two of them to neither.
    """

    speaks: ClassVar = ("multi-task-independent", "send-nonblocking", "stream-no-reorder", "stream-prompt-feedback")

    def __init__(self) -> None:
        self._open: dict[Exchange, _Side] = {}
        self._backs: dict[Exchange, _Side] = {}
        self._left: Exchange | None = None
        self._canceled = False
        self._two_sided = False

    def called(self, call: Exchange) -> Iterator[Finding]:
        """A call was made on either side."""
        if call.operation in OUTSIDE_THE_BINDING:
            return
        if call.side == FRONT:
            self._two_sided = True
            self._open[call] = _Side(call)
            self._canceled = self._canceled or call.operation is Operation.CANCEL_TASK
        elif self._two_sided:
            self._backs[call] = _Side(call)
            if len(self._open) == 1:
                next(iter(self._open.values())).behind.append(self._backs[call])
            if call.operation is Operation.CANCEL_TASK and self._left is not None and not self._canceled:
                yield from self._left.says(
                    "multi-task-independent", call.frame,
                    f"the caller hung up (frame {self._left.end_frame}), and the gateway cancels the task",
                    expected="no CancelTask", got="CancelTask",
                )  # fmt: skip

    def heard(self, item: Item, call: Exchange) -> None:
        """Something was answered on either side."""
        side = self._open.get(call) or self._backs.get(call)
        if side is None or item.event is None:
            return
        side.first_frame, side.first_t = side.first_frame or item.frame, side.first_t or item.t
        side.last_t = item.t
        if not isinstance(item.event, Message) and side.task_t is None:
            side.task_t = item.t
        if not isinstance(item.event, Message | Task):
            side.log.append((digest(item.event), item.frame))

    def ended(self, call: Exchange) -> Iterator[Finding]:
        """An answer is over on either side."""
        self._backs.pop(call, None)
        front = self._open.pop(call, None)
        if front is None:
            return
        if call.end is End.LEFT and call.streams and not call.done_frame:
            self._left = call
        if not front.first_frame:
            return
        for back in front.behind:
            if call.streams:
                yield from self._reordered(front, back)
                yield from self._saved_up(front, back)
            elif call.operation is Operation.SEND_MESSAGE:
                yield from self._waited(front, back)

    @staticmethod
    def _reordered(front: _Side, back: _Side) -> Iterator[Finding]:
        places = _once(back.log)
        told = _once(front.log)
        newest = -1
        for number, frame in front.log:
            if number not in places or number not in told:
                continue
            if places[number] < newest:
                yield from front.call.says(
                    "stream-no-reorder", frame, f"the event comes in another order than from the agent (frame "
                    f"{back.log[places[number]][1]})", expected="the order of the agent",
                )  # fmt: skip
                return
            newest = places[number]

    @staticmethod
    def _saved_up(front: _Side, back: _Side) -> Iterator[Finding]:
        if back.call.streams and back.last_t - back.first_t >= LINGER and front.first_t >= back.last_t:
            yield from front.call.says(
                "stream-prompt-feedback", front.first_frame,
                "nothing is passed on until the agent has said everything",
                expected="events as they come", got=f"the first one {front.first_t - back.first_t:.1f} s late",
            )  # fmt: skip

    @staticmethod
    def _waited(front: _Side, back: _Side) -> Iterator[Finding]:
        known = back.task_t
        if front.call.configuration.get("returnImmediately") is not True or known is None:
            return
        if front.first_t - known >= LINGER and back.last_t - known >= LINGER:
            yield from front.call.says(
                "send-nonblocking", front.first_frame, "the send asked not to wait, its answer waits for the task",
                expected="an answer as soon as the task exists", got=f"{front.first_t - known:.1f} s later",
            )  # fmt: skip


def _once(log: list[tuple[int, int]]) -> dict[int, int]:
    """The places of those that occur once."""
    places: dict[int, int] = {}
    twice: set[int] = set()
    for place, (number, _) in enumerate(log):
        if number in places:
            twice.add(number)
        places[number] = place
    return {number: place for number, place in places.items() if number not in twice}
