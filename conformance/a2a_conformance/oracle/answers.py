"""The one text of a call: equality when the target says how it is made, sentinels when it does not (design §6)."""

import json
from collections.abc import Iterator

from a2a_conformance.oracle.accept import Wanted
from a2a_conformance.oracle.differ import Aspect, Difference, content, quoted
from a2a_conformance.oracle.fold import Story
from a2a_conformance.oracle.parts import text_of
from a2a_conformance.outcome import AnswerForm, Kind, NormalPart


def answer_differences(
    want: Wanted, answer: str | None, form: AnswerForm, foreign: tuple[str, ...]
) -> tuple[Difference, ...]:
    """What is wrong with the answer; nothing for ends that owe none."""
    frames = (want.known.seq,) if want.known.seq is not None else ()
    if want.answer is not None:
        if (answer or "") == want.answer:
            return ()
        suspects: tuple[str, ...] = ("listener-stop-response", "outcome")
        cause = "the call does not result in what its listener returned"
        return (Difference(Aspect.ANSWER, cause, quoted(want.answer), quoted(answer), suspects, frames),)
    if not want.success:
        return ()
    pieces = _pieces(want, form)
    if form.artifacts is not None:
        allowed = list(_declared(want, pieces, form))
        if (answer or "") in allowed:
            return ()
        cause, suspects = _symptom(want, answer or "", [text for _, text in pieces], foreign)
        return (Difference(Aspect.ANSWER, cause, quoted(allowed[0]), quoted(answer), suspects, frames),)
    return tuple(_sentinels(want, answer or "", [text for _, text in pieces], foreign, frames))


def _pieces(want: Wanted, form: AnswerForm) -> list[tuple[str, str]]:
    if want.known.message is not None:
        return [("", _render(want.known.message, form))]
    told = [(key, _render(story.parts, form)) for key, story in want.known.artifacts.items()]
    return [(key, text) for key, text in told if text]


def _render(parts: tuple[NormalPart, ...], form: AnswerForm) -> str:
    if not form.data:
        return text_of(parts)
    shown = [part.get("text") if "text" in part else _json(part["data"]) for part in parts if "file" not in part]
    return "".join(text for text in shown if isinstance(text, str))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _declared(want: Wanted, pieces: list[tuple[str, str]], form: AnswerForm) -> Iterator[str]:
    texts = [text for _, text in pieces]
    if want.known.message is None:
        texts = texts[-1:] if form.artifacts == "last" else texts[:1] if form.artifacts == "first" else texts
    told = bool(form.status_message and want.known.reason)
    if not told or want.known.artifacts:
        yield form.join.join(texts)
    if told and want.known.reason:
        yield form.join.join([*texts, want.known.reason])
        yield form.join.join([want.known.reason, *texts])


def _sentinels(
    want: Wanted, answer: str, pieces: list[str], foreign: tuple[str, ...], frames: tuple[int, ...]
) -> Iterator[Difference]:
    rest, at = answer, 0
    expected = " then ".join(quoted(text.strip()) for text in pieces if text.strip())
    for piece in (text.strip() for text in pieces):
        if not piece:
            continue
        found = answer.find(piece, at)
        if found < 0 or answer.count(piece) > max(1, sum(text.count(piece) for text in pieces)):
            cause, suspects = _symptom(want, answer, pieces, foreign)
            yield Difference(Aspect.ANSWER, cause, expected, quoted(answer), suspects, frames)
            return
        at = found + len(piece)
        rest = rest.replace(piece, "\0", 1)
    for text in foreign:
        if text in rest:
            yield Difference(
                Aspect.ANSWER, "text that is no answer stands in the answer", f"an answer without {quoted(text)}",
                quoted(answer), ("art-append-default",) if _replaced(want, text) else ("answer-text",), frames,
            )  # fmt: skip
            return


def _replaced(want: Wanted, text: str) -> bool:
    return any(text in old for story in want.known.artifacts.values() for old in story.replaced)


def _symptom(want: Wanted, answer: str, pieces: list[str], foreign: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    if not answer.strip():
        return "success is reported without the answer", ()
    if want.kind is Kind.MESSAGE or want.known.message is not None:
        return "the text of the Message is wrong", ()
    stories = want.known.artifacts
    texts = [story.text for story in stories.values() if story.text]
    if len(texts) > 1:
        present = [text for text in texts if text.strip() and text.strip() in answer]
        if present == texts[:1] and len(answer.strip()) <= len(texts[0]):
            return "only the first artifact is in the answer", ()
        if present == texts[-1:] and len(answer.strip()) <= len(texts[-1]):
            return "only the last artifact is in the answer", ()
        for story in stories.values():
            if story.text and story.text.strip() not in answer:
                return _broken_up(story, answer)
    for story in stories.values():
        return content(story, answer)
    return "the answer is wrong", ()


def _broken_up(story: Story, answer: str) -> tuple[str, tuple[str, ...]]:
    """Why the text of one of several artifacts does not stand in the answer as it should."""
    pieces = [piece.text.strip() for piece in story.pieces if piece.text.strip()]
    places = [answer.find(piece) for piece in pieces]
    if len(pieces) < 2 or all(place < 0 for place in places):
        return "an artifact is lost", ()
    if places[-1] >= 0 > places[0]:
        return "only the last chunk of an artifact is left", ("art-append",)
    if places[0] >= 0 and -1 in places:
        return "appended chunks are lost", ("art-append",)
    between = answer[places[0] + len(pieces[0]) : places[1]]
    if places[1] > places[0] and not between.strip():
        return "something is put between the chunks of an artifact", ("art-append",)
    return "text of another artifact is mixed in", ("art-interleave",)
