import json
from pathlib import Path

import pytest

EVENT = 'data: {"jsonrpc":"2.0","id":1,"result":%s}\n\n'
TASK = EVENT % '{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}}}'
DONE = EVENT % '{"statusUpdate":{"taskId":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}'


@pytest.fixture
def bug(folder: Path) -> Path:
    (folder / "bug.sse").write_text(TASK + DONE + DONE)
    return folder


def test_a_recording_becomes_a_file_that_lints_and_runs(cli, bug: Path) -> None:
    ended = cli("import", "bug.sse")
    assert ended.code == 0
    assert ended.out.startswith("wrote bug.a2a.yaml: 1 call, 3 events; it breaks stream-nothing-after-terminal\n")
    assert "deliberate: stream-nothing-after-terminal" in (bug / "bug.a2a.yaml").read_text()
    assert cli("lint", "bug.a2a.yaml").code == 0
    assert cli("demo", "bug.a2a.yaml", "--report", "none").code == 0


def test_a_file_is_not_overwritten_unless_one_says_so(cli, bug: Path) -> None:
    (bug / "bug.a2a.yaml").write_text("mine")
    refused = cli("import", "bug.sse")
    assert refused.code == 2
    assert "bug.a2a.yaml is there already" in refused.err
    assert (bug / "bug.a2a.yaml").read_text() == "mine"
    assert cli("import", "bug.sse", "--force").code == 0
    assert (bug / "bug.a2a.yaml").read_text() != "mine"


def test_title_and_place_can_be_told(cli, bug: Path) -> None:
    ended = cli("import", "bug.sse", "--out", "-", "--title", "it: goes on")
    assert "scenario: 'it: goes on'\n" in ended.out
    assert not (bug / "bug.a2a.yaml").exists()
    assert cli("import", "bug.sse", "--out", "other.a2a.yaml").code == 0
    assert cli("import", "bug.sse", "--out", "other.yaml").code == 2


def test_what_cannot_be_understood_is_one_line(cli, bug: Path) -> None:
    (bug / "page.html").write_text("<html>")
    ended = cli("import", "page.html")
    assert ended.code == 2
    assert ended.err == "a2a-conformance: page.html: this is a web page, not a stream (first line: '<html>')\n"
    (bug / "run.ndjson").write_text(json.dumps({"record": 1}) + "\n")
    assert "record of a run" in cli("import", "run.ndjson").err
