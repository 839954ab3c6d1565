"""`init`: writes what is needed to test a client in one language; it runs at once, with a demo client inside."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from a2a_conformance.kits.targets import KITS
from a2a_conformance.target_file import FILE_NAME


class FilesExist(ValueError):
    """Some of the files are there already; nothing was written."""

    def __init__(self, paths: list[Path]) -> None:
        self.paths = paths
        names = ", ".join(str(path) for path in paths)
        there = "is there already" if len(paths) == 1 else "are there already"
        super().__init__(f"{names} {there}; nothing was written. Move it away, or name another folder")


@dataclass(frozen=True, slots=True)
class Written:
    """What was written, and the file whose function the author replaces."""

    paths: tuple[Path, ...]
    fill_in: Path


def init(language: str, folder: Path) -> Written:
    """Writes the files of a language (`js`, `python`, `shell`) into a folder, which is made if it is missing.

    Raises FilesExist when any of them exists (nothing is written then), OSError when the folder cannot be written.
    """
    kit = KITS[language]
    package = files("a2a_conformance.kits")
    content = {FILE_NAME: kit.target.encode()}
    content |= {name: (package / source).read_bytes() for name, source in kit.files.items()}
    existing = [folder / name for name in content if (folder / name).exists()]
    if existing:
        raise FilesExist(existing)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in content.items():
        with (folder / name).open("xb") as out:
            out.write(data)
    return Written(tuple(folder / name for name in content), folder / kit.fill_in)
