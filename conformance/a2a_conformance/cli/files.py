"""Scenario files named on the command line, and what they are called."""

import os
from collections.abc import Iterable
from pathlib import Path

from a2a_conformance.cli.exits import Problem
from a2a_conformance.report.escaping import visible
from a2a_simulator.scenario.load import SUFFIX, find


def scenario_files(paths: Iterable[str]) -> list[Path]:
    """The scenario files in these files and folders. Raises Problem when one does not exist or holds none."""
    files: list[Path] = []
    for path in paths:
        if not os.path.exists(path):
            raise Problem(f"{path}: no such file or folder")
        if os.path.isfile(path) and not path.endswith(SUFFIX):
            raise Problem(f"{path}: no scenario file, those are called *{SUFFIX}")
        found = find([path])
        if not found:
            raise Problem(f"{path}: no scenario file in it, those are called *{SUFFIX}")
        files += found
    return list(dict.fromkeys(files))


def scenario_id(file: Path, corpus_root: Path) -> str:
    """What a file is called in keys: its path below the corpus, else as seen from the working directory.

    Raises Problem for a name that no key can hold.
    """
    resolved = file.resolve()
    root = corpus_root.resolve()
    inside = resolved.is_relative_to(root)
    name = resolved.relative_to(root).as_posix() if inside else Path(os.path.relpath(file)).as_posix()
    if not name.isprintable():
        raise Problem(f"{visible(name)}: no key can name it, for it has characters that cannot be printed; rename it")
    return name.removesuffix(SUFFIX)
