"""Plays a scenario in virtual time to an ideal caller: what `preview` shows and pins are checked against."""

from collections.abc import Callable, Generator
from typing import Final

from a2a_simulator.journal import Journal
from a2a_simulator.scenario.play import DriveStep, Play, Verb
from a2a_simulator.session.asking import Ask, Conversation
from a2a_simulator.session.caller import IDEAL, Caller
from a2a_simulator.session.pacing import AS_WRITTEN, Pace
from a2a_simulator.session.session import Session
from a2a_simulator.session.virtual import World, virtual_addresses

LONGEST: Final = 100_000
"""Turns after which a play is given up: an agent that goes on for ever."""
TRIES: Final = 3
"""How often a caller that recovers tries."""

Condition = Callable[[], bool]
Process = Generator[Condition, bool, None]
"""A drive step: yields what it waits for, and is sent whether that came true (False: it never will)."""


def dry_run(play: Play, target: Caller = IDEAL, pace: Pace = AS_WRITTEN) -> Journal:
    """The journal of a run in which the target behaves as `target` says. Pure: no clock, no socket.

    `pace` says how waits pass; unless told otherwise as they are written.

    In a play for hosts nobody knows whom a host would call, so its journal has no calls.
    """
    world = World(Session(play, virtual_addresses(play.agents), sees_events=target.surfaces), "dry", pace)
    if play.targets != ("host",):
        _together(world, [_drive(world, play, target, play.drive, Conversation())])
    while not world.session.idle and world.pass_time():
        pass
    return world.recorder.journal()


def _drive(world: World, play: Play, target: Caller, steps: tuple[DriveStep, ...], talk: Conversation) -> Process:
    for step in steps:
        if step.after and talk.outcome not in step.after:
            continue
        if step.verb is Verb.PARALLEL:
            branches = [_drive(world, play, target, branch, Conversation()) for branch in step.parallel]
            _together(world, branches)
            continue
        ask = target.begin(world, play, step, talk)
        if ask is None:
            continue
        if step.meanwhile:
            _together(world, [_hear(ask), _beside(world, play, target, step, talk, ask)])
        else:
            yield from _hear(ask)
            ask = yield from _recover(world, play, target, step, talk, ask)
        ask.report()


def _recover(
    world: World, play: Play, target: Caller, step: DriveStep, talk: Conversation, ask: Ask
) -> Generator[Condition, bool, Ask]:
    """What a caller that recovers does: its first try at once, each other when the agent has come to rest."""
    for number in range(TRIES if target.recovers is not None else 0):
        if number and ask.unfinished:
            yield lambda: False
        more = target.again(world, play, step, talk, ask)
        if more is None:
            break
        ask = more
        yield from _hear(ask)
    return ask


def _beside(world: World, play: Play, target: Caller, step: DriveStep, talk: Conversation, ask: Ask) -> Process:
    if (yield lambda: step.id in world.session.reached and (ask.done or not ask.news())):
        yield from _drive(world, play, target, step.meanwhile, talk)


def _hear(ask: Ask) -> Process:
    while not ask.done:
        comes = yield ask.news
        ask.listen()
        if not comes and not ask.done:
            ask.leave()


def _together(world: World, processes: list[Process]) -> None:
    """Runs drive steps side by side; time passes only when none of them can go on."""
    waiting: list[tuple[Process, Condition]] = []
    for process in processes:
        _resume(process, None, waiting)
    for _ in range(LONGEST):
        if not waiting:
            return
        ready = [pair for pair in waiting if pair[1]()]
        if not ready and world.pass_time():
            continue
        for pair in ready or waiting[-1:]:
            waiting.remove(pair)
            _resume(pair[0], bool(ready), waiting)


def _resume(process: Process, came: bool | None, waiting: list[tuple[Process, Condition]]) -> None:
    try:
        condition = next(process) if came is None else process.send(came)
    except StopIteration:
        return
    waiting.append((process, condition))
