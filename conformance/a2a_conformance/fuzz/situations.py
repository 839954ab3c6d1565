"""What callers and agents do with each other, made up around the lives of tasks."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from a2a_conformance.fuzz import tables
from a2a_conformance.fuzz.choices import Choices, chance, pick, weighted
from a2a_conformance.fuzz.life import Life, Step

Document = dict[str, Any]
"""A scenario as its YAML says it."""

_ASKS_AGAIN: Final = {"hold": {"until": {"call": ["GetTask", "SubscribeToTask"]}, "timeout": "1s"}}


def make(choices: Choices, title: str) -> Document:
    """A legal scenario, as these choices have it."""
    situation = weighted(choices, tables.SITUATIONS)
    drive, script = _SITUATIONS[situation](choices)
    return {"scenario": title, "drive": drive, "script": script}


def _send(choices: Choices, mode: str | None = None, verb: str = "send") -> Step:
    mode = mode or weighted(choices, tables.MODES)
    step: Step = {verb: pick(choices, tables.ASKED)}
    return step if mode == "auto" else step | {"mode": mode}


def _entry(choices: Choices, reply: list[Step], **keys: Any) -> dict[str, Any]:
    framed = {"frame": dict(pick(choices, tables.FRAMES))} if chance(choices, 12) else {}
    paced = {"pace": {"each": "1ms"}} if chance(choices, 10) else {}
    return {**keys, **framed, **paced, "reply": reply}


Told = tuple[list[Step], list[dict[str, Any]]]


def _task(choices: Choices) -> Told:
    return [_send(choices)], [_entry(choices, Life(choices).whole())]


def _message(choices: Choices) -> Told:
    return [_send(choices)], [_entry(choices, [Life(choices).message()])]


def _whole_task(choices: Choices) -> Told:
    return [_send(choices)], [_entry(choices, [Life(choices).at_once()])]


def _question(choices: Choices) -> Told:
    mode = weighted(choices, tables.MODES)
    drive, script, life = [_send(choices, mode)], [], Life(choices)
    reply = [life.first(), *life.updates(4)]
    for _ in range(1 + choices.below(2)):
        script.append(_entry(choices, [*reply, life.pause()]))
        drive.append(_send(choices, mode, "answer"))
        reply = [life.goes_on(), *life.updates(4)]
    script.append(_entry(choices, [*reply, life.end()]))
    return drive, script


def _twice(choices: Choices) -> Told:
    mode = weighted(choices, tables.MODES)
    first, second = _send(choices, mode), _send(choices, mode)
    context = pick(choices, ("same", "new", None))
    second |= {"context": context} if context else {}
    made = [_one(choices), _one(choices)]
    return [first, second], [_entry(choices, reply) for reply in made]


def _one(choices: Choices) -> list[Step]:
    life = Life(choices)
    return [life.message()] if chance(choices, 25) else [life.first(), *life.updates(4), life.end()]


def _looked_at(choices: Choices) -> Told:
    return [_send(choices), {"get": "current"}], [_entry(choices, Life(choices).whole())]


def _torn(choices: Choices) -> list[dict[str, Any]]:
    life = Life(choices)
    before = [life.first(), *life.updates(4), {"fault": pick(choices, tables.BREAKS)}]
    return [_entry(choices, [*before, _ASKS_AGAIN, *life.updates(3), life.end()])]


def _broken(choices: Choices) -> Told:
    return [_send(choices, "stream")], _torn(choices)


def _resubscribed(choices: Choices) -> Told:
    again = {"resubscribe": "current", "after": ["incomplete", "error"]}
    return [_send(choices, "stream"), again], _torn(choices)


def _canceled(choices: Choices) -> Told:
    life = Life(choices)
    reply = [life.first(), *life.updates(4), {"hold": {"until": {"call": "CancelTask"}}}]
    return [_send(choices, "stream") | {"meanwhile": [{"cancel": "current"}]}], [_entry(choices, reply)]


def _overtaken(choices: Choices) -> Told:
    life = Life(choices)
    hold = {"hold": {"until": {"call": "CancelTask"}, "release": "before_reply"}}
    reply = [life.first(), *life.updates(3), hold, *life.updates(2), life.end()]
    return [_send(choices, "stream") | {"meanwhile": [{"cancel": "current"}]}], [_entry(choices, reply)]


def _not_waiting(choices: Choices) -> Told:
    life = Life(choices)
    hold = {"hold": {"until": {"call": "SubscribeToTask"}}}
    reply = [life.first(), *life.updates(3), hold, *life.updates(3), life.end()]
    return [_send(choices, "unary") | {"blocking": False}, {"resubscribe": "current"}], [_entry(choices, reply)]


def _refused(choices: Choices) -> Told:
    error: Any = pick(choices, tables.ERRORS)
    if chance(choices, 40):
        error = {"name": error, "message": pick(choices, tables.SENTENCES)}
    life = Life(choices)
    begun = [life.first(), *life.updates(3)] if chance(choices, 40) else []
    return [_send(choices, "stream" if begun else None)], [_entry(choices, [*begun, {"error": error}])]


def _listened(choices: Choices) -> Told:
    life = Life(choices)
    if chance(choices, 40):
        return [_send(choices, "stream") | {"listener": {}}], [_entry(choices, life.whole())]
    returned = pick(choices, ("current_artifacts", {"response": "Good enough"}))
    listener = {"stop_at": {"status": "working"}, "return": returned}
    reply = [life.first(), *_silent(life.updates(3)), {"status": "working"}, {"hold": {"until": "listener_stopped"}}]
    return [_send(choices, "stream") | {"listener": listener}], [
        _entry(choices, [*reply, *life.updates(3), life.end()])
    ]


def _silent(steps: list[Step]) -> list[Step]:
    """Without statuses: the listener is to stop at a later one."""
    return [step for step in steps if "status" not in step]


def _parallel(choices: Choices) -> Told:
    times = 2 + choices.below(3)
    step = {"send": "Question ${n}", "mode": weighted(choices, tables.MODES)}
    reply = Life(choices).whole()
    return [{"parallel": {"times": times, "steps": [step]}}], [_entry(choices, reply, times="any")]


_SITUATIONS: Final[Mapping[str, Callable[[Choices], Told]]] = {
    "task": _task,
    "message": _message,
    "whole_task": _whole_task,
    "question": _question,
    "twice": _twice,
    "looked_at": _looked_at,
    "broken": _broken,
    "resubscribed": _resubscribed,
    "canceled": _canceled,
    "overtaken": _overtaken,
    "not_waiting": _not_waiting,
    "refused": _refused,
    "listened": _listened,
    "parallel": _parallel,
}
