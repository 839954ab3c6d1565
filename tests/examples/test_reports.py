"""The committed results of real clients: drawn from records, free of this machine, explained by their baselines."""

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from a2a_conformance.baseline import Baseline
from a2a_conformance.corpus import paths

ROOT = Path(__file__).resolve().parents[2]
REPORTS = sorted((ROOT / "reports").glob("*/*/report.json"))
TARGETS = sorted((ROOT / "examples" / "adapters").glob("*/a2a-target.yaml"))


def test_the_table_is_the_one_that_the_records_make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "adapters"))
    monkeypatch.delitem(sys.modules, "matrix", raising=False)
    from matrix import draw  # type: ignore[import-not-found]

    copy = tmp_path / "reports"
    shutil.copytree(ROOT / "reports", copy)
    draw(copy)
    assert (copy / "README.md").read_text() == (ROOT / "reports" / "README.md").read_text()


@pytest.mark.parametrize("report", REPORTS, ids=lambda file: "-".join(file.parts[-3:-1]))
def test_a_committed_report_excuses_all_that_it_finds_and_names_no_machine(report: Path) -> None:
    document: dict[str, Any] = json.loads(report.read_text())
    assert document["totals"]["unexpected"] == 0
    assert document["footer"]["baseline"]["stale"] == []
    for file in report.parent.iterdir():
        assert not re.search(r"(?<![\w.:/-])/(?:home|root|Users|tmp|work)/", file.read_text()), file


@pytest.mark.parametrize("target", TARGETS, ids=lambda file: file.parent.name)
def test_each_entry_of_a_baseline_tells_frame_and_place_of_a_known_scenario(target: Path) -> None:
    entries = Baseline.load(target.with_name("baseline.yaml")).entries
    assert entries
    for entry in entries:
        assert set(entry.scenario) <= set(paths())
        assert re.search(r"[Ff]rame|stream uses|data lines", entry.reason), entry
        assert re.search(r"\.(py|js)(:\d+)?", entry.reason), entry
