"""The command `requirements`, and runs that are judged by a frozen set."""

import json
from pathlib import Path

import pytest

from a2a_conformance import catalog, requirement_sets
from a2a_conformance.report.reader import read_file
from a2a_conformance.requirement_sets import load, names

WRONG = ("--adapter", "python:broken.py:Broken")
KEY = "flight :: answer-text [1.0-jsonrpc]"


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    """A shelf of sets of which the newest of 1.0 names nothing that the scenario judges."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for name, ids in (("1.0@2026.12", ["answer-text"]), ("1.0@2027.03", ["stream-open"])):
        rows = "".join(f"  {id}: MUST\n" for id in ids)
        (shelf / f"{name}.yaml").write_text(f'set: "{name}"\nrequirements:\n{rows}')
    monkeypatch.setattr(requirement_sets, "folder", lambda: shelf)
    monkeypatch.setattr(requirement_sets, "is_installed", lambda: False)
    for cached in (names, load):
        cached.cache_clear()
    yield
    for cached in (names, load):
        cached.cache_clear()


def test_a_provisional_requirement_informs_and_fails_nobody(cli, folder: Path, lenient) -> None:
    ended = cli("run", *WRONG, KEY)
    assert ended.code == 0
    assert "requirements 2027.03" in ended.out
    (result,) = read_file(folder / "a2a-report" / "run.ndjson").results
    assert [(verdict.status, verdict.level) for verdict in result.verdicts] == [("info", "INFO")]


def test_it_fails_by_the_set_that_names_it(cli, folder: Path, lenient) -> None:
    ended = cli("run", *WRONG, "--requirements", "1.0@2026.12", KEY)
    assert ended.code == 1
    assert "requirements 2026.12" in ended.out
    assert "--requirements 1.0@2026.12" in ended.out, "the command that repeats it judges by the same set"
    record = read_file(folder / "a2a-report" / "run.ndjson")
    assert record.header.requirements == "2026.12"


@pytest.mark.parametrize("name", ["index.html", "summary.md", "report.json"])
def test_every_report_names_the_set(cli, folder: Path, lenient, name: str) -> None:
    cli("run", *WRONG, "--requirements", "2026.12", KEY)
    assert "2026.12" in (folder / "a2a-report" / name).read_text(encoding="utf-8")


def test_the_target_file_names_a_set_and_the_command_line_goes_first(cli, folder: Path, lenient) -> None:
    (folder / "a2a-target.yaml").write_text("kind: python\nmodule: broken.py:Broken\nrequirements: [1.0@2026.12]\n")
    assert cli("run", KEY).code == 1
    assert cli("run", KEY, "--requirements", "1.0@2027.03").code == 0


@pytest.mark.parametrize(
    "words", [("run", *WRONG), ("demo",), ("serve",), ("requirements",), ("judge", "flight.a2a.yaml")]
)
def test_a_set_that_does_not_exist_is_one_clear_line(cli, words: tuple[str, ...]) -> None:
    ended = cli(*words, "--requirements", "1.0@1999.01")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "no requirement set is called `1.0@1999.01`" in ended.err
    assert "1.0@2026.12" in ended.err


def test_all_requirements_are_listed_a_line_each(cli) -> None:
    ended = cli("requirements")
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.splitlines()] == [row.id for row in catalog.ROWS]
    assert cli("list", "requirements").out == ended.out


@pytest.mark.parametrize(
    ("words", "there", "not_there"),
    [
        (("art-*",), "art-append", "stream-open"),
        (("gateway",), "svc-gw-forward", "stream-open"),
        (("--level", "MAY"), "state-rejected", "stream-open"),
        (("--section", "3.1.6"), "sub-not-found", "stream-open"),
        (("--section", "3"), "sub-not-found", "sec-tls"),
        (("--direction", ">W"), "push-retry", "stream-open"),
    ],
)
def test_the_list_is_narrowed(cli, words: tuple[str, ...], there: str, not_there: str) -> None:
    told = {line.split()[0] for line in cli("requirements", *words).out.splitlines()}
    assert there in told
    assert not_there not in told


def test_section_3_1_is_not_section_3_11(cli) -> None:
    told = [json.loads(line) for line in cli("requirements", "--section", "3.1", "--format", "json").out.splitlines()]
    sections = {section for row in told for section in row["section"].split("; ")}
    assert not any(section.startswith("3.11") for section in sections)


def test_a_row_as_json_says_what_binds_by_the_set(cli, lenient) -> None:
    row = json.loads(cli("requirements", "answer-text", "--format", "json").out)
    assert (row["level"], row["binds"]["1.0"], row["state"]) == ("MUST", "INFO", "provisional")
    row = json.loads(cli("requirements", "answer-text", "--format", "json", "--requirements", "2026.12").out)
    assert (row["binds"]["1.0"], row["state"]) == ("MUST", "frozen")
    assert (row["directions"], row["who"]) == (["C*"], ["client", "gateway"])


def test_coverage_tells_each_group_and_what_is_missing(cli) -> None:
    lines = cli("requirements", "--coverage").out.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == ["C>", "C*", ">C"]
    told = [json.loads(line) for line in cli("requirements", "--coverage", "--format", "json").out.splitlines()]
    assert all(one["rows"] == one["covered"] + len(one["uncovered"]) for one in told)
    assert told[0]["uncovered"]["card-https"] == "planned: protocol"


def test_freezing_writes_a_set_for_each_dialect_once(cli, lenient) -> None:
    assert cli("requirements", "--freeze", "2027.06").out == "wrote 1.0@2027.06.yaml\nwrote 0.3@2027.06.yaml\n"
    again = cli("requirements", "--freeze", "2027.06")
    assert (again.code, again.err) == (
        2,
        "a2a-conformance: 1.0@2027.06.yaml exists, and a frozen set never changes: choose another release\n",
    )


@pytest.mark.parametrize(
    "words",
    [
        ("xyzzy",),
        ("--coverage", "--lint"),
        ("--freeze", "soon"),
        ("--coverage", "art-append"),
        ("--lint", "--level", "MUST"),
        ("--coverage", "--requirements", "1.0@2026.12"),
        ("--lint", "--format", "json"),
    ],
)
def test_bad_input_is_one_clear_line(cli, words: tuple[str, ...]) -> None:
    ended = cli("requirements", *words)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)


BROKEN = 'data: {"jsonrpc":"2.0","id":1,"result":{"statusUpdate":{"taskId":"t","contextId":"c","status":{}}}}\n\n'


def test_a_recording_is_judged_by_a_set_too(cli, folder: Path, lenient) -> None:
    (folder / "answer.sse").write_text(BROKEN)
    ended = cli("judge", "answer.sse")
    assert (ended.code, "clean: answer.sse" in ended.out) == (0, True)
    assert "stream-task-first (INFO" in ended.out
