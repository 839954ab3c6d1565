"""Which target the scenarios of a session are run against."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from a2a_conformance.plugin import options

if TYPE_CHECKING:
    from a2a_conformance.adapters.base import Adapter
    from a2a_conformance.target_file import Target


def named(config: pytest.Config) -> "Target | None":
    """The target that options or ini name. Raises pytest.UsageError."""
    file, adapter = options.file(config, "a2a_target"), options.text(config, "a2a_adapter")
    if not file and not adapter:
        return None
    from a2a_conformance.target_file import TargetProblem, resolve_target

    try:
        return resolve_target(target=str(file) if file else None, adapter=adapter or None, cwd=config.rootpath)
    except TargetProblem as problem:
        raise pytest.UsageError(str(problem)) from problem


def overrides(config: pytest.Config) -> list[Path]:
    """The folders whose conftest.py defines a fixture `a2a_adapter`, outermost first."""
    found = []
    for plugin in config.pluginmanager.get_plugins():
        file = getattr(plugin, "__file__", None)
        if file and Path(file).name == "conftest.py" and hasattr(plugin, "a2a_adapter"):
            found.append(Path(file).parent)
    return sorted(found, key=lambda folder: len(folder.parts))


def missing(config: pytest.Config) -> str:
    """Why a suite that was asked for has no target."""
    if overrides(config):
        return "--a2a-suite: the conftest.py that defines a2a_adapter is in a folder that this run does not collect"
    return (
        "--a2a-suite needs a target: --a2a-target FILE, --a2a-adapter KIND:…, or a fixture a2a_adapter in conftest.py"
    )


def reaches(config: pytest.Config, file: Path) -> bool:
    """Whether a target is there for a scenario file."""
    if options.text(config, "a2a_target") or options.text(config, "a2a_adapter"):
        return True
    return any(file.is_relative_to(folder) for folder in overrides(config))


def adapter_of(value: Any) -> "Adapter":
    """The adapter behind what a fixture `a2a_adapter` gave: an adapter, or an object with a method `send`."""
    if hasattr(value, "drive") and hasattr(value, "hello"):
        given: Adapter = value
        return given
    from a2a_conformance.adapters.python import PythonAdapter

    return PythonAdapter(value)
