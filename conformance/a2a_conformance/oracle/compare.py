"""Compares what a target told of a step with what a correct client may tell."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from a2a_conformance.oracle.accept import Accept, Wanted
from a2a_conformance.oracle.afterwards import late_error, stayed
from a2a_conformance.oracle.contents import content_differences
from a2a_conformance.oracle.differ import FAILURES, GOOD, NOT_DONE, PAUSES, Aspect, Difference, quoted, wrong_end
from a2a_conformance.oracle.fold import Knowledge
from a2a_conformance.oracle.sequence import derive, sequence_differences
from a2a_conformance.outcome import Ended, Hello, Kind, Observes, Outcome, Told, ToldError
from a2a_simulator.scenario.play import Verb

ANSWERING: Final = frozenset({Verb.SEND, Verb.ANSWER, Verb.RESUBSCRIBE, Verb.GET})
"""Steps whose end a target has to tell; of a cancel it may be enough that it returned."""


def compare(accept: Accept, told: Told, hello: Hello) -> tuple[Difference, ...]:
    """The differences to the nearest acceptable end; empty when one fits, or when nothing can be seen."""
    found = _compare(accept, told, hello)
    return tuple(one if one.frames else replace(one, frames=accept.frames) for one in found)


def _compare(accept: Accept, told: Told, hello: Hello) -> tuple[Difference, ...]:
    if told.ended is Ended.SKIPPED or hello.observes is Observes.WIRE:
        return ()
    if told.ended in (Ended.HANG, Ended.CRASH):
        return (_no_end(accept, told),)
    if accept.gave_up is not None and told.ended is not Ended.STOPPED:
        return (_left(accept),)
    if not accept.wanted:
        return ()
    if hello.observes is Observes.ENDED:
        return tuple(_ended(accept, told))
    outcome = derive(told) if hello.observes is Observes.EVENTS else told.outcome
    if outcome is None:
        return (_mute(accept),) if mute(told, accept.verb, hello) else ()
    return (*judge_outcome(accept, outcome, hello), *_sequence(accept, told, hello), *stayed(accept, told))


def _sequence(accept: Accept, told: Told, hello: Hello) -> tuple[Difference, ...]:
    """What is wrong with the events handed on: all of them, or those that a client showed to its listener."""
    if hello.observes is Observes.EVENTS:
        return sequence_differences(accept, told)
    if not accept.listens or not told.surfaced:
        return ()
    updates = tuple(slot for slot in accept.slots if slot.event in ("status", "artifact"))
    return sequence_differences(replace(accept, slots=updates), told)


def judge_outcome(accept: Accept, outcome: Outcome, hello: Hello) -> tuple[Difference, ...]:
    """The differences of one outcome to the nearest acceptable end."""
    fitting = [want for want in accept.wanted if kind_fits(outcome, want, hello.observes)]
    if not fitting and accept.broken_after and outcome.outcome is Kind.ERROR:
        return (late_error(accept, blinds=hello.observes is not Observes.EVENTS),)
    if not fitting:
        return (_at_the_end(wrong_end(accept.wanted, outcome.outcome), accept),)
    found = [tuple(_against(want, outcome, hello, accept)) for want in fitting]
    return min(found, key=lambda each: sum(difference.weight for difference in each))


def _at_the_end(difference: Difference, accept: Accept) -> Difference:
    """Where nothing but the end of the stream shows that the task is unfinished, the end is what to look at."""
    first = accept.wanted[0]
    if first.kind in NOT_DONE and first.error is None and accept.ended_at is not None:
        return replace(difference, frames=(accept.ended_at,))
    return difference


def kind_fits(outcome: Outcome, want: Wanted, level: Observes) -> bool:
    """Whether the reported end is this one, as far as a target of this level can tell ends apart."""
    got, wanted = outcome.outcome, want.kind
    if got is wanted:
        return True
    if got is Kind.UNKNOWN:
        if wanted in GOOD:
            return True
        question = want.known.reason
        asked = question is not None and question in f"{outcome.answer or ''}\n{outcome.question or ''}"
        return (wanted is Kind.INCOMPLETE and not outcome.answer) or (wanted not in FAILURES and asked)
    if level <= Observes.ANSWER:
        if wanted in (Kind.MESSAGE, Kind.STOPPED):
            return got is Kind.COMPLETED
        if wanted in FAILURES:
            return got in (Kind.ERROR, Kind.FAILED)
    return False


def mute(told: Told, verb: Verb, hello: Hello) -> bool:
    """Whether a target that shows outcomes returned from a call without telling what it came to."""
    shows = hello.observes in (Observes.ANSWER, Observes.AGGREGATE)
    return shows and verb in ANSWERING and told.ended is Ended.CLEAN and told.outcome is None


def _mute(accept: Accept) -> Difference:
    return Difference(
        Aspect.KIND, "the call returns, and nothing is told of its end", f"an outcome: {accept.wanted[0].why}",
        "no outcome", (), accept.frames, blinds=True,
    )  # fmt: skip


def _no_end(accept: Accept, told: Told) -> Difference:
    if told.ended is Ended.CRASH:
        return Difference(
            Aspect.END, "the client crashes", "an outcome", told.note or "a crash", ("client-ends",),
            accept.frames, blinds=True,
        )  # fmt: skip
    suspects: tuple[str, ...] = ("client-ends",)
    cause = "the call never ends"
    if accept.open_after == "terminal":
        suspects = ("stream-client-close-on-terminal", *suspects)
        cause = "the call never ends when the agent leaves the stream open after the task is over"
    elif accept.open_after == "interrupted":
        suspects = ("state-interrupted-set", *suspects)
        cause = "the call never ends when the agent asks and leaves the stream open"
    expected = f"an end: {accept.wanted[0].why}" if accept.wanted else "an outcome"
    return Difference(Aspect.END, cause, expected, "no end by the deadline", suspects, accept.frames, blinds=True)


def _left(accept: Accept) -> Difference:
    return Difference(
        Aspect.KIND, "the client leaves the stream while the task is still going on",
        "the stream read to its end", "the connection closed by the client", (),
        (*accept.frames, accept.gave_up) if accept.gave_up is not None else accept.frames, blinds=True,
    )  # fmt: skip


def _ended(accept: Accept, told: Told) -> Iterator[Difference]:
    kinds = {want.kind for want in accept.wanted}
    if told.ended is Ended.CLEAN and kinds == {Kind.ERROR}:
        yield _at_the_end(wrong_end(accept.wanted, Kind.COMPLETED), accept)
    elif told.ended is Ended.ERROR and kinds <= GOOD and not accept.broken_after:
        yield wrong_end(accept.wanted, Kind.ERROR)


def _against(want: Wanted, outcome: Outcome, hello: Hello, accept: Accept) -> Iterator[Difference]:
    yield from content_differences(want, outcome, hello, accept.foreign)
    reason = want.known.reason if want.kind in PAUSES else None
    if reason and asks(outcome, reason) is not True and (outcome.question is not None or _owes(hello)):
        yield Difference(
            Aspect.QUESTION, "the agent's question is not passed on", quoted(reason), quoted(outcome.question),
            ("state-interrupted-set", "outcome"), _at(want.known),
        )  # fmt: skip
    yield from _error(want, outcome.error, hello)
    yield from _ids(want.known, outcome)
    if want.updates is not None and outcome.updates is not None and outcome.updates != want.updates:
        yield Difference(
            Aspect.UPDATES, "the listener is not called once for each update up to its stop",
            f"{want.updates} updates", f"{outcome.updates} updates",
            ("listener-stop-final",) if outcome.updates > want.updates else ("listener-every-update",),
            _at(want.known),
        )  # fmt: skip


def asks(outcome: Outcome, reason: str) -> bool | None:
    """Whether an outcome tells the agent's question, in its own member or in the answer; None: it tells none."""
    if outcome.question is not None:
        return outcome.question.strip() == reason.strip()
    return True if reason.strip() in (outcome.answer or "") else None


