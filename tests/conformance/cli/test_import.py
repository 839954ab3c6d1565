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


@pytest.mark.parametrize(
    ("name", "made", "typed"),
    [
        ("two words.sse", "two words.a2a.yaml", "'two words.a2a.yaml'"),
        ("it's: #1.sse", "it's: #1.a2a.yaml", "'it'\"'\"'s: #1.a2a.yaml'"),
        ("two\nlines.sse", "twolines.a2a.yaml", "twolines.a2a.yaml"),
        ("\udcff.sse", "recording.a2a.yaml", "recording.a2a.yaml"),
        (".sse", "recording.a2a.yaml", "recording.a2a.yaml"),
        ("./-v.sse", "-v.a2a.yaml", "./-v.a2a.yaml"),
    ],
)
def test_the_file_of_an_odd_name_can_be_played_as_it_says(cli, bug: Path, name: str, made: str, typed: str) -> None:
    (bug / name).write_text(TASK + DONE)
    ended = cli("import", name)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith(f"play it:  a2a-conformance demo {typed}\n")
    assert cli("lint", f"./{made}").code == 0
    assert cli("demo", f"./{made}", "--report", "none").code == 0


@pytest.mark.parametrize("title", ["a: b # c", "two\nlines", "{x", "&a *b", "\udcff", "\x1b[31m", "\u2028", "", "~"])
def test_any_title_makes_a_file_that_lints(cli, bug: Path, title: str) -> None:
    assert cli("import", "bug.sse", "--title", title).code == 0
    assert cli("lint", "bug.a2a.yaml").code == 0


def deep(levels: int) -> str:
    data = "[" * levels + "]" * levels
    part = f'{{"artifactId":"a","parts":[{{"data":{data}}}]}}'
    return EVENT % f'{{"artifactUpdate":{{"taskId":"t","contextId":"c","artifact":{part}}}}}'


def test_what_is_nested_deeper_than_a_scenario_can_say_is_told(cli, bug: Path) -> None:
    (bug / "bug.sse").write_text(TASK + deep(100) + DONE)
    assert "note: `lint` has something against it: nested deeper than 40 levels\n" in cli("import", "bug.sse").out
    (bug / "bug.sse").write_text(TASK + deep(900) + DONE)
    ended = cli("import", "bug.sse", "--out", "other.a2a.yaml")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "a2a-conformance: bug.sse: something in it is nested deeper than a scenario can say\n"
    assert not (bug / "other.a2a.yaml").exists()


def test_a_scenario_holds_no_secret_of_a_har_file(cli, bug: Path) -> None:
    named = [{"name": name, "value": "hush"} for name in ("Authorization", "Cookie", "X-Api-Key")]
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "hi"}], "metadata": {"token": "hush"}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": {"message": message}}
    mime = "text/event-stream"
    entry = {
        "request": {
            "method": "POST",
            "url": "https://me:hush@agent.example/?key=hush",
            "headers": [*named, {"name": "A2A-Version", "value": "1.0"}],
            "postData": {"text": json.dumps(call)},
        },
        "response": {
            "status": 200,
            "headers": [{"name": "Set-Cookie", "value": "hush"}, {"name": "Content-Type", "value": mime}],
            "content": {"mimeType": mime, "text": TASK + DONE},
        },
    }
    (bug / "seen.har").write_text(json.dumps({"log": {"entries": [entry]}}))
    ended = cli("import", "seen.har")
    assert ended.code == 0
    assert "hush" not in ended.out + (bug / "seen.a2a.yaml").read_text()


def test_what_cannot_be_understood_is_one_line(cli, bug: Path) -> None:
    (bug / "page.html").write_text("<html>")
    ended = cli("import", "page.html")
    assert ended.code == 2
    assert ended.err == "a2a-conformance: page.html: this is a web page, not a stream (first line: '<html>')\n"
    (bug / "run.ndjson").write_text(json.dumps({"record": 1}) + "\n")
    assert "record of a run" in cli("import", "run.ndjson").err
