"""A pinned result against what was told, part by part, as far as the target shows it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.shown import shown
from a2a_conformance.oracle.accept import Wanted
from a2a_conformance.oracle.compare import kind_fits, names, told_error
from a2a_conformance.oracle.differ import quoted
from a2a_conformance.oracle.fold import Knowledge
from a2a_conformance.oracle.heard import WireError
from a2a_conformance.oracle.parts import others, same, show, text_of
from a2a_conformance.outcome import ErrorKind, Kind, Observes, Outcome, ToldError
from a2a_simulator.protocol.errors import BY_NAME
from a2a_simulator.scenario.matchers import Match
from a2a_simulator.scenario.play import DriveStep, Expect, ExpectedArtifact, ExpectedError

OUR_ERRORS: Final = {
    "NoUsableInterface": ErrorKind.REFUSED,
    "Transport": ErrorKind.TRANSPORT,
    "Protocol": ErrorKind.PROTOCOL,
    "Timeout": ErrorKind.TIMEOUT,
}
"""Errors that no agent sends, by the layer under which a target tells them."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that is not as pinned. `what` names it for the cause."""

    what: str
    text: str
    expected: str
    got: str
    frames: tuple[int, ...] = ()


def result_mismatches(expect: Expect, step: DriveStep, evidence: Evidence) -> Iterator[Mismatch]:
    """What differs in the result of a step; nothing where the target shows nothing.

    A target that shows events is held to their sequence by the oracle, not to texts, artifacts and reasons here.
    """
    told, hello = evidence.told.get(step.id), evidence.hello
    if told is None or hello.observes < Observes.ANSWER:
        return
    outcome = shown(told, hello)
    if outcome is None:
        return
    if expect.outcome and not any(_kind_fits(outcome, Kind(kind), evidence) for kind in expect.outcome):
        wanted = " or ".join(expect.outcome)
        yield Mismatch("the outcome", f"{outcome.outcome} instead of {wanted}", wanted, outcome.outcome.value)
        return
    whole = hello.observes is not Observes.EVENTS and hello.answer.artifacts in (None, "all")
    if expect.text is not None and (whole or outcome.outcome is Kind.STOPPED):
        answer = _answer(outcome)
        if not _text_fits(expect.text, answer):
            yield Mismatch("the answer", "another answer", str(expect.text), quoted(answer))
    if expect.error is not None and outcome.error is not None and not _error_fits(expect.error, outcome.error):
        yield Mismatch("the error", "another error", _describe(expect.error), told_error(outcome.error))
    listens = outcome.updates is not None and "listener" in hello.features
    if listens and expect.listener_updates not in (None, outcome.updates):
        yield Mismatch(
            "the count of updates", "the listener was called differently often",
            f"{expect.listener_updates} updates", f"{outcome.updates} updates",
        )  # fmt: skip
    if hello.observes is Observes.AGGREGATE:
        yield from _aggregate(expect, outcome)


def _aggregate(expect: Expect, outcome: Outcome) -> Iterator[Mismatch]:
    for key, wanted in expect.artifacts.items():
        if outcome.artifacts is not None:
            yield from _artifact(key, wanted, outcome)
        elif not wanted.absent:
            yield Mismatch("an artifact", f"artifact {key} is not told", _content(wanted), "nothing")
    if expect.reason is not None:
        texts = (outcome.question, outcome.error.message if outcome.error else None, outcome.answer)
        told = [text for text in texts if text is not None]
        if not any(expect.reason(text) or expect.reason(text.strip()) for text in told):
            yield Mismatch(
                "the reason",
                "the agent's reason is not passed on",
                str(expect.reason),
                quoted(next(iter(told), None)),
            )


def _artifact(key: str, wanted: ExpectedArtifact, outcome: Outcome) -> Iterator[Mismatch]:
    parts = (outcome.artifacts or {}).get(key)
    if wanted.absent:
        if parts:
            yield Mismatch("an artifact", f"artifact {key} is told", f"no artifact {key}", show(parts))
        return
    if parts is None:
        yield Mismatch("an artifact", f"artifact {key} is missing", _content(wanted), "nothing")
        return
    if wanted.text is not None and not wanted.text(text_of(parts)):
        yield Mismatch("an artifact", f"artifact {key} has another text", str(wanted.text), quoted(text_of(parts)))
    data = [part for part in others(parts) if "data" in part]
    if wanted.data is not None and not same([{"data": value} for value in wanted.data], data):
        yield Mismatch("an artifact", f"artifact {key} has other data", _content(wanted), show(parts))
    files = [part for part in others(parts) if "file" in part]
    if wanted.files is not None and not same([{"file": file} for file in wanted.files], files):
        yield Mismatch("an artifact", f"artifact {key} has other files", _content(wanted), show(parts))


def _content(wanted: ExpectedArtifact) -> str:
    told = [f"text {wanted.text}"] if wanted.text is not None else []
    told += [f"data {list(wanted.data)}"] if wanted.data is not None else []
    told += [f"files {[dict(file) for file in wanted.files]}"] if wanted.files is not None else []
    return ", ".join(told) or "the artifact"


def _kind_fits(outcome: Outcome, kind: Kind, evidence: Evidence) -> bool:
    known = Knowledge(reason=outcome.question)
    return kind_fits(outcome, Wanted(kind, "pinned", known), evidence.hello.observes)


def _answer(outcome: Outcome) -> str | None:
    if outcome.answer is not None or outcome.artifacts is None:
        return outcome.answer
    return "".join(text_of(parts) for parts in outcome.artifacts.values())


def _text_fits(match: Match, answer: str | None) -> bool:
    """Equal texts may differ in white space: how artifacts are joined is the client's own."""
    if match(answer):
        return True
    if match.equals is None or answer is None:
        return match.equals == "" and answer is None
    return "".join(answer.split()) == "".join(match.equals.split())


def _error_fits(wanted: ExpectedError, told: ToldError) -> bool:
    if wanted.name in OUR_ERRORS:
        return told.kind in (None, OUR_ERRORS[wanted.name])
    row = BY_NAME.get(wanted.name or "")
    code = wanted.code if wanted.code is not None else row.code if row is not None else None
    http = wanted.http if wanted.http is not None else row.http if row is not None and row.code is None else None
    reason = row.reason if row is not None else None
    named = (code, http, reason) == (None, None, None) or names(
        WireError(code, http, reason, row.text if row else ""), told
    )
    text = wanted.message is None or told.message is None or wanted.message(told.message)
    return named and text


def _describe(wanted: ExpectedError) -> str:
    pairs = (("", wanted.name), ("code ", wanted.code), ("HTTP ", wanted.http), ("message ", wanted.message))
    return ", ".join(f"{label}{value}" for label, value in pairs if value is not None)
