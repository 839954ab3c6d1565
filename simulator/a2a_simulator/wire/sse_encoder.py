"""SSE frames to bytes, in every framing that scenarios know (scenario format §5.4)."""

from itertools import pairwise
from typing import Final

from a2a_simulator.wire.framing import Framing
from a2a_simulator.wire.json_text import indented

_BOM: Final = "\ufeff"
_NEWLINES: Final = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
_PLAIN: Final = Framing()


def encode(data: str, framing: Framing = _PLAIN, first: bool = False) -> tuple[bytes, ...]:
    """One event as the slices that are to be written one by one. `first`: nothing of the stream was written yet."""
    if framing == _PLAIN and "\n" not in data and "\r" not in data:
        return (f"data: {data}\n\n".encode("utf-8", "backslashreplace"),)
    lines = [] if framing.comment is None else _comment(framing.comment, framing)
    for name, value in (("event", framing.event), ("id", framing.id), ("retry", framing.retry)):
        if value is not None:
            lines.append(_field(name, " ".join(_split(str(value))), framing))
    for name, text in framing.fields.items():
        lines.append(_field(name, " ".join(_split(text)), framing))
    text = indented(data) if framing.multi_line else data
    lines.extend(_field("data", line, framing) for line in _split(text))
    return _written(lines, framing, first)


def comment(text: str, framing: Framing = _PLAIN, first: bool = False) -> bytes:
    """Comment lines and a blank line, in the line ends of the framing."""
    return b"".join(_written(_comment(text, framing), framing, first))


def _comment(text: str, framing: Framing) -> list[str]:
    return [_field("", line, framing) for line in _split(text)]


def _field(name: str, value: str, framing: Framing) -> str:
    blank = " " if framing.space or value.startswith(" ") else ""
    return f"{name}:{blank}{value}"


def _split(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _written(lines: list[str], framing: Framing, first: bool) -> tuple[bytes, ...]:
    newline = _NEWLINES.get(framing.newline)
    if newline is None:
        text = _mixed(lines, framing.blank_line)
    else:
        text = newline.join(lines) + newline + (newline if framing.blank_line else "")
    if framing.bom and first:
        text = _BOM + text
    data = text.encode("utf-8", "backslashreplace")
    return _sliced(data, framing.split)


def _mixed(lines: list[str], blank_line: bool) -> str:
    """CR, LF, CRLF in turn. The last line ends in CRLF, the blank one in LF, so that no two ends run together."""
    ends = ["\r", "\n", "\r\n"]
    out = [line + ends[index % 3] for index, line in enumerate(lines[:-1])]
    return "".join([*out, lines[-1], "\r\n", "\n" if blank_line else ""])


def _sliced(data: bytes, split: str | tuple[int, ...] | None) -> tuple[bytes, ...]:
    match split:
        case None:
            return (data,)
        case "every_byte":
            return tuple(data[at : at + 1] for at in range(len(data)))
        case "inside_utf8":
            cuts = [at for at in range(1, len(data)) if data[at] & 0xC0 == 0x80]
        case "inside_newline":
            cuts = [at for at in range(1, len(data)) if data[at] == 10 and data[at - 1] in b"\r\n"]
            cuts += [at for at in range(1, len(data)) if data[at] == 13 and data[at - 1] in b"\r\n"]
        case "inside_field_name":
            cuts = _inside_names(data)
        case str():
            raise ValueError(f"no such split: {split}")
        case offsets:
            cuts = [at for at in offsets if 0 < at < len(data)]
    edges = [0, *sorted(set(cuts)), len(data)]
    return tuple(data[a:b] for a, b in pairwise(edges))


def _inside_names(data: bytes) -> list[int]:
    cuts: list[int] = []
    start = 0
    for line in data.replace(b"\r", b"\n").split(b"\n"):
        name = line.partition(b":")[0]
        if len(name) > 1:
            cuts.append(start + len(name) // 2)
        start += len(line) + 1
    return cuts
