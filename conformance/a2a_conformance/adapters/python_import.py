"""`module:attribute` → the object, with one clear line when that fails."""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from a2a_conformance.adapters.base import SessionOver, describe
from a2a_conformance.adapters.normal_form import nearest


def load_attribute(text: str, folder: Path, place: str) -> Any:
    """The attribute of a module; modules are looked for in `folder` first. Raises SessionOver.

    `text` is `module:attribute` or `path/to/file.py:attribute`; a dotted attribute goes into objects.
    """
    name, colon, attribute = text.rpartition(":")
    if not colon or not name or not attribute:
        raise SessionOver(f"{place}: {text!r} names no attribute", "write it as `module:attribute`")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    found: Any = _file(folder / name, place) if name.endswith(".py") else _module(name, folder, place)
    for part in attribute.split("."):
        if not hasattr(found, part):
            names = [known for known in dir(found) if not known.startswith("_")]
            raise SessionOver(f"{place}: {name} has no attribute {part!r}{nearest(part, names)}")
        found = getattr(found, part)
    return found


def _module(name: str, folder: Path, place: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        if problem.name is not None and (name == problem.name or name.startswith(f"{problem.name}.")):
            raise SessionOver(
                f"{place}: there is no module {problem.name!r} in {folder} or among the installed packages"
            ) from None
        raise SessionOver(f"{place}: {name} cannot be imported: {describe(problem)}") from problem
    except (Exception, SystemExit) as problem:
        raise SessionOver(f"{place}: {name} cannot be imported: {describe(problem)}") from problem


def _file(path: Path, place: str) -> ModuleType:
    if not path.is_file():
        raise SessionOver(f"{place}: there is no file {path}")
    name = f"a2a_target_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        raise SessionOver(f"{place}: {path} cannot be imported: {describe(problem)}") from problem
    return module
