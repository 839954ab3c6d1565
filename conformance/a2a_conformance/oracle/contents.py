"""What came out of a call: its artifacts, and the answer that is made of them."""

from collections.abc import Iterator
from dataclasses import replace

from a2a_conformance.oracle.accept import Wanted
from a2a_conformance.oracle.answers import answer_differences
from a2a_conformance.oracle.differ import Aspect, Difference, content
from a2a_conformance.oracle.fold import Knowledge
from a2a_conformance.oracle.parts import same, show, text_of
from a2a_conformance.outcome import Hello, Kind, Observes, Outcome


def content_differences(
    want: Wanted, outcome: Outcome, hello: Hello, foreign: tuple[str, ...]
) -> tuple[Difference, ...]:
    """What is wrong with the artifacts; if nothing is, with the answer: made of them, it tells the same once more."""
    if want.artifacts is not None and (outcome.artifacts is not None or hello.observes is Observes.AGGREGATE):
        found = tuple(_artifacts(want, outcome, foreign))
        if found:
            return tuple(_at_stop(want, outcome, one) for one in found) if want.kind is Kind.STOPPED else found
    owes = hello.observes is Observes.ANSWER or (outcome.answer is not None and hello.observes < Observes.EVENTS)
    if hello.observes is Observes.AGGREGATE and want.kind is Kind.MESSAGE:
        owes = True
    if not owes:
        return ()
    found = answer_differences(want, outcome.answer, hello.answer, foreign)
    if want.kind is Kind.STOPPED:
        return tuple(_at_stop(want, outcome, one) for one in found)
    return found


def _at_stop(want: Wanted, outcome: Outcome, found: Difference) -> Difference:
    """The same, laid to the listener: it got another result, or saw the task without the update it stopped at."""
    missing = want.brought is not None and want.brought not in (outcome.answer or "")
    accused = ("listener-accumulated-task",) if missing and outcome.answer else ()
    return replace(found, suspects=(*accused, "listener-stop-artifacts", *found.suspects))


def _artifacts(want: Wanted, outcome: Outcome, foreign: tuple[str, ...]) -> Iterator[Difference]:
    told, frames = dict(outcome.artifacts or {}), (want.known.seq,) if want.known.seq is not None else ()
    wrong = False
    for key, story in want.known.artifacts.items():
        parts = told.pop(key, None)
        expected = f"artifact {key}: {show(story.parts)}"
        if parts is None:
            if not want.partial and story.parts:
                got = f"artifacts {', '.join(outcome.artifacts or ()) or 'none'}"
                yield Difference(Aspect.CONTENT, "an artifact is lost", expected, got, (), frames)
                wrong = True
            continue
        if same(story.parts, parts) or (want.partial and text_of(parts) in story.prefixes()):
            continue
        wrong = True
        if text_of(parts) != story.text:
            cause, suspects = content(story, text_of(parts), _pieces_of_others(want.known, key))
            if not suspects and any(text in text_of(parts) for text in foreign):
                cause, suspects = "text that is no answer stands in an artifact", ("answer-text",)
            yield Difference(Aspect.CONTENT, cause, expected, show(parts), suspects, frames)
        else:
            cause = "files or data of an artifact are lost or changed"
            yield Difference(Aspect.PARTS, cause, expected, show(parts), ("art-part-kinds",), frames)
    for key, parts in told.items():
        if parts and not wrong:
            chatter = any(text in text_of(parts) for text in foreign)
            yield Difference(
                Aspect.CONTENT, "an artifact is reported that was never sent",
                f"artifacts {', '.join(want.known.artifacts) or 'none'}", f"artifact {key}: {show(parts)}",
                ("answer-text",) if chatter else ("art-interleave",), frames,
            )  # fmt: skip


def _pieces_of_others(known: Knowledge, key: str) -> tuple[str, ...]:
    """Texts by which another artifact is recognised; words too short to tell are left out."""
    pieces = [piece.text for name, story in known.artifacts.items() if name != key for piece in story.pieces]
    return tuple(text for text in pieces if len(text.strip()) >= 3)
