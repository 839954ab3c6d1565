"""YAML text with places: plain values, and the line and column of every key and value.

Scalars are those of the YAML 1.2 core schema. Files are untrusted: no tags, no merge keys, bounded size, depth and
number of nodes, where an alias counts as often as it is used.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import yaml
from yaml import CSafeLoader

from a2a_simulator.scenario.play import Place
from a2a_simulator.scenario.problems import Path, Problem, ScenarioProblems, path_text
from a2a_simulator.scenario.yaml_faults import broken

MAX_BYTES: Final = 1024 * 1024
MAX_DEPTH: Final = 40
MAX_NODES: Final = 50_000

_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL: Final = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT: Final = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")


@dataclass(slots=True)
class Located:
    """A document: its value, where every value (`values`) and every key (`keys`) stands, and the text by lines."""

    file: str
    value: Any
    values: dict[Path, Place] = field(default_factory=dict)
    keys: dict[Path, Place] = field(default_factory=dict)
    lines: tuple[str, ...] = ()

    def rest(self, place: Place) -> str:
        """What stands in the file from a place to the end of its line."""
        return self.lines[place.line - 1][place.column - 1 :] if place.line <= len(self.lines) else ""

    def at(self, path: Path) -> Any:
        """The value at a path as it stands in the file, or at its nearest ancestor."""
        value: Any = self.value
        for part in self.written(path):
            value = value[part]
        return value

    def written(self, path: Path) -> Path:
        """The path as it stands in the file, without the keys and positions that shorthand leaves out."""
        value: Any = self.value
        out: Path = ()
        for part in path:
            if isinstance(part, int) and not isinstance(value, list):
                continue
            if (*out, part) not in self.values:
                break
            value, out = value[part], (*out, part)
        return out

    def place(self, path: Path, key: bool = False) -> Place:
        """Where a path stands, or its key; where it does not exist, its nearest ancestor that does."""
        path = self.written(path)
        found = self.keys.get(path) if key else None
        return found or self.values.get(path) or Place(self.file, 1, 1)

    def problem(self, path: Path, text: str, hint: str | None = None, key: bool = False) -> Problem:
        """A problem at a path."""
        return Problem(self.place(path, key), path_text(self.written(path)), text, hint)


@dataclass(slots=True)
class _Node:
    """A scalar's value, a list of nodes, or a list of (key, place of the key, node)."""

    place: Place
    scalar: Any = None
    items: "list[_Node] | None" = None
    pairs: "list[tuple[str, Place, _Node]] | None" = None


class _Builder:
    """Turns the events of one document into nodes, and the nodes into located values."""

    def __init__(self, events: Iterator[Any], out: Located) -> None:
        self.events = events
        self.out = out
        self.anchors: dict[str, _Node | None] = {}
        self.nodes = 0
        self.problems: list[Problem] = []

    def place(self, mark: Any) -> Place:
        return Place(self.out.file, mark.line + 1, mark.column + 1)

    def fail(self, place: Place, text: str, hint: str | None = None, path: Path = ()) -> NoReturn:
        raise ScenarioProblems([*self.problems, Problem(place, path_text(path), text, hint)])

    def node(self, event: Any, depth: int) -> _Node:
        place = self.place(event.start_mark)
        if depth > MAX_DEPTH:
            self.fail(place, f"nested deeper than {MAX_DEPTH} levels")
        if isinstance(event, yaml.AliasEvent):
            known = self.anchors.get(str(event.anchor))
            if known is None:
                open_one = event.anchor in self.anchors
                self.fail(place, f"the alias *{event.anchor} " + ("contains itself" if open_one else "has no anchor"))
            return known
        if event.tag is not None and event.tag != "!":
            self.fail(place, "tags are not allowed", "leave the `!…` out")
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        node = _Node(place)
        if isinstance(event, yaml.ScalarEvent):
            node.scalar = self.scalar(event, place)
        elif isinstance(event, yaml.SequenceStartEvent):
            node.items = []
            while not isinstance(inner := next(self.events), yaml.SequenceEndEvent):
                node.items.append(self.node(inner, depth + 1))
        else:
            node.pairs = []
            while not isinstance(inner := next(self.events), yaml.MappingEndEvent):
                node.pairs.append((*self.key(inner), self.node(next(self.events), depth + 1)))
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        return node

    def key(self, event: Any) -> tuple[str, Place]:
        place = self.place(event.start_mark)
        if not isinstance(event, yaml.ScalarEvent):
            self.fail(place, "a key has to be text", "text with braces or brackets needs quotes")
        if event.tag is not None:
            self.fail(place, "tags are not allowed", "leave the `!…` out")
        if event.value == "<<" and event.implicit[0]:
            self.fail(place, "merge keys (`<<`) are not allowed", "write the keys out")
        value = self.scalar(event, place)
        if not isinstance(value, str):
            self.fail(place, f"the key {event.value or 'null'} is no text", f'write "{event.value}"')
        return value, place

    def scalar(self, event: Any, place: Place) -> Any:
        text: str = event.value
        if not event.implicit[0]:
            return text
        if text in _NULL:
            return None
        if text in _BOOL:
            return _BOOL[text]
        if len(text) > 100:
            return text
        if _INT.fullmatch(text):
            return int(text, 0 if text[:2] in ("0o", "0x") else 10)
        if _FLOAT.fullmatch(text):
            value = float(text)
            if value in (float("inf"), float("-inf")):
                self.fail(place, f"{text} is too large a number")
            return value
        return text

    def value(self, node: _Node, path: Path) -> Any:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.fail(node.place, f"more than {MAX_NODES:,} values", "aliases count as often as they are used", path)
        if len(path) > MAX_DEPTH:
            self.fail(node.place, f"nested deeper than {MAX_DEPTH} levels")
        self.out.values[path] = node.place
        if node.items is not None:
            return [self.value(item, (*path, index)) for index, item in enumerate(node.items)]
        if node.pairs is None:
            return node.scalar
        out: dict[str, Any] = {}
        for key, place, inner in node.pairs:
            if key in out:
                first = self.out.keys[(*path, key)]
                self.problems.append(
                    Problem(
                        place,
                        path_text((*path, key)),
                        f"the key stands here a second time, first in line {first.line}",
                        "keep one of the two",
                    )
                )
                continue
            self.out.keys[(*path, key)] = place
            out[key] = self.value(inner, (*path, key))
        return out


def read(text: str | bytes, file: str) -> Located:
    """The located value of one YAML document. Raises ScenarioProblems."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise ScenarioProblems([Problem(Place(file, line, 1), "", "the file is not UTF-8")]) from error
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise ScenarioProblems([Problem(Place(file, 1, 1), "", "the file is larger than 1 MiB")])
    out = Located(file, None, lines=tuple(text.splitlines()))
    try:
        events = yaml.parse(text, CSafeLoader)
        builder = _Builder(events, out)
        next(events)
        if isinstance(next(events), yaml.StreamEndEvent):
            builder.fail(Place(file, 1, 1), "the file is empty", "a scenario needs `scenario`, `drive` and `script`")
        root = builder.node(next(events), 0)
        next(events)
        if not isinstance(after := next(events), yaml.StreamEndEvent):
            builder.fail(builder.place(after.start_mark), "a second document", "one file holds one scenario")
        out.value = builder.value(root, ())
        if builder.problems:
            raise ScenarioProblems(builder.problems)
    except yaml.YAMLError as error:
        raise ScenarioProblems([broken(error, text, file, MAX_DEPTH)]) from error
    return out
