"""Thirty mistakes that authors make: each gets one message with place and remedy."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.problems import ScenarioProblems

FOLDER = Path(__file__).parent / "mistakes"
MISTAKES = sorted(FOLDER.glob("*.yaml"))
KNOWN = {"stream-nothing-after-terminal", "stream-early-eof", "art-append-unknown"}
ONLY_THE_ORACLE_KNOWS = "12-wrong-pin"


def told(file: Path) -> str:
    try:
        load_text(file.read_text(encoding="utf-8"), f"{file.stem}.a2a.yaml", known_requirements=KNOWN)
    except ScenarioProblems as problems:
        return str(problems)
    return "no problem"


def test_there_are_thirty() -> None:
    assert len(MISTAKES) == 30


def test_every_message(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(told(file) for file in MISTAKES) == snapshot


@pytest.mark.parametrize("file", MISTAKES, ids=lambda file: file.stem)
def test_each_gets_one_line_with_place_and_remedy(file: Path) -> None:
    if file.stem == ONLY_THE_ORACLE_KNOWS:
        assert told(file) == "no problem"
        return
    lines = told(file).splitlines()
    assert len(lines) == 1
    assert lines[0].startswith(f"{file.stem}.a2a.yaml:")
    assert lines[0].endswith(")") or lines[0].endswith("`id` is missing")
