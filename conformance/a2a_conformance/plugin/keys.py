"""What the plugin keeps on pytest's config."""

from pathlib import Path
from typing import Any

import pytest

HEARD = pytest.StashKey[list[dict[str, Any]]]()
"""What each item of this process, and of every worker, came to, in the JSON form of the run record."""

PLANNED = pytest.StashKey[list[str]]()
"""Every cell that was collected and is to run, in this process or a worker."""

LEFT_OUT = pytest.StashKey[list[str]]()
"""Every cell that was collected and deselected, in this process or a worker."""

UNTARGETED = pytest.StashKey[list[Path]]()
"""Scenario files that were met without a target."""

SUITE_NODE = "a2a"
"""Node id of the shipped scenarios; below it `a2a::family/stem:1.0-jsonrpc`."""

NODES = pytest.StashKey[frozenset[str]]()
"""Node ids of shipped scenarios that were given on the command line."""

ALONE = pytest.StashKey[bool]()
"""Whether nothing but such node ids was given."""

JOINED = pytest.StashKey[bool]()
"""Whether the suite that was asked for has found its place among the collected nodes."""

LEDGER = pytest.StashKey[Any]()
"""The settled run, a `Ledger`."""
