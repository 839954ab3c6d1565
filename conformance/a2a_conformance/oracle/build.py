"""The oracle: from what one run told its client to what a correct client may report, step by step."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import Final

from a2a_conformance.oracle.accept import Accept, Certainty, Wanted
from a2a_conformance.oracle.ends import ASIDE, Reading, read
from a2a_conformance.oracle.fold import Knowledge
from a2a_conformance.oracle.heard import Call, End, Heard, calls
from a2a_conformance.oracle.listening import stopped
from a2a_conformance.oracle.scopes import Scopes, scopes, walk
from a2a_conformance.oracle.slots import slots_of
from a2a_conformance.outcome import Ended, Kind, Told
from a2a_simulator.journal import Journal
from a2a_simulator.protocol.events import ArtifactUpdate, StatusUpdate
from a2a_simulator.protocol.parts import text_of
from a2a_simulator.scenario.play import DriveStep, EndStep, Play, Verb

UNSENT: Final = "unsent"
"""Marks an event that a client may take as told or as never sent."""
ALL_SUBSETS: Final = 3
"""Up to so many deliberate events every combination of applied and absent is followed; beyond, all, none and each."""


def accept(play: Play, journal: Journal, told: Sequence[Told] = ()) -> Mapping[str, Accept]:
    """What a correct client may report of each drive step, given what was written to it.

    `told` only says which steps were never asked for.
    """
    all_calls = calls(journal)
    return accept_in(play, scopes(play.drive, journal, all_calls), told)


def accept_in(play: Play, scope: Scopes, told: Sequence[Told] = ()) -> Mapping[str, Accept]:
    """The same, for calls that are sorted to their steps already."""
    memory: dict[str, Knowledge] = {}
    latest: Knowledge = Knowledge()
    skipped = {item.step for item in told if item.ended is Ended.SKIPPED}
    out: dict[str, Accept] = {}
    for step in walk(play.drive):
        mine = scope.by_step.get(step.id, ())
        if step.id in skipped or step.verb is Verb.PARALLEL:
            out[step.id] = Accept(step.id, step.verb)
            continue
        start = Knowledge()
        if step.verb is not Verb.SEND:
            named = next((call.task_id for call in mine if call.task_id), None)
            start = memory.get(named or "", latest if named is None else Knowledge())
        out[step.id], known = _step(play, step, mine, start)
        if known.task is not None:
            memory[known.task] = known
            latest = known
    return out


def _step(play: Play, step: DriveStep, mine: Sequence[Call], start: Knowledge) -> tuple[Accept, Knowledge]:
    if step.verb is Verb.ABORT:
        return _anything(step, "the caller gave the call up"), start
    relevant = [call for call in mine if call.operation not in ASIDE]
    heard = [item for call in relevant for item in call.heard if item.whole]
    if step.verb in (Verb.FETCH_CARD, Verb.LIST, Verb.AWAIT_PUSH) or "push" in step.verb:
        return _anything(step, "nothing is known of this step") if mine else Accept(step.id, step.verb), start
    if not any(call.heard or call.end is not End.OPEN or call.status for call in relevant):
        return Accept(step.id, step.verb), start
    readings = [read(relevant, start, skip, step.blocking) for skip in _variants(heard)]
    hasty = [_as_sent(call) for call in relevant]
    if hasty != relevant:
        readings.append(read(hasty, start, frozenset(), step.blocking))
    wanted = [want for reading in readings for want in reading.wanted]
    main = readings[0]
    deliberate = any(item.deliberate for item in heard)
    if deliberate:
        wanted.append(Wanted(Kind.ERROR, "the agent broke a rule of the protocol", main.known, partial=True))
    wanted += _given_up(step, main)
    if step.listener is not None and step.listener.stop_at is not None:
        stop = stopped(step.listener, heard, start)
        wanted = [stop] if stop is not None else wanted
    if step.listener is not None and not any(want.updates is not None for want in wanted):
        count = sum(isinstance(item.event, StatusUpdate | ArtifactUpdate) for item in heard)
        wanted = [replace(want, updates=count) for want in wanted]
    certainty = Certainty.EXACT
    if deliberate or main.faulty or len(wanted) > 1:
        certainty = Certainty.SET
    gave_up = main.gave_up if not wanted else None
    return (
        Accept(
            step.id,
            step.verb,
            tuple(wanted),
            certainty,
            slots_of(hasty, main, step, start),
            _foreign(play, step, main.known, wanted),
            broken=any(call.end is not End.CLEAN or call.error for call in relevant) or deliberate,
            gave_up=gave_up,
            frames=tuple(item.seq for item in heard[-1:]) or tuple(call.seq for call in relevant[-1:]),
            ended_at=next((call.end_seq for call in reversed(relevant) if call.end is not End.OPEN), None),
            listens=step.listener is not None,
            open_after=_open_after(play, main),
            broken_after=_broken_after(main),
        ),
        main.known,
    )


def _as_sent(call: Call) -> Call:
    """The call as a client has it that does not wait for the blank line of an event."""
    if not any(item.unsent for item in call.heard):
        return call
    heard = (replace(item, whole=True, deliberate=(UNSENT,)) if item.unsent else item for item in call.heard)
    return replace(call, heard=tuple(heard))


def _open_after(play: Play, main: Reading) -> str | None:
    call = main.settled_by
    if call is None or not call.streamed:
        return None
    for agent in play.agents:
        for entry in agent.entries:
            left_open = any(isinstance(one, EndStep) and one.open for one in entry.steps)
            if left_open and (agent.name, entry.path) == (call.agent, call.payload.get("entry")):
                return "message" if main.known.message is not None else _how_settled(main)
    return None


def _how_settled(main: Reading) -> str:
    return "terminal" if main.known.terminal else "interrupted"


def _broken_after(main: Reading) -> bool:
    call = main.settled_by
    over = main.known.terminal or main.known.message is not None
    return over and call is not None and call.streamed and call.end is End.BROKEN


def _anything(step: DriveStep, why: str) -> Accept:
    return Accept(step.id, step.verb, tuple(Wanted(kind, why) for kind in Kind), Certainty.OPEN)


def _variants(heard: Sequence[Heard]) -> Iterator[frozenset[int]]:
    """The sets of deliberate events that a client may take as absent; the first is none of them."""
    broken = [item.seq for item in heard if item.deliberate]
    if len(broken) <= ALL_SUBSETS:
        every = chain.from_iterable(combinations(broken, size) for size in range(len(broken) + 1))
        yield from map(frozenset, every)
        return
    yield frozenset()
    yield frozenset(broken)
    for seq in broken:
        yield frozenset({seq})


def _given_up(step: DriveStep, main: Reading) -> Iterator[Wanted]:
    if not any(inner.verb is Verb.ABORT for inner in walk(step.meanwhile)):
        return
    for kind in (Kind.STOPPED, Kind.INCOMPLETE, Kind.ERROR, Kind.CANCELED):
        yield Wanted(kind, "the caller gave the call up", main.known, True, main.known.contents())


def _foreign(play: Play, step: DriveStep, known: Knowledge, wanted: Sequence[Wanted]) -> tuple[str, ...]:
    """Texts that must not stand in the answer: what the caller said, progress, replaced content, other questions."""
    own = text_of(step.parts)
    texts = [own, *known.chatter]
    texts += [text for story in known.artifacts.values() for text in story.replaced]
    texts += [text_of(other.parts) for other in walk(play.drive) if other.id != step.id]
    rightful = [want.known for want in wanted]
    right = [text for one in rightful for text in (one.reason or "", *(s.text for s in one.artifacts.values()))]
    right += [text for one in rightful if one.message for part in one.message if (text := part.get("text"))]
    right += [want.answer for want in wanted if want.answer]
    seen: dict[str, None] = {}
    for text in texts:
        stripped = text.strip()
        if len(stripped) >= 3 and not any(stripped in whole for whole in right):
            seen.setdefault(stripped)
    return tuple(seen)
