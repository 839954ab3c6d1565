"""Where the data lies that comes with the package: scenarios, streams, requirement sets, schemas."""

from functools import cache
from pathlib import Path


@cache
def fixtures_root() -> Path:
    """The folder of the fixtures: inside the installed package, else in the source tree. Raises FileNotFoundError."""
    here = Path(__file__).resolve()
    for root in (here.parent / "_fixtures", here.parents[2] / "fixtures"):
        if (root / "scenarios").is_dir():
            return root
    raise FileNotFoundError("the scenarios are missing: install a2a-conformance again")


def is_installed() -> bool:
    """Whether this is an installed package and no source tree: then nothing of it is written anew."""
    return fixtures_root().name == "_fixtures"
