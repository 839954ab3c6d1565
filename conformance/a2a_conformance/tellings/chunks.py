"""How an artifact is cut into chunks, and how their end is marked (A2A 1.0 §4.2.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard

from a2a_conformance.tellings.editing import is_free, is_honest, retold
from a2a_simulator.protocol.parts import Part, Text, text_of
from a2a_simulator.scenario.play import ArtifactStep, Entry, Play, Step


def finer(play: Play) -> Play | None:
    """Every text chunk in two."""
    return retold(play, lambda entry: [half for step in entry.steps for half in _halves(step)])


def coarser(play: Play) -> Play | None:
    """Chunks of one artifact that follow each other in one update."""
    return retold(play, lambda entry: list(_merged(entry.steps)))


def never_last(play: Play) -> Play | None:
    """No chunk marked as the last."""
    return retold(play, lambda entry: [_marked(step, False) if is_honest(entry) else step for step in entry.steps])


def marked_last(play: Play) -> Play | None:
    """The last chunk of each artifact marked as such."""
    if any(not is_honest(entry) or entry.times != 1 for agent in play.agents for entry in agent.entries):
        return None
    names = [name for agent in play.agents for entry in agent.entries for name in _names(entry)]
    once = {name for name in names if names.count(name) == 1}
    return retold(play, lambda entry: list(_closed(entry.steps, once)))


def parts_in_order_of_kind(play: Play) -> Play | None:
    """Text before what is no text, inside one update."""
    return retold(play, lambda entry: [_sorted(step) for step in entry.steps])


def _halves(step: Step) -> Iterator[Step]:
    part = step.parts[0] if _is_chunk(step) and len(step.parts) == 1 else None
    if not _is_chunk(step) or not isinstance(part, Text) or len(part.text) < 2 or "${" in part.text:
        yield step
        return
    middle = len(part.text) // 2
    yield replace(step, parts=(replace(part, text=part.text[:middle]),), last=False)
    yield ArtifactStep(
        step.place, step.path, id=step.id, parts=(replace(part, text=part.text[middle:]),), append=True,
        last=step.last, mods=step.mods,
    )  # fmt: skip


def _merged(steps: Sequence[Step]) -> Iterator[Step]:
    held: Step | None = None
    for step in steps:
        if _is_chunk(held) and _continues(step, held):
            held = replace(held, parts=_joined(held.parts, step.parts), last=step.last)
            continue
        if held is not None:
            yield held
        held = step
    if held is not None:
        yield held


def _continues(step: Step, before: ArtifactStep) -> TypeGuard[ArtifactStep]:
    return (
        _is_chunk(step)
        and step.append
        and step.id == before.id
        and not before.last
        and (step.name, step.description, step.metadata) == (None, None, None)
        and step.mods == before.mods
    )


def _joined(before: tuple[Part, ...], parts: tuple[Part, ...]) -> tuple[Part, ...]:
    last, first = before[-1:], parts[:1]
    if all(isinstance(part, Text) and part == Text(part.text) for part in (*last, *first)) and last and first:
        return (*before[:-1], Text(text_of((*last, *first))), *parts[1:])
    return (*before, *parts)


def _names(entry: Entry) -> set[str]:
    steps = entry.steps
    named = {step.id for step in steps if isinstance(step, ArtifactStep)}
    return named | {name for step in steps for name in getattr(step, "artifacts", {})}


def _closed(steps: Sequence[Step], names: set[str]) -> Iterator[Step]:
    final = {
        step.id: index for index, step in enumerate(steps) if isinstance(step, ArtifactStep) and step.id in names
    }
    for index, step in enumerate(steps):
        yield _marked(step, True) if index in final.values() else step


def _marked(step: Step, last: bool) -> Step:
    return replace(step, last=last) if _is_chunk(step) else step


def _sorted(step: Step) -> Step:
    if not _is_chunk(step):
        return step
    return replace(step, parts=tuple(sorted(step.parts, key=lambda part: not isinstance(part, Text))))


def _is_chunk(step: Step | None) -> TypeGuard[ArtifactStep]:
    return isinstance(step, ArtifactStep) and is_free(step)