def _owes(hello: Hello) -> bool:
    """Whether the target tells everything of an end: question and error may be missing at `answer`, not here."""
    return hello.observes is Observes.AGGREGATE


def _error(want: Wanted, told: ToldError | None, hello: Hello) -> Iterator[Difference]:
    error = want.error
    if want.kind is not Kind.ERROR or error is None:
        return
    expected = f"{error}"
    if told is None:
        if _owes(hello):
            cause = "the code and text of an error are lost"
            yield Difference(Aspect.ERROR, cause, expected, "an error, and nothing of it", ("err-client-by-reason",))
        return
    clash = (
        (error.code is not None and told.code is not None and told.code != error.code)
        or (error.http is not None and told.http_status is not None and told.http_status != error.http)
        or (error.reason is not None and told.reason is not None and told.reason != error.reason)
    )
    cause = "an error is reported as another one" if clash else "the code and text of an error are lost"
    if clash or not names(error, told):
        yield Difference(Aspect.ERROR, cause, expected, told_error(told), ("err-client-by-reason",))


def names(error: object, told: ToldError) -> bool:
    """Whether what was told lets the caller recognise the error."""
    code, http = getattr(error, "code", None), getattr(error, "http", None)
    reason, message, name = (
        getattr(error, "reason", None),
        getattr(error, "message", ""),
        getattr(error, "name", None),
    )
    if (code is not None and told.code == code) or (http is not None and told.http_status == http):
        return True
    if reason is not None and told.reason == reason:
        return True
    if not any((code, http, reason, message)):
        return True
    text = told.message or ""
    clues = [str(abs(code)) if code is not None else None, str(http) if http else None, reason, name, message]
    if told.kind is not None and told.kind.value == "auth" and http in (401, 403):
        return True
    return any(clue and clue in text for clue in clues)


def told_error(told: ToldError) -> str:
    """An error as the target told it, in one line."""
    pairs = (
        ("kind", told.kind), ("code", told.code), ("http_status", told.http_status), ("reason", told.reason),
        ("message", told.message),
    )  # fmt: skip
    return ", ".join(f"{name} {value}" for name, value in pairs if value is not None) or "an error without details"


def _ids(known: Knowledge, outcome: Outcome) -> Iterator[Difference]:
    for name, wanted, got in (("task", known.task, outcome.task), ("context", known.context, outcome.context)):
        if wanted and got and wanted != got:
            yield Difference(
                Aspect.IDS, f"a wrong {name} id is told to the caller", wanted, got, ("outcome",), _at(known)
            )


def _at(known: Knowledge) -> tuple[int, ...]:
    return (known.seq,) if known.seq is not None else ()
