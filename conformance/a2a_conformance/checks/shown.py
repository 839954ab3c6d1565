"""One outcome for each step, whatever the target shows: told as such, or worked out from the events it handed on."""

from a2a_conformance.oracle.fold import Piece, Story
from a2a_conformance.oracle.parts import text_of
from a2a_conformance.oracle.sequence import derive
from a2a_conformance.outcome import Hello, NormalPart, Observes, Outcome, Told


def shown(told: Told, hello: Hello) -> Outcome | None:
    """The outcome as a caller of the target would see it; None when the target shows none."""
    if hello.observes is not Observes.EVENTS:
        return told.outcome
    bare = derive(told)
    artifacts = folded(told)
    answer = bare.answer
    if answer is None and artifacts is not None:
        answer = "".join(text_of(parts) for parts in artifacts.values())
    return Outcome(
        bare.outcome, answer, artifacts, bare.task, bare.context, _question(told), bare.error, bare.updates
    )  # fmt: skip


def folded(told: Told) -> dict[str, tuple[NormalPart, ...]] | None:
    """The artifacts that the handed-on events make; None when the target does not say which chunks append."""
    stories: dict[str, Story] = {}
    for event in told.surfaced:
        if event.event != "artifact" or event.artifact is None:
            continue
        story = stories.setdefault(event.artifact, Story())
        if event.append is None and story.pieces:
            return None
        if not event.append:
            story.pieces = []
        story.pieces.append(Piece(tuple(dict(part) for part in event.parts), bool(event.append)))
    return {key: story.parts for key, story in stories.items()}


def _question(told: Told) -> str | None:
    for event in reversed(told.surfaced):
        if event.event == "status":
            return text_of(event.parts) or None
    return None
