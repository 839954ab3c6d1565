"""Parts, made-up content and conditions, lowered."""

from collections.abc import Sequence
from typing import Any

from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.parts import Data, File, Metadata, Part, Text
from a2a_simulator.scenario.matchers import Match
from a2a_simulator.scenario.models.conditions import CallMatch, TextMatch
from a2a_simulator.scenario.models.content import FilePart, PartItem
from a2a_simulator.scenario.placeholders import count, count_json, fill, fill_json
from a2a_simulator.scenario.play import When


def filler(size: int) -> str:
    """Made-up ASCII of that many bytes: numbered words, so that a lost or doubled piece shows."""
    words = (f"{number:07d} " for number in range(size // 8 + 1))
    return "".join(words)[:size]


def parts(text: str | None, items: Sequence[PartItem] | None, n: int | None, final: bool = False) -> tuple[Part, ...]:
    """The parts of `text` or `parts`; `n` fills `${n}`; `final`: nothing fills the rest later."""
    if items is None:
        return () if text is None else (Text(_text(text, n, final)),)
    return tuple(part(item, n, final) for item in items)


def part(item: PartItem, n: int | None, final: bool = False) -> Part:
    """One part."""
    metadata = _json(item.metadata, n, final)
    if item.file is not None:
        return _file(item.file, n, final, metadata)
    if item.filler is not None:
        return Text(filler(item.filler), metadata, item.media_type)
    if item.text is not None:
        return Text(_text(item.text, n, final), metadata, item.media_type)
    return Data(_json(item.data, n, final), metadata, item.media_type)


def _file(file: FilePart, n: int | None, final: bool, metadata: Metadata | None) -> File:
    content = file.base64
    if file.text is not None:
        content = file.text.encode("utf-8")
    elif file.size is not None:
        content = filler(file.size).encode("ascii")
    url = None if file.url is None else _text(file.url, n, final)
    return File(content, url, file.name, file.type, metadata)


def _text(text: str, n: int | None, final: bool) -> str:
    if final:
        return fill(text, {} if n is None else {"n": str(n)})
    return count(text, n)


def _json(value: Any, n: int | None, final: bool) -> Any:
    if value is None:
        return None
    if final:
        return fill_json(value, {} if n is None else {"n": str(n)})
    return count_json(value, n)


def match(model: TextMatch | None, n: int | None = None) -> Match | None:
    """A condition on a text."""
    if model is None:
        return None
    return Match(
        equals=None if model.equals is None else count(model.equals, n),
        contains=tuple(count(one, n) for one in model.contains or ()),
        lacks=tuple(count(one, n) for one in model.lacks or ()),
        matches=model.matches,
        absent=bool(model.absent),
    )


def when(model: CallMatch | None, default: frozenset[Operation] | None = SENDS, n: int | None = None) -> When:
    """A condition on a call; `default`: the operations where the file names none (None: any)."""
    if model is None:
        return When(default)
    calls = default
    if model.call is not None:
        calls = None if "any" in model.call else frozenset(Operation(call) for call in model.call)
    headers = {name: match(one, n) or Match() for name, one in (model.headers or {}).items()}
    return When(
        calls=calls,
        task=model.task,
        context=model.context,
        text=match(model.text, n),
        headers=headers,
        path=match(model.path, n),
        params=count_json(model.params or {}, n),
        agent=model.agent,
    )
