"""The report folder: fixed file names, replaced only when this program wrote what is there."""

import contextlib
import json
import os
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import Path
from typing import IO, Final

from a2a_conformance.report.badge import badge_json, badge_svg
from a2a_conformance.report.ctrf import ctrf
from a2a_conformance.report.document import report_json
from a2a_conformance.report.html import html
from a2a_conformance.report.junit import junit
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.summary import summary
from a2a_conformance.report.writer import RecordWriter

RECORD: Final = "run.ndjson"
"""The run record; all other files are made of it."""

RENDERERS: Final[dict[str, Callable[[RunRecord], str | None]]] = {
    "report.json": report_json,
    "index.html": html,
    "summary.md": summary,
    "junit.xml": junit,
    "ctrf.json": ctrf,
    "badge.json": badge_json,
    "badge.svg": badge_svg,
}
"""File name → what writes it; None means: this run earns no such file."""

IGNORE: Final = ".gitignore"
"""Keeps the folder out of the user's repository, as each run makes it anew; whoever commits reports deletes this."""

FOUND: Final = "fuzz-*.a2a.yaml"
"""Names of the scenarios that --fuzz keeps."""

_NAMES: Final = (RECORD, IGNORE, *RENDERERS)


class FolderProblem(ValueError):
    """The report folder cannot be used, or holds files that this program did not write."""

    def __init__(self, folder: Path, what: str) -> None:
        self.folder = folder
        super().__init__(f"{folder}: {what}; give another folder with --report, or empty this one")


def open_record(folder: Path) -> IO[str]:
    """Makes the folder ready, without the files of the run before, and opens its record for writing.

    Raises FolderProblem when it holds anything that this program did not write, or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        found = sorted(entry.name for entry in folder.iterdir())
        foreign = found if not _ours(folder / RECORD) else [name for name in found if not _is_known(name)]
        if foreign:
            raise FolderProblem(
                folder, f"holds {foreign[0]}, which is no report of this program: nothing is overwritten"
            )
        if not found:
            (folder / IGNORE).write_text("*\n", encoding="utf-8")
        for name in RENDERERS:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(folder / name)
        return (folder / RECORD).open("w", encoding="utf-8", errors="backslashreplace", newline="\n")
    except OSError as problem:
        raise FolderProblem(folder, f"cannot be written ({problem.strerror})") from problem


def write_report(record: RunRecord, folder: Path) -> Path:
    """Writes the record and everything that is made of it; the path of the page. Raises FolderProblem."""
    with RecordWriter(open_record(folder), record.header) as writer:
        for result in record.results:
            writer.add(result)
        if record.footer is not None:
            writer.finish(record.footer)
    render(record, folder)
    return folder / "index.html"


def render(record: RunRecord, folder: Path) -> tuple[Path, ...]:
    """Writes every file that is made of the record; each appears whole or not at all."""
    written = []
    for name, renderer in RENDERERS.items():
        text = renderer(record)
        if text is not None:
            written.append(_write(folder / name, text))
    return tuple(written)


def _write(path: Path, text: str) -> Path:
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    os.replace(beside, path)
    return path


def _is_known(name: str) -> bool:
    """Whether a report may hold such a file; scenarios that --fuzz has found stay from run to run."""
    return name in _NAMES or fnmatchcase(name, FOUND)


def _ours(record: Path) -> bool:
    try:
        with record.open(encoding="utf-8") as file:
            first = json.loads(file.readline())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(first, dict) and "record" in first
