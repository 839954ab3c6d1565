"""Situations: what a reply contains that some requirement is about. A check exists only where its situation is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from a2a_conformance.checks.beats import Beat, scripts
from a2a_conformance.checks.evidence import Evidence
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.states import INTERRUPTED, TERMINAL, State, UnknownState
from a2a_simulator.scenario.play import Play
from a2a_simulator.wire.framing import Framing

Beats = Sequence[Beat]
ABOUT_A_TASK: Final = SENDS | {Operation.SUBSCRIBE_TO_TASK, Operation.GET_TASK, Operation.CANCEL_TASK}


@dataclass(frozen=True, slots=True)
class Trait:
    """A situation: whether a script holds it, and whether a client met it. `stream`: exists in streams only."""

    text: str
    scripted: Callable[[Beats], bool]
    met: Callable[[Beats], bool] | None = None
    """None: as scripted."""
    stream: bool = True

    def in_script(self, play: Play) -> bool:
        """Whether any reply of the play holds it."""
        return any(self.scripted(beats) for beats in scripts(play))

    def was_met(self, evidence: Evidence) -> bool:
        """Whether the client was answered so."""
        met = self.met or self.scripted
        return any(
            met(evidence.beats[call.seq])
            for call in evidence.calls
            if call.operation in ABOUT_A_TASK and (call.streamed or not self.stream)
        )


def _any(beats: Beats) -> bool:
    return any(beat.kind in ("task", "status", "artifact", "message") for beat in beats)


def _states(beats: Beats) -> list[object]:
    return [beat.state for beat in beats if beat.kind in ("task", "status")]


def _settles(beats: Beats) -> bool:
    return any(beat.kind == "message" or beat.state in TERMINAL | INTERRUPTED for beat in beats)


def _replaced(beats: Beats) -> bool:
    seen: set[str | None] = set()
    for beat in beats:
        if beat.kind == "artifact" and not beat.append and beat.artifact in seen:
            return True
        if beat.kind == "artifact":
            seen.add(beat.artifact)
        seen.update(beat.artifacts)
    return False


def _interleaved(beats: Beats) -> bool:
    order = [beat.artifact for beat in beats if beat.kind == "artifact"]
    runs = [key for index, key in enumerate(order) if index == 0 or order[index - 1] != key]
    return len(runs) > len(set(runs))


def _last_then_more(beats: Beats) -> bool:
    artifacts = [beat for beat in beats if beat.kind == "artifact"]
    return any(beat.last for beat in artifacts[:-1])


def _snapshot(beats: Beats) -> bool:
    first = next((index for index, beat in enumerate(beats) if beat.kind == "artifact"), None)
    return first is not None and any(beat.kind == "task" for beat in beats[first:])


def _cut_short(beats: Beats) -> bool:
    before: list[Beat] = []
    for beat in beats:
        if beat.kind == "fault" or beat.cut or (beat.kind == "error" and _any(before)):
            return not _settles(before)
        before.append(beat)
    return False


def _ended_early(beats: Beats) -> bool:
    return not _settles(beats) and not any(beat.kind in ("error", "http") for beat in beats[:1])


def _refused(beats: Beats) -> bool:
    return any(beat.kind == "error" or (beat.kind == "http" and beat.status >= 400) for beat in beats)


def _framed(beats: Beats) -> bool:
    return any(beat.mods.frame not in (Framing(), Framing(comment=beat.mods.frame.comment)) for beat in beats)


def _commented(beats: Beats) -> bool:
    return any(beat.kind == "comment" or beat.mods.frame.comment is not None for beat in beats)


def _unknown_members(beats: Beats) -> bool:
    edits = [edit for beat in beats if not beat.deliberate for edit in (beat.mods.edit, beat.mods.envelope) if edit]
    return any(edit.set for edit in edits)


def _left_open(beats: Beats) -> bool:
    over = [index for index, beat in enumerate(beats) if beat.state in TERMINAL or _alone(beats, index)]
    return bool(over) and any(beat.kind in ("open", "fault") for beat in beats[over[0] :])


def _alone(beats: Beats, index: int) -> bool:
    """Whether a beat is a Message that is all there is."""
    return index == 0 and beats[index].kind == "message"


def _after_terminal(beats: Beats) -> bool:
    over = [index for index, beat in enumerate(beats) if beat.state in TERMINAL]
    later = beats[over[0] + 1 :] if over else ()
    return any(beat.kind in ("status", "artifact", "message") for beat in later)


def _order(beats: Beats) -> bool:
    return sum(beat.kind in ("status", "artifact") for beat in beats) >= 3


def _is_over(beats: Beats) -> bool:
    return any(beat.state in TERMINAL or _alone(beats, index) for index, beat in enumerate(beats))


ANSWERED: Final = Trait("a call was answered", bool, stream=False)
ANY: Final = Trait("a task or a Message was written to the client", _any, stream=False)
STREAMED: Final = Trait("a stream carried an event", _any)
APPENDED: Final = Trait("a stream carried a chunk with append", lambda beats: any(beat.append for beat in beats))
REPLACED: Final = Trait("a stream sent a known artifact again without append", _replaced)
INTERLEAVED: Final = Trait("a stream carried chunks of several artifacts in turn", _interleaved)
LAST_CHUNK: Final = Trait("a stream went on with artifacts after a last chunk", _last_then_more)
KINDS: Final = Trait("files or data were sent", lambda beats: any(beat.mixed for beat in beats), stream=False)
SNAPSHOT: Final = Trait("a stream sent the whole Task after an artifact", _snapshot)
CUT_SHORT: Final = Trait("an answer broke off before the task was done", _cut_short, _ended_early, stream=False)
FAILS: Final = Trait(
    "a task ended as failed, rejected or canceled",
    lambda beats: bool({State.FAILED, State.REJECTED, State.CANCELED} & set(_states(beats))),
    stream=False,
)
PAUSES: Final = Trait(
    "a task stopped to wait for its caller",
    lambda beats: any(state in INTERRUPTED for state in _states(beats)),
    stream=False,
)
ASKS_AUTH: Final = Trait(
    "a task asked for credentials", lambda beats: State.AUTH_REQUIRED in _states(beats), stream=False
)
ENDS: Final = Trait(
    "a task came to its end", lambda beats: any(state in TERMINAL for state in _states(beats)), stream=False
)
MESSAGE: Final = Trait("a stream carried a Message", lambda beats: any(beat.kind == "message" for beat in beats))
MESSAGE_UNARY: Final = Trait(
    "a call was answered by a Message", lambda beats: any(beat.kind == "message" for beat in beats), stream=False
)
REFUSED: Final = Trait("a call was answered by an error", _refused, stream=False)
FRAMED: Final = Trait("a stream used other framing than the plainest", _framed, _any)
COMMENTED: Final = Trait("a stream carried a comment", _commented, lambda beats: _any(beats) or _commented(beats))
COMMENT_STEPS: Final = Trait(
    "a stream carried a comment", lambda beats: any(beat.kind == "comment" for beat in beats)
)
"""Comments that stand on their own, so that the journal shows whether one was written."""
HEARTBEATS: Final = Trait("a stream carried a heartbeat", lambda beats: False, COMMENT_STEPS.scripted)
"""Comments that no step writes: they come only when there is silence enough."""
LARGE: Final = Trait("a large event was sent", lambda beats: any(beat.large for beat in beats), stream=False)
WIDE: Final = Trait("text beyond ASCII was sent", lambda beats: any(beat.wide for beat in beats), stream=False)
UNKNOWN_MEMBERS: Final = Trait(
    "events carried members that A2A does not define", _unknown_members, _any, stream=False
)
UNKNOWN_STATE: Final = Trait(
    "a task was in a state that A2A does not define",
    lambda beats: any(isinstance(state, UnknownState) for state in _states(beats)),
    stream=False,
)
LEFT_OPEN: Final = Trait("a stream stayed open, or broke, after all was told", _left_open, _is_over)
AFTER_TERMINAL: Final = Trait("a stream went on after its task was over", _after_terminal, _is_over)
UPDATED: Final = Trait(
    "a stream carried an update", lambda beats: any(beat.kind in ("status", "artifact") for beat in beats)
)
ORDER: Final = Trait("a stream carried three or more updates", _order)
