"""The folder of all pages: what each file should hold, and writing it."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from a2a_conformance import catalog
from a2a_conformance.corpus import fixtures_root
from a2a_conformance.explained.explanation import explain
from a2a_conformance.explained.page import COMMAND, index, page

INDEX: Final = "README.md"
FOLDER: Final = fixtures_root().parent / "docs" / "requirements"
"""Where the pages lie in a source tree; an installed package has none."""


class NotPages(ValueError):
    """The folder holds something else; the message says what to do."""


@cache
def pages() -> Mapping[str, str]:
    """File name → text, of every page. Raises ScenarioProblems when the corpus cannot be read."""
    told = [explain(row) for row in catalog.ROWS]
    return {INDEX: index(told)} | {f"{one.row.id}.md": page(one) for one in told}


def stale(folder: Path) -> tuple[str, ...]:
    """The files of a folder that are not what they should be: missing, other, or of no requirement."""
    return _differing(pages(), folder)


def write(folder: Path) -> tuple[str, ...]:
    """Writes what is stale, takes pages away that are of no requirement, and names both. Raises OSError, NotPages."""
    wanted = pages()
    if any(folder.glob("*")) and not _is_ours(folder / INDEX):
        raise NotPages(f"{folder}: holds other files; name a folder that is new, or that has such pages already")
    folder.mkdir(parents=True, exist_ok=True)
    changed = _differing(wanted, folder)
    for name in changed:
        if name in wanted:
            (folder / name).write_text(wanted[name], encoding="utf-8")
        else:
            (folder / name).unlink()
    return changed


def _differing(wanted: Mapping[str, str], folder: Path) -> tuple[str, ...]:
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    return tuple(name for name in sorted(wanted.keys() | there.keys()) if wanted.get(name) != there.get(name))


def _is_ours(index: Path) -> bool:
    return index.is_file() and COMMAND in index.read_text(encoding="utf-8", errors="replace")
