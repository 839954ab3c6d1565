"""What is wrong with a scenario file: place, path, text and remedy, all of a file in one go."""

from collections.abc import Iterable
from dataclasses import dataclass

from a2a_simulator.scenario.play import Place

Path = tuple[str | int, ...]
"""The way to a value: keys and list positions."""


def path_text(path: Path) -> str:
    """A path as people write it: `script[0].reply[2].artifact.id`."""
    told = ""
    for part in path:
        if isinstance(part, int):
            told += f"[{part}]"
        else:
            told += f".{part}" if told else part
    return told


def one_line(text: str) -> str:
    """A text without characters that break lines or steer terminals: they are told as escapes."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake. `hint` says what to do, without parentheses; `path` is empty for the file as a whole."""

    place: Place
    path: str
    text: str
    hint: str | None = None

    def __str__(self) -> str:
        path = f"{self.path}: " if self.path else ""
        hint = f" ({self.hint})" if self.hint else ""
        return one_line(f"{self.place}: {path}{self.text}{hint}")


class ScenarioProblems(ValueError):
    """A scenario file cannot be used; `problems` are sorted by place, `str()` has one line for each."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda it: (it.place.file, it.place.line, it.place.column)))
        super().__init__("\n".join(str(problem) for problem in self.problems))
