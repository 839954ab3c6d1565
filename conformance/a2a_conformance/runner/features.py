"""What a play asks of a target beyond sending, and whether the target declares it."""

from collections.abc import Iterator

from a2a_conformance.outcome import Hello
from a2a_simulator.scenario.play import DriveStep, Mode, Play, Verb

OF_VERB: dict[Verb, str] = {
    Verb.RESUBSCRIBE: "resubscribe",
    Verb.GET: "get",
    Verb.CANCEL: "cancel",
    Verb.ABORT: "abort",
    Verb.FETCH_CARD: "fetch_card",
    Verb.PARALLEL: "parallel",
    Verb.LIST: "list",
    Verb.SET_PUSH: "push",
    Verb.GET_PUSH: "push",
    Verb.LIST_PUSH: "push",
    Verb.DELETE_PUSH: "push",
    Verb.AWAIT_PUSH: "push",
}
"""The feature that a verb implies; `send` and `answer` imply none."""


def steps_of(steps: tuple[DriveStep, ...]) -> Iterator[DriveStep]:
    """Every step, those below `meanwhile` and `parallel` included."""
    for step in steps:
        yield step
        yield from steps_of(step.meanwhile)
        for branch in step.parallel:
            yield from steps_of(branch)


def missing_features(play: Play, hello: Hello) -> frozenset[str]:
    """What the play needs and the target does not declare; not empty: nothing of the play is driven."""
    needed = set(play.needs)
    for step in steps_of(play.drive):
        if step.verb in OF_VERB:
            needed.add(OF_VERB[step.verb])
        if step.listener is not None:
            needed.add("listener")
        if step.verb in (Verb.SEND, Verb.ANSWER):
            needed |= _only(mode_of(step, play), hello)
    if play.credentials:
        needed.add("auth")
    return frozenset(needed - hello.features)


def _only(mode: Mode, hello: Hello) -> set[str]:
    """The mode as a feature, where the target declares that it can send in the other one only."""
    other = {Mode.STREAM: "unary", Mode.UNARY: "stream"}.get(mode)
    return {mode.value} if other in hello.features and mode.value not in hello.features else set()


def mode_of(step: DriveStep, play: Play) -> Mode:
    """How a step is to be sent: its own mode wins over the cell's."""
    return play.cell.mode if step.mode is Mode.AUTO else step.mode
