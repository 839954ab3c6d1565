"""Markdown as the tests of the documentation see it: fenced blocks with their marks, links, anchors."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    page
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), ROOT / "reports" / "README.md")
    if page.name not in ("CHANGELOG.md", "kill-matrix.md", "worker.md")
)

_FENCE = re.compile(r"^( *)```(\w*)\s*$")
_MARK = re.compile(r"<!-- *([a-z]+)(?:: *(.*?))? *-->")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block. Marks stand in comments right above it: `<!-- file: name -->`, `<!-- untested: why -->` …"""

    page: Path
    line: int
    language: str
    text: str
    marks: tuple[tuple[str, str], ...] = ()

    def mark(self, name):
        """The value of a mark, None when it is not there."""
        return dict(self.marks).get(name)

    @property
    def place(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page, in order. A fence that is never closed is a mistake."""
    return list(_blocks(page, page.read_text(encoding="utf-8").splitlines()))


def _blocks(page: Path, lines: list[str]) -> Iterator[Block]:
    marks: list[tuple[str, str]] = []
    number = 0
    while number < len(lines):
        fence = _FENCE.match(lines[number])
        if fence is None:
            found = _MARK.findall(lines[number])
            marks = [*marks, *found] if found else [] if lines[number].strip() else marks
            number += 1
            continue
        indent, end = fence[1], number + 1
        while lines[end].strip() != "```":
            end += 1
        text = "\n".join(line.removeprefix(indent) for line in lines[number + 1 : end]) + "\n"
        yield Block(page, number + 1, fence[2], text, tuple(marks))
        marks, number = [], end + 1


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def links(page: Path) -> list[str]:
    """The targets of all links."""
    return _LINK.findall(prose(page))


def anchors(page: Path) -> set[str]:
    """What `#…` may name, as code hosts make it of headings."""
    heads = re.findall(r"^#+ +(.*?) *$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
