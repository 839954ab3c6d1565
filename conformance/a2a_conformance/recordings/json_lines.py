"""Events as JSON: one value, a list, or one value a line."""

from collections.abc import Iterator

from a2a_conformance.recordings.items import Item, NothingUnderstood, Recording, Shape
from a2a_simulator.wire import json_text
from a2a_simulator.wire.readings import Reading


def read_json(first_line: str, raw: bytes, begin: int, lines: int) -> Recording:
    """The JSON in `raw` from the byte `begin`, before which there were so many lines. Raises NothingUnderstood."""
    recording = Recording(first_line, Shape.LINES)
    numbered = _numbered(raw, begin, lines)
    offset, line, text = next(numbered)
    first = Item(json_text.loads(text), line=line, offset=offset)
    more = next(numbered, None)
    if first.wrong or more is None:
        whole = json_text.loads(raw[begin:])
        if isinstance(whole.value, list):
            recording.shape = Shape.LIST
            recording.items = [Item(Reading(value, whole.defects), line=line, offset=offset) for value in whole.value]
            return recording
        if whole.value is not None:
            recording.shape = Shape.ONE
            recording.items = [Item(whole, line=line, offset=offset)]
            return recording
        if first.wrong:
            wrong = whole.defects[-1].text
            text_ = f"it begins like JSON but is neither JSON nor one JSON value a line: {wrong}"
            raise NothingUnderstood(first_line, text_)
    recording.items = _lines(recording, raw, begin, lines)
    return recording


def _lines(recording: Recording, raw: bytes, begin: int, lines: int) -> Iterator[Item]:
    broken: tuple[int, bytes] | None = None
    for offset, number, text in _numbered(raw, begin, lines):
        if broken is not None:
            line = broken[1].decode("utf-8", "replace")
            raise NothingUnderstood(line, f"line {broken[0]} is no JSON, though the lines before are")
        item = Item(json_text.loads(text), line=number, offset=offset)
        if item.wrong:
            broken = (number, text)
        else:
            yield item
    if broken is not None:
        recording.whole = False
        recording.notes.append("the last line breaks off")


def _numbered(raw: bytes, begin: int, lines: int) -> Iterator[tuple[int, int, bytes]]:
    """Offset, number and text of each line that is not empty."""
    number = lines
    while begin < len(raw):
        end = raw.find(b"\n", begin)
        end = len(raw) if end < 0 else end
        number += 1
        text = raw[begin:end].strip()
        if text:
            yield begin, number, text
        begin = end + 1
