"""Several streams of one task: all show each event, in one order, and each lives on its own (1.0 §3.5.2)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from a2a_conformance.rules.contents import difference
from a2a_conformance.rules.conversation import LINGER, Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import End, Exchange
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.stream import tell
from a2a_simulator.protocol.states import SETTLED

_WINDOW: Final = 64
"""How far apart two streams may be where their events are compared."""

Log = list[tuple[int, int]]


@dataclass(slots=True, eq=False)
class _Pair:
    """Two streams that ran together. `base`: how much the older had shown when the newer was asked for."""

    older: Exchange
    newer: Exchange
    base: int

    def logs(self) -> tuple[Log, Log]:
        """What each showed from then on."""
        return (self.older.log or [])[self.base :], self.newer.log or []


class Together(ConversationRule):
    """Streams that ran at the same time told the same."""

    speaks: ClassVar = ("multi-broadcast", "multi-close-isolated", "multi-same-order", "sub-snapshot-gapless")

    def __init__(self) -> None:
        self._pairs: dict[int, list[_Pair]] = {}
        self._gone: dict[str, Exchange] = {}

    def called(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Pairs a new stream with those that are open."""
        if call.opens_stream and call.log is not None:
            for other in talk.others(call):
                if other.log is not None and not other.done_frame:
                    pair = _Pair(other, call, len(other.log))
                    self._pairs.setdefault(other.frame, []).append(pair)
                    self._pairs.setdefault(call.frame, []).append(pair)
        yield from ()

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Compares a stream with those that ran beside it."""
        task = talk.task(call)
        if task is None or call.first is None or call.first.event is None:
            self._forget(call)
            return
        for pair in tuple(self._pairs.get(call.frame, ())):
            other = pair.newer if pair.older is call else pair.older
            if task.tainted:
                self._drop(pair)
            elif call.done_frame and (other.done_frame or not other.open):
                self._drop(pair)
                if other.done_frame:
                    yield from self._compare(pair)
            elif not call.done_frame:
                self._drop(pair)
                yield from self._missed(call, other, call.end_t if call.end is End.LEFT else 0.0)
        if call.end is End.LEFT and not call.done_frame:
            self._gone[call.task_id] = call
        elif call.end is End.CLOSED and not call.done_frame and not task.tainted:
            yield from self._isolated(call)

    def over(self, talk: Conversation) -> Iterator[Finding]:
        """Looks at streams that are open still."""
        for call in talk.open.values():
            task = talk.task(call)
            for pair in tuple(self._pairs.get(call.frame, ())):
                other = pair.newer if pair.older is call else pair.older
                self._drop(pair)
                if task is None or task.tainted:
                    continue
                if call.done_frame and other.done_frame:
                    yield from self._compare(pair)
                elif other.done_frame:
                    yield from self._missed(call, other, talk.now)

    def _isolated(self, call: Exchange) -> Iterator[Finding]:
        """A stream that closes early, right after another of its task was left."""
        gone = self._gone.pop(call.task_id, None)
        if gone is None or gone.end_frame < call.last_frame or call.state in SETTLED or call.frame > gone.end_frame:
            return
        yield from call.says(
            "multi-close-isolated", call.end_frame,
            f"the stream closes at {tell(call.state)} after another of its task was left (frame {gone.end_frame})",
            expected="a stream that goes on", got="its end",
        )  # fmt: skip

    @staticmethod
    def _missed(call: Exchange, done: Exchange, until: float) -> Iterator[Finding]:
        """A stream that was open long enough to show the end of the task, and did not."""
        if call.first is not None and done.done_frame and until - done.done_t >= LINGER:
            yield from call.says(
                "multi-broadcast", done.done_frame,
                f"the stream of frame {call.frame} was open {until - done.done_t:.1f} s longer and never showed this",
                expected=tell(done.state), got=tell(call.state),
            )  # fmt: skip

    @staticmethod
    def _compare(pair: _Pair) -> Iterator[Finding]:
        ours, theirs = pair.logs()
        found = _unlike(ours, theirs)
        call = pair.newer
        if found is not None:
            requirement, frame, text = found
            lacking = f" (streams of frames {pair.older.frame} and {call.frame})"
            yield from call.says(
                requirement, frame, text + lacking, expected="the same events in all streams of a task"
            )
            return
        apart = difference(pair.older.contents, call.contents) if pair.older.whole and call.whole else None
        if apart is not None and call.subscribes and call.first is not None:
            name, held, heard = apart
            yield from call.says(
                "sub-snapshot-gapless", call.first.frame,
                f"this Task and the updates after it come to {heard} of the artifact `{name}`, "
                f"the other stream of the task told {held} (frame {pair.older.frame})",
                expected=held, got=heard,
            )  # fmt: skip

    def _drop(self, pair: _Pair) -> None:
        for call in (pair.older, pair.newer):
            left = [other for other in self._pairs.get(call.frame, ()) if other is not pair]
            if left:
                self._pairs[call.frame] = left
            else:
                self._pairs.pop(call.frame, None)

    def _forget(self, call: Exchange) -> None:
        for pair in tuple(self._pairs.get(call.frame, ())):
            self._drop(pair)


def _unlike(ours: Log, theirs: Log) -> tuple[str, int, str] | None:
    """The last place where two streams differ that end alike. What one has more at its beginning is no difference."""
    i, j = len(ours) - 1, len(theirs) - 1
    while i >= 0 and j >= 0 and ours[i][0] == theirs[j][0]:
        i, j = i - 1, j - 1
    if i < 0 or j < 0:
        return None
    for width in range(2, min(_WINDOW, i + 1, j + 1) + 1):
        left = Counter(item[0] for item in ours[i + 1 - width : i + 1])
        if left == Counter(item[0] for item in theirs[j + 1 - width : j + 1]):
            return "multi-same-order", theirs[j][1], "the events come in another order than in the other stream"
    if any(item[0] == theirs[j][0] for item in ours[max(0, i - _WINDOW) : i]):
        return "multi-broadcast", ours[i][1], "the other stream of the task never showed this event"
    if any(item[0] == ours[i][0] for item in theirs[max(0, j - _WINDOW) : j]):
        return "multi-broadcast", theirs[j][1], "the other stream of the task never showed this event"
    return "multi-broadcast", theirs[j][1], "the other stream of the task shows another event in this place"


RULES: Final = (Together,)
