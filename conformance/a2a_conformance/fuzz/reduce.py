"""Makes a document smaller as long as it keeps a property: proposes one change after the other, is told of each."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final

Path = tuple[str | int, ...]
Changes = Callable[[Mapping[str, Any]], Iterator[dict[str, Any]]]

KEPT: Final[frozenset[Path]] = frozenset({("scenario",), ("drive",), ("script",), ("agents",)})
"""What a file cannot be without."""
_SHORT: Final = "x"


def reduce(document: Mapping[str, Any]) -> Generator[dict[str, Any], bool, dict[str, Any]]:
    """Yields smaller documents and is sent whether each keeps the property; returns the smallest that did.

    Ends when no single change keeps it. What it yields may be no legal scenario: then the answer is False.
    """
    best = dict(document)
    while True:
        before = best
        for changes in (_fewer, _without, _barer, _shorter):
            best = yield from _pass(best, changes)
        if best == before:
            return best


def _pass(best: dict[str, Any], changes: Changes) -> Generator[dict[str, Any], bool, dict[str, Any]]:
    """All changes of one kind; after one that was kept it goes on behind the same place."""
    place = 0
    while True:
        for candidate in islice(changes(best), place, None):
            if (yield candidate):
                best = candidate
                break
            place += 1
        else:
            return best


def _fewer(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Lists without half of their items, a quarter of them, one of them; long lists and outer ones first."""
    lists = [(path, value) for path, value in _walk(document) if isinstance(value, list) and value]
    for path, value in lists:
        size = len(value)
        while size:
            for start in range(0, len(value), size):
                rest = value[:start] + value[start + size :]
                if rest:
                    yield _put(document, path, rest)
            size //= 2


def _without(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Maps without one of their members."""
    for path, value in _walk(document):
        if isinstance(value, Mapping):
            for key in reversed(value):
                if (*path, key) not in KEPT:
                    yield _put(document, path, {other: inner for other, inner in value.items() if other != key})


def _barer(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Shorthand for what has become of a map or a list with one thing in it."""
    for path, value in _walk(document):
        if not path or path in KEPT:
            continue
        if isinstance(value, Mapping) and len(value) == 1:
            yield _put(document, path, next(iter(value.values())))
        if isinstance(value, Mapping) and isinstance(parts := value.get("parts"), list) and len(parts) == 1:
            text = parts[0].get("text") if isinstance(parts[0], Mapping) else None
            rest = {key: inner for key, inner in value.items() if key != "parts"}
            yield _put(document, path, rest | {"text": _SHORT if text is None else text})
        if isinstance(value, Mapping) and isinstance(chunks := value.get("chunks"), list):
            rest = {key: inner for key, inner in value.items() if key != "chunks"}
            yield _put(document, path, rest | {"text": chunks[0]})


def _shorter(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Texts of one letter, of half their length, with one letter less; numbers that are less."""
    for path, value in _walk(document):
        if path in KEPT:
            continue
        if isinstance(value, str) and len(value) > 1:
            yield from (_put(document, path, less) for less in _texts(value))
        elif isinstance(value, int) and not isinstance(value, bool) and value > 1:
            yield from (_put(document, path, less) for less in dict.fromkeys((1, value // 2, value - 1)))


def _texts(text: str) -> Sequence[str]:
    if text == _SHORT:
        return ()
    half = len(text) // 2
    shorter = (
        _SHORT,
        text[:half],
        text[half:],
        text[1:] if len(text) <= 8 else "",
        text[:-1] if len(text) <= 8 else "",
    )
    return tuple(dict.fromkeys(one for one in shorter if one))


def _walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All values with their paths, outer ones before inner ones, level by level."""
    level: list[tuple[Path, Any]] = [(path, value)]
    while level:
        yield from level
        level = [
            ((*path, key), inner)
            for path, value in level
            for key, inner in (
                value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
            )
        ]


def _put(document: Any, path: Path, value: Any) -> Any:
    """The document with another value at a path; shares what is not on the way there."""
    if not path:
        return value
    key, *rest = path
    changed = _put(document[key], tuple(rest), value)
    if isinstance(document, list):
        return [changed if index == key else inner for index, inner in enumerate(document)]
    return {other: changed if other == key else inner for other, inner in document.items()}
