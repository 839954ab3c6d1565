"""The differences between what was told and what should have been, each with its symptom and the usual suspects."""

from dataclasses import dataclass, field
from enum import StrEnum

from a2a_conformance.oracle.accept import Wanted
from a2a_conformance.oracle.fold import Story
from a2a_conformance.oracle.parts import shorten
from a2a_conformance.outcome import Kind


class Aspect(StrEnum):
    """What differs."""

    END = "end"
    KIND = "kind"
    CONTENT = "content"
    PARTS = "parts"
    ANSWER = "answer"
    QUESTION = "question"
    ERROR = "error"
    IDS = "ids"
    UPDATES = "updates"
    EVENTS = "events"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `suspects`: the requirements that it speaks of, likeliest first; empty for a plain loss."""

    aspect: Aspect
    cause: str
    expected: str = ""
    got: str = ""
    suspects: tuple[str, ...] = ()
    frames: tuple[int, ...] = ()
    blinds: bool = field(default=False)
    """Whether it hides everything else that the step could have shown."""

    def __str__(self) -> str:
        told = self.cause
        if self.expected:
            told += f": expected {self.expected}, got {self.got}" if self.got else f": expected {self.expected}"
        return told

    @property
    def weight(self) -> int:
        """How bad: the acceptable end with the lightest differences is the one that is compared with."""
        return 100 if self.blinds else 1


FAILURES = frozenset({Kind.FAILED, Kind.REJECTED, Kind.CANCELED})
PAUSES = frozenset({Kind.INPUT_REQUIRED, Kind.AUTH_REQUIRED})
NOT_DONE = frozenset({Kind.INCOMPLETE, Kind.ERROR})
GOOD = frozenset({Kind.COMPLETED, Kind.MESSAGE, Kind.STOPPED})


def wrong_end(wanted: tuple[Wanted, ...], got: Kind) -> Difference:
    """Another kind of end than any acceptable one."""
    first = wanted[0]
    told = got.value.replace("_", " ")
    expected = " or ".join(dict.fromkeys(want.kind.value for want in wanted))
    cause, suspects = _wrong_end(first, got, told)
    frames = (first.known.seq,) if first.known.seq is not None else ()
    return Difference(Aspect.KIND, cause, f"{expected} ({first.why})", got.value, suspects, frames, blinds=True)


def _wrong_end(want: Wanted, got: Kind, told: str) -> tuple[str, tuple[str, ...]]:
    kind = want.kind
    name = kind.value.replace("_", " ")
    if got is Kind.CANCELED and want.error is not None:
        return "a cancel that was refused is reported as canceled", (
            "cancel-client-reads-state",
            "err-client-by-reason",
        )
    if kind in NOT_DONE and got in GOOD | {Kind.UNKNOWN}:
        told = "an answer" if got is Kind.UNKNOWN else told
        if want.error is not None:
            return f"the error {want.error.title} is reported as {told}", (
                "stream-early-eof",
                "err-client-by-reason",
            )
        if kind is Kind.INCOMPLETE and want.why == "the task was still going on":
            return f"a task that is still going on is reported as {told}", ("send-nonblocking-followup", "outcome")
        return f"an early end of the stream is reported as {told}", ("stream-early-eof",)
    if kind in FAILURES:
        if got in GOOD | {Kind.UNKNOWN}:
            told = "an answer" if got is Kind.UNKNOWN else told
            return f"a {name} task is reported as {told}", ("cancel-client-reads-state", "state-failed-reports")
        return f"a {name} task is reported as {told}", ("state-terminal-set", "state-failed-reports")
    if kind in PAUSES:
        suspects = ("auth-req-client-act",) if kind is Kind.AUTH_REQUIRED else ()
        waits = "input" if kind is Kind.INPUT_REQUIRED else "credentials"
        return f"a task that waits for {waits} is reported as {told}", (*suspects, "state-interrupted-set")
    if kind is Kind.MESSAGE:
        return f"a Message is reported as {told}", ("stream-msg-client-done", "send-client-either")
    if kind is Kind.STOPPED:
        return f"a call that the listener stopped is reported as {told}", (
            "listener-stop-wins",
            "listener-stop-artifacts",
            "listener-stop-response",
        )
    if kind is Kind.ERROR and want.error is not None:
        return f"the error {want.error.title} is reported as {told}", ("err-client-by-reason", "outcome")
    if kind in NOT_DONE:
        return f"an unfinished call is reported as {told}", ("stream-early-eof", "outcome")
    return f"a {name} task is reported as {told}", ()


def content(story: Story, got: str, foreign: tuple[str, ...] = ()) -> tuple[str, tuple[str, ...]]:
    """The symptom of a wrong text of one artifact, and whom it accuses. `foreign`: texts of other artifacts."""
    pieces = [piece.text for piece in story.pieces if piece.text]
    whole = story.text
    many = len(pieces) > 1
    if not got:
        return "an artifact is lost", ()
    if any(old and old in got and old not in whole for old in story.replaced):
        return "replaced text is kept", ("art-append-default",)
    if many and got == pieces[-1]:
        return "only the last chunk of an artifact is left", ("art-append", "art-last-chunk")
    if many and got == pieces[0]:
        return "appended chunks are lost", ("art-append",)
    if (whole and got.count(whole) > 1) or _doubled(story, got):
        return "text stands twice", ("sub-client-replace", "stream-client-final-snapshot", "art-append")
    if many and "".join(got.split()) == "".join(whole.split()):
        return "something is put between the chunks of an artifact", ("art-append",)
    if many and sorted(got) == sorted(whole):
        return "chunks are in the wrong order", ("stream-client-order", "art-append")
    if any(text and text in got and text not in whole for text in foreign):
        return "text of another artifact is mixed in", ("art-interleave",)
    if whole.startswith(got):
        return "the end of an artifact is lost", ("art-last-chunk",)
    return "the text of an artifact is wrong", ()


def _doubled(story: Story, got: str) -> bool:
    return any(
        (prefix and got == prefix + story.text) or (prefix and got == story.text + prefix)
        for prefix in story.prefixes()
    )


def quoted(text: str | None) -> str:
    """A text for people: quoted, shortened, or the word `nothing`."""
    return "nothing" if text is None else repr(shorten(text))
