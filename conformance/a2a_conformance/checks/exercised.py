"""Whether a file can put a requirement to the test at all: what `covers` names without that is never a pass."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from a2a_conformance.catalog.requirement import Judge, Requirement
from a2a_conformance.checks import traits
from a2a_conformance.checks.beats import Beat, entry_beats
from a2a_conformance.oracle.scopes import walk
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.protocol.states import INTERRUPTED
from a2a_simulator.scenario.play import Expect, Play, StatusStep, TaskStep, Verb


@dataclass(frozen=True, slots=True)
class Situation:
    """What a file must hold. `needs` says it to its author, after "needs"."""

    needs: str
    holds: Callable[[Play], bool]


def lacking(play: Play, requirement: Requirement) -> str:
    """What the file needs so that the requirement can be judged; empty: it has it."""
    situation = SITUATIONS.get(requirement.id) or _by_family(requirement.id)
    if situation is not None and not situation.holds(play):
        return situation.needs
    if Judge.OUTCOME in requirement.checks:
        return ""
    if Judge.LISTENER in requirement.checks:
        return "" if _listens(play) else LISTENER.needs
    if {Judge.CALLS, Judge.REQUEST} & set(requirement.checks) and Judge.SCENARIO not in requirement.checks:
        return "" if any(expect.calls for expect in _pins(play)) else "`calls` under `expect` that show it"
    return "" if any(True for _ in _pins(play)) else "`expect` that shows it"


def _by_family(id: str) -> Situation | None:
    return next((one for prefix, one in FAMILIES.items() if id.startswith(prefix)), None)


def _pins(play: Play) -> Iterator[Expect]:
    pending = [*play.expect, *(one for step in walk(play.drive) for one in step.expect)]
    while pending:
        expect = pending.pop()
        yield expect
        pending += expect.any_of


def _beats(play: Play) -> Iterator[tuple[Beat, ...]]:
    return (entry_beats(entry) for agent in play.agents for entry in agent.entries)


def _any_beat(holds: Callable[[Beat], bool]) -> Callable[[Play], bool]:
    return lambda play: any(holds(beat) for beats in _beats(play) for beat in beats)


def _drives(*verbs: Verb) -> Callable[[Play], bool]:
    return lambda play: any(step.verb in verbs for step in walk(play.drive))


def _listens(play: Play) -> bool:
    return any(step.listener is not None for step in walk(play.drive))


def _framed(play: Play) -> bool:
    return any(
        traits.FRAMED.scripted(beats) or traits.COMMENTED.scripted(beats) or any(beat.odd_lines for beat in beats)
        for beats in _beats(play)
    ) or any(beat.kind == "raw" for beats in _beats(play) for beat in beats)


def _commented(play: Play) -> bool:
    return any(traits.COMMENTED.scripted(beats) for beats in _beats(play)) or any(
        agent.serve.interval for agent in play.agents
    )


def _refuses(play: Play) -> bool:
    """Whether some call is refused: by the script, or by the built-in answers to steps about tasks."""
    scripted = _any_beat(lambda beat: beat.kind == "error" or beat.status >= 400)(play)
    return scripted or _drives(Verb.CANCEL, Verb.GET, Verb.RESUBSCRIBE)(play) or _unreachable(play)


def _unreachable(play: Play) -> bool:
    return any(not agent.serve.online or agent.serve.strict for agent in play.agents)


def _several(play: Play) -> bool:
    return any(len({beat.artifact for beat in beats if beat.kind == "artifact"}) > 1 for beats in _beats(play))


def _breaks(play: Play) -> bool:
    return any(traits.CUT_SHORT.scripted(beats) for beats in _beats(play))


def _breaks_or_subscribes(play: Play) -> bool:
    return _breaks(play) or _drives(Verb.RESUBSCRIBE)(play)


def _error_midway(play: Play) -> bool:
    return any(beat.kind == "error" for beats in _beats(play) for beat in beats[1:])


def _card_patched(play: Play) -> bool:
    return any(agent.card for agent in play.agents) or _answers(play, Operation.FETCH_CARD)


def _old_card(play: Play) -> bool:
    return any(agent.serve.card in ("0.3", "0.2", "dual") for agent in play.agents)


def _answers(play: Play, operation: Operation) -> bool:
    return any(entry.when.calls and operation in entry.when.calls for agent in play.agents for entry in agent.entries)


def _status(*codes: int, names: tuple[str, ...] = ()) -> Callable[[Play], bool]:
    return _any_beat(lambda beat: beat.status in codes or beat.error in names)


def _edited(play: Play) -> bool:
    return _any_beat(lambda beat: bool(beat.mods.edit or beat.mods.envelope or beat.kind in ("raw", "http")))(play)


def _tells_messages(play: Play) -> bool:
    return any(
        isinstance(step, StatusStep | TaskStep)
        for agent in play.agents
        for entry in agent.entries
        for step in entry.steps
    )


ANSWER: Final = Situation("an `answer` in `drive`, or `context: same`", _drives(Verb.ANSWER))
LISTENER: Final = Situation("`listener:` beside a send", _listens)
EDITED: Final = Situation("`edit`, `envelope` or `raw` that shows it", _edited)
CARD: Final = Situation("`card:` that shows it", _card_patched)

SITUATIONS: Final[Mapping[str, Situation]] = {
    "sse-framing": Situation("`frame:`, a `comment` or text with unusual line ends", _framed),
    "sse-keepalive": Situation("a `comment`, or `interval` under `serve`", _commented),
    "sse-large": Situation("an event of 64KiB or more, as with `filler: 64KiB`", _any_beat(lambda beat: beat.large)),
    "json-utf8": Situation("text beyond ASCII", lambda play: _any_beat(lambda beat: beat.wide)(play) or _wide(play)),
    "json-unknown-ignore": EDITED,
    "json-null": EDITED,
    "json-defaults": EDITED,
    "json-ts-frac": Situation("a `timestamp` beside `status`", _tells_messages),
    "json-data-any": Situation("a data part", _any_beat(lambda beat: beat.mixed)),
    "json-base64": Situation("a file part", _any_beat(lambda beat: beat.mixed)),
    "art-interleave": Situation("artifacts of more than one id in a reply", _several),
    "art-append": Situation("an artifact with `append: true`, or `chunks`", _any_beat(lambda beat: beat.append)),
    "art-append-unknown": Situation("an artifact with `append: true`", _any_beat(lambda beat: beat.append)),
    "art-append-granularity": Situation("an artifact with `append: true`", _any_beat(lambda beat: beat.append)),
    "art-append-metadata": Situation("an artifact with `append: true`", _any_beat(lambda beat: beat.append)),
    "art-append-default": Situation(
        "an artifact sent again without `append`",
        lambda play: any(traits.REPLACED.scripted(beats) for beats in _beats(play)),
    ),
    "art-last-chunk": Situation(
        "`last: true` or `chunks`, and artifacts after it", _any_beat(lambda beat: beat.last)
    ),
    "art-part-kinds": Situation("a part that is no text", _any_beat(lambda beat: beat.mixed)),
    "stream-client-order": Situation(
        "two updates or more in a reply",
        lambda play: any(sum(beat.kind in ("status", "artifact") for beat in beats) > 1 for beats in _beats(play)),
    ),
    "stream-client-final-snapshot": Situation(
        "a `task` after an artifact", lambda play: any(traits.SNAPSHOT.scripted(beats) for beats in _beats(play))
    ),
    "stream-client-close-on-terminal": Situation(
        "`end: open`, a `fault` or an event after the end of the task",
        lambda play: any(
            traits.LEFT_OPEN.scripted(beats) or traits.AFTER_TERMINAL.scripted(beats) for beats in _beats(play)
        ),
    ),
    "stream-early-eof": Situation("a `fault` or `cut` before the task is done", _breaks),
    "stream-errors-midway": Situation("an `error` after an event", _error_midway),
    "stream-msg-client-done": Situation("a `message`", _any_beat(lambda beat: beat.kind == "message")),
    "send-client-either": Situation("a `message`", _any_beat(lambda beat: beat.kind == "message")),
    "send-nonblocking-followup": Situation(
        "`blocking: false` beside a send", lambda play: any(not step.blocking for step in walk(play.drive))
    ),
    "state-failed-reports": Situation(
        "a task that ends as failed, rejected or canceled",
        lambda play: any(traits.FAILS.scripted(beats) for beats in _beats(play)) or _drives(Verb.CANCEL)(play),
    ),
    "state-interrupted-set": Situation(
        "a task that asks its caller (input_required, auth_required)",
        _any_beat(lambda beat: beat.state in INTERRUPTED),
    ),
    "state-unknown-value": Situation(
        "`status: {unknown_state: …}`",
        lambda play: any(traits.UNKNOWN_STATE.scripted(beats) for beats in _beats(play)),
    ),
    "auth-req-client-act": Situation(
        "a task in the state auth_required",
        lambda play: any(traits.ASKS_AUTH.scripted(beats) for beats in _beats(play)),
    ),
    "auth-req-client-watch": Situation(
        "a task in the state auth_required",
        lambda play: any(traits.ASKS_AUTH.scripted(beats) for beats in _beats(play)),
    ),
    "err-client-by-reason": Situation("an `error`, or `http` from 400 on", _refuses),
    "err-client-unknown-code": Situation(
        "`error: {code: …}`", _any_beat(lambda beat: beat.kind == "error" and not beat.error)
    ),
    "err-client-retry-after": Situation(
        "an `error` or `http` to which a client may try again", _any_beat(lambda beat: beat.kind in ("error", "http"))
    ),
    "v03-client-errors": Situation("an `error`", _any_beat(lambda beat: beat.kind == "error")),
    "sec-client-401": Situation("`http: 401` or `error: Unauthenticated`", _status(401, names=("Unauthenticated",))),
    "ver-client-on-unsupported": Situation("`error: VersionNotSupported`", _status(names=("VersionNotSupported",))),
    "ver-ignore-patch": CARD,
    "card-unknown-fields": CARD,
    "card-legacy-shape": Situation('`serve: {card: "0.3"}`', _old_card),
    "hist-messages-not-reliable": Situation("a `task` or `status`", _tells_messages),
    "hist-client-no-rely": Situation("a `task` or `status`", _tells_messages),
    "hist-client-explicit-zero": Situation(
        "`history: 0` beside a send", lambda play: any(step.history == 0 for step in walk(play.drive))
    ),
    "task-continue": Situation("`answer` in `drive`", _drives(Verb.ANSWER)),
    "ctx-continue": Situation("`context: same` beside a send", lambda play: _same_context(play)),
    "ctx-new-task": Situation("`context: same` beside a send", lambda play: _same_context(play)),
    "ref-task-ids": Situation("`refers` beside a send", lambda play: any(step.refers for step in walk(play.drive))),
    "multi-task-independent": Situation("a `fault` or `cut` before the task is done", _breaks),
    "multi-reconnect": Situation("a `fault` or `cut` before the task is done", _breaks),
    "v03-resubscribe": Situation(
        "`resubscribe` in `drive`, or a `fault` before the task is done", _breaks_or_subscribes
    ),
    "get-client-polling": Situation("`get` in `drive`, or `blocking: false`", lambda play: _polls(play)),
}
"""What a file must hold beyond what other checks ask for, by requirement."""

FAMILIES: Final[Mapping[str, Situation]] = {
    "listener-": LISTENER,
    "cancel-": Situation("`cancel` in `drive`", _drives(Verb.CANCEL)),
    "sub-": Situation("`resubscribe` in `drive`, or a `fault` before the task is done", _breaks_or_subscribes),
    "push-": Situation("a push configuration in `drive`", _drives(Verb.SET_PUSH)),
    "ext-": Situation("`extensions`, or a `card` that names some", lambda play: _extends(play)),
    "card-": Situation(
        "`card:`, `serve:` or an entry for FetchCard", lambda play: _card_patched(play) or _serves(play)
    ),
}
"""The same for whole families, by how their names begin."""


def _wide(play: Play) -> bool:
    texts = (getattr(part, "text", "") for step in walk(play.drive) for part in step.parts)
    return any(not text.isascii() for text in texts)


def _same_context(play: Play) -> bool:
    return any(step.context == "same" or step.verb is Verb.ANSWER for step in walk(play.drive))


def _polls(play: Play) -> bool:
    return _drives(Verb.GET)(play) or any(not step.blocking for step in walk(play.drive))


def _extends(play: Play) -> bool:
    return _card_patched(play) or any(step.extensions for step in walk(play.drive))


def _serves(play: Play) -> bool:
    return any(agent.serve.card != "of_dialect" or agent.serve.path != "/" for agent in play.agents)
