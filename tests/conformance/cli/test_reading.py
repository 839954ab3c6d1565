import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from a2a_conformance.cli.group import COMMANDS

STREAM = (
    'data: {"jsonrpc":"2.0","id":1,"result":{"task":{"id":"t","contextId":"c",'
    '"status":{"state":"TASK_STATE_WORKING"}}}}\n\n'
    'data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c",'
    '"status":{"state":"TASK_STATE_COMPLETED"}}}}\n\n'
)
AFTER = (
    'data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c",'
    '"status":{"state":"TASK_STATE_WORKING"}}}}\n\n'
)


def test_help_lists_every_command(cli, snapshot: SnapshotAssertion) -> None:
    ended = cli("--help")
    assert ended.code == 0
    assert ended.out == snapshot


def test_without_a_command_help_is_shown_and_2_returned(cli) -> None:
    ended = cli()
    assert ended.code == 2
    assert ended.err.startswith("Usage: a2a-conformance")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_explains_itself(cli, name: str) -> None:
    ended = cli(name, "--help")
    assert ended.code == 0
    assert f"Usage: a2a-conformance {name}" in ended.out


def test_help_costs_no_heavy_imports() -> None:
    program = (
        "import sys\nfrom a2a_conformance.cli.entry import run_command_line\nrun_command_line(['--help'])\n"
        "heavy = {'httpx', 'jinja2', 'pydantic', 'starlette', 'uvicorn', 'pytest', 'yaml', 'asyncio'}\n"
        "print('HEAVY', sorted(heavy & set(sys.modules)))"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert out.endswith("HEAVY []\n")


def test_help_takes_a_quarter_of_a_second_of_cpu_at_most() -> None:
    def spent() -> float:
        before = os.times()
        subprocess.run([sys.executable, "-m", "a2a_conformance", "--help"], check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    assert min(spent() for _ in range(3)) < 0.25


def test_judge_finds_a_clean_stream_clean(cli, folder: Path, snapshot: SnapshotAssertion) -> None:
    (folder / "stream.sse").write_text(STREAM)
    ended = cli("judge", "stream.sse")
    assert ended.code == 0
    assert ended.out == snapshot


def test_judge_names_requirement_frame_and_verdict(cli, folder: Path, snapshot: SnapshotAssertion) -> None:
    (folder / "stream.sse").write_text(STREAM + AFTER)
    ended = cli("judge", "stream.sse", "--dialect", "1.0")
    assert ended.code == 1
    assert ended.out == snapshot


def test_judge_as_json_is_one_object_a_finding_and_a_last_line(cli, folder: Path) -> None:
    (folder / "stream.sse").write_text(STREAM + AFTER)
    ended = cli("judge", "stream.sse", "--format", "json")
    *findings, last = map(json.loads, ended.out.splitlines())
    assert ended.code == 1
    assert last["verdict"] == "fail"
    assert last["findings"] == len([finding for finding in findings if not finding["note"]])
    assert {"requirement", "level", "basis", "frame", "text"} <= set(findings[0])
    assert [finding["frame"] for finding in findings if finding["level"] == "MUST"] == [3]


def test_judge_takes_the_journals_of_a_run_record(cli, folder: Path) -> None:
    cli("run", "--adapter", "python:client.py:Client", "flight", "--dialect", "1.0")
    kept = cli("judge", "a2a-report/run.ndjson")
    assert kept.code == 2
    assert "run it again with `--journals all`" in kept.err
    cli("run", "--adapter", "python:client.py:Client", "flight", "--dialect", "1.0", "--journals", "all")
    ended = cli("judge", "a2a-report/run.ndjson")
    assert ended.code == 0
    assert "clean: flight [1.0-jsonrpc], judged as each call's own dialect" in ended.out


def test_judge_says_what_of_a_run_record_cannot_be_read(cli, folder: Path) -> None:
    cli("run", "--adapter", "python:client.py:Client", "flight", "--dialect", "1.0", "--journals", "all")
    record = folder / "a2a-report" / "run.ndjson"
    head, cell, _ = record.read_text().splitlines()
    record.write_text(f"{head}\n{cell}\n")
    ended = cli("judge", "a2a-report/run.ndjson")
    assert (ended.code, ended.out.count("note: ")) == (0, 1)
    assert "the run never ended" in ended.out
    for rest, said in (
        ("[" * 100_000, "run.ndjson:2: no JSON"),
        (re.sub(r'"call":\s*1', '"call":"x"', cell), "flight ["),
    ):
        record.write_text(f"{head}\n{rest}\n")
        broken = cli("judge", "a2a-report/run.ndjson")
        assert (broken.code, broken.out, broken.err.count("\n")) == (2, "", 1)
        assert broken.err.startswith("a2a-conformance: a2a-report/run.ndjson: ")
        assert said in broken.err


def test_judge_reads_standard_input(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(STREAM.encode())))
    assert cli("judge", "-").code == 0


def test_lint_tells_every_mistake_of_a_file(cli, folder: Path, snapshot: SnapshotAssertion) -> None:
    (folder / "wrong.a2a.yaml").write_text(
        "scenario: x\ndrive: [{sned: hi}]\nscript:\n  - reply: [{status: wokring}, {wait: 20}]\n"
    )
    ended = cli("lint", "wrong.a2a.yaml")
    assert ended.code == 1
    assert ended.out == snapshot


def test_lint_as_json_has_place_and_hint(cli, folder: Path) -> None:
    (folder / "wrong.a2a.yaml").write_text("scenaro: x\n")
    rows = [json.loads(line) for line in cli("lint", "wrong.a2a.yaml", "--format", "json").out.splitlines()]
    assert {"file": "wrong.a2a.yaml", "line": 1}.items() <= rows[0].items()
    assert "did you mean `scenario`?" in [row["hint"] for row in rows]


def test_lint_sees_a_pin_that_no_correct_client_can_meet(cli, folder: Path) -> None:
    (folder / "pin.a2a.yaml").write_text(
        "scenario: x\ndrive: [{send: hi}]\nscript: [{reply: [task: working, status: completed]}]\n"
        "expect: {outcome: failed}\n"
    )
    ended = cli("lint", "pin.a2a.yaml")
    assert ended.code == 1
    assert "pin.a2a.yaml:4:" in ended.out
    assert cli("lint", "pin.a2a.yaml", "--no-pins").code == 0


def test_preview_shows_bytes_outcome_and_checks(cli, snapshot: SnapshotAssertion) -> None:
    ended = cli("preview", "flight", "--no-checks")
    assert ended.code == 0
    assert ended.out == snapshot


def test_preview_names_the_checks(cli) -> None:
    out = cli("preview", "artifacts/append", "--no-bytes", "--dialect", "0.3").out
    assert "judged by" in out
    assert "art-append" in out
    assert "data: {" not in out


def test_explain_tells_a_requirement_in_full(cli) -> None:
    ended = cli("explain", "stream-client-final-snapshot")
    assert ended.code == 0
    assert ended.out.startswith("stream-client-final-snapshot  (MUST, implied: a breach fails the run)\n")
    heads = ("from", "because", "binds", "judged", "made for", "what to do", "what is played", "mutants that fail it")
    assert [head for head in heads if head not in ended.out] == []


def test_explain_writes_the_pages_where_only_pages_are(cli, folder: Path) -> None:
    assert cli("explain", "--write", "pages").out.startswith("pages: ")
    assert "# art-append" in (folder / "pages" / "art-append.md").read_text()
    assert cli("explain", "--write", "pages").out == "pages: 0 pages changed\n"
    refused = cli("explain", "--write", ".")
    assert refused.code == 2
    assert "holds other files" in refused.err
    assert cli("explain").code == 2


def test_a_title_cannot_speak_to_the_terminal(cli, folder: Path) -> None:
    (folder / "loud.a2a.yaml").write_text(
        (folder / "flight.a2a.yaml").read_text().replace("a ticket", '"a\\e[2J', 1).replace("chunks", 'chunks"', 1)
    )
    out = cli("preview", "loud.a2a.yaml").out
    assert "a␛[2J" in out
    assert "\x1b" not in out


def test_a_file_that_no_key_can_name_is_refused(cli, folder: Path) -> None:
    (folder / "two\nlines.a2a.yaml").write_text((folder / "flight.a2a.yaml").read_text())
    refused = cli("preview", "two\nlines.a2a.yaml")
    assert refused.code == 2
    assert "two␊lines.a2a.yaml: no key can name it" in refused.err


def test_explain_knows_checks_and_scenarios(cli) -> None:
    assert "stream-msg-client-done  (MUST" in cli("explain", "stream-msg-client-done/pin").out
    assert "artifacts/append  " in cli("explain", "artifacts/append").out
    assert "artifacts/append~crlf  " in cli("explain", "artifacts/append~crlf").out
    assert "fuzz/a-1  made up" in cli("explain", "fuzz/a-1").out
    assert "names 3 scenarios, and one is explained" in cli("explain", "artifacts/append~*-chunks").err
    assert "`art-*`: one is explained, and a glob lists them" in cli("explain", "art-*").err


def test_explain_tells_of_a_scenario_where_it_lies_and_in_whom_it_was_seen(cli, snapshot: SnapshotAssertion) -> None:
    assert cli("explain", "artifacts/append-after-last").out == snapshot


def test_explain_takes_a_key_as_reports_print_it(cli) -> None:
    out = cli("explain", "artifacts/append :: art-append/pin [1.0-jsonrpc]").out
    assert out.startswith("art-append  (MUST")
    assert "\nartifacts/append  one artifact" in out


def test_explain_takes_a_suite_and_a_file(cli, folder: Path) -> None:
    assert "a suite of 10 scenarios" in cli("explain", "smoke").out
    for name in ("flight", "flight.a2a.yaml"):
        out = cli("explain", name).out
        assert out.startswith("flight  a ticket in two chunks")
        assert "  file      flight.a2a.yaml" in out


def test_list_tells_scenarios_suites_and_requirements(cli) -> None:
    assert "message/only " in cli("list").out
    assert cli("list", "message/*").out.count("message/") >= 3
    assert [line.split()[0] for line in cli("list", "suites").out.splitlines()][:2] == ["smoke", "core"]
    row = json.loads(cli("list", "requirements", "stream-task-first", "--format", "json").out)
    assert row["id"] == "stream-task-first"


def test_list_calls_each_thing_by_one_name_in_json(cli) -> None:
    def keys(*words: str) -> set[tuple[str, ...]]:
        return {tuple(json.loads(line)) for line in cli("list", *words, "--format", "json").out.splitlines()}

    assert keys("message/*") == {("id", "title", "cells")}
    assert keys("suites") == {("id", "globs", "scenarios")}
    (row,) = keys("requirements", "stream-open")
    assert {"id", "text", "level", "basis", "section", "dialects", "left_out"} <= set(row)


@pytest.mark.parametrize("word", ["retry", "Append", "replace", "art-*"])
def test_list_looks_for_a_word_in_the_ids_and_texts_of_requirements(cli, word: str) -> None:
    lines = cli("list", "requirements", word).out.splitlines()
    assert lines
    assert all(word.lower().removesuffix("-*") in line.lower() for line in lines)


OPEN = "scenario: x\ndrive: [{send: hi}]\nscript:\n  - reply: [task: submitted, status: working, fault: close]\n"


def test_lint_advises_where_a_task_stays_open_for_good_and_counts_no_mistake(cli, folder: Path) -> None:
    (folder / "open.a2a.yaml").write_text(OPEN)
    ended = cli("lint", "open.a2a.yaml")
    assert ended.code == 0
    advice, total = ended.out.splitlines()
    assert advice.startswith("open.a2a.yaml:4:47: advice: after `fault: close` the task stays open for good")
    assert "`- hold: {until: {call: [GetTask, SubscribeToTask]}, timeout: 1s}`" in advice
    assert total == "1 file, 0 mistakes"


def test_lint_advises_nothing_where_the_script_goes_on(cli, folder: Path) -> None:
    (folder / "open.a2a.yaml").write_text(OPEN.replace("fault: close", "fault: close, status: completed"))
    assert cli("lint", "open.a2a.yaml").out == "1 file, 0 mistakes\n"


@pytest.mark.parametrize(
    ("covers", "line"),
    [
        ("[err-client-retry-after]", "err-client-retry-after, a SHOULD: if it does not hold, the run only warns"),
        ("[err-client-by-reason]", "err-client-by-reason, a MUST: if it does not hold, the run fails"),
    ],
)
def test_preview_tells_what_each_pin_counts_for(cli, folder: Path, covers: str, line: str) -> None:
    text = "drive: [{send: hi}]\nscript: [{reply: [http: 503]}]\nexpect: {outcome: error}\n"
    (folder / "pin.a2a.yaml").write_text(f"scenario: x\ncovers: {covers}\n{text}")
    assert f"pinned pin.a2a.yaml:5: counts for {line}" in cli("preview", "pin.a2a.yaml", "--dialect", "1.0").out


def test_preview_tells_what_a_run_makes_of_a_wait(cli, folder: Path) -> None:
    steps = "[task: working, wait: 1s, status: working, wait: {for: 2s, scales: false}, status: completed]"
    (folder / "wait.a2a.yaml").write_text(f"scenario: x\ndrive: [{{send: hi}}]\nscript: [{{reply: {steps}}}]\n")
    out = cli("preview", "wait.a2a.yaml", "--dialect", "1.0", "--no-bytes").out
    shortened = [line for line in out.splitlines() if "in a run" in line]
    assert len(shortened) == 1
    assert shortened[0].endswith("status working   script[0].reply[2]   (in a run 0.050; `scales: false` keeps it)")
