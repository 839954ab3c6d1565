"""The lists of packages in ARCHITECTURE.md are those that there are, and imports point down them."""

import ast
import re

import pytest

from doc_blocks import ROOT

PACKAGES = {"a2a_simulator": ROOT / "simulator", "a2a_conformance": ROOT / "conformance"}


def layers(package):
    """The rows of the table of a package, top first."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = re.search(rf"^\| `{package}` \|.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE)[1]
    return [re.findall(r"`(\w+)`", row.split("|")[1]) for row in table.splitlines()]


def imports(package):
    """Pairs of units, one importing the other."""
    for path in sorted((PACKAGES[package] / package).rglob("*.py")):
        unit = path.relative_to(PACKAGES[package] / package).parts[0].removesuffix(".py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package:
                names = (
                    [alias.name for alias in node.names] if node.module == package else [node.module.split(".")[1]]
                )
                yield from ((unit, name) for name in names if name != unit)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_page_names_every_unit(package):
    there = {path.stem for path in (PACKAGES[package] / package).iterdir() if path.suffix == ".py" or path.is_dir()}
    named = {unit for row in layers(package) for unit in row}
    assert named == there - {"__init__", "__main__", "__pycache__", "_fixtures"}


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_down_the_page(package):
    height = {unit: -index for index, row in enumerate(layers(package)) for unit in row}
    up = {
        (lower, upper)
        for lower, upper in imports(package)
        if upper in height and lower in height and height[upper] > height[lower]
    }
    assert not up
