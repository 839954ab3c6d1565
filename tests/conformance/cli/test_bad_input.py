from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

RIGHT = ("--adapter", "python:client.py:Client")

BAD = {
    "no target": ("run",),
    "two targets": ("run", "--target", "a.yaml", *RIGHT),
    "two adapters": ("run", "--command", "x", *RIGHT),
    "answer without command": ("run", "--answer", "stdout"),
    "no such target file": ("run", "--target", "nowhere.yaml"),
    "typo in the target file": ("run", "--target", "typo.yaml"),
    "target file of another kind": ("serve", "--target", "python.yaml"),
    "adapter of no kind": ("run", "--adapter", "client.py"),
    "adapter kind misspelled": ("run", "--adapter", "wroker:node x.mjs"),
    "no such scenario": ("demo", "mesage/only"),
    "scenario misspelled": ("demo", "artifacts/apend"),
    "family without its star": ("demo", "artifacts"),
    "several broken files": ("demo", "several", "typo.a2a.yaml"),
    "glob without a match": ("demo", "nothing/*"),
    "one of two words selects nothing": ("demo", "message/only", "nothing/*"),
    "cell of no wire form": ("demo", "message/only :: outcome [9.9-pigeon]"),
    "check that is not planned": ("demo", "message/only :: outcom [1.0-jsonrpc-stream]"),
    "empty folder": ("demo", "empty"),
    "no such file": ("demo", "nowhere.a2a.yaml"),
    "file of another kind": ("demo", "client.py"),
    "broken YAML": ("demo", "broken.a2a.yaml"),
    "unknown key": ("demo", "typo.a2a.yaml"),
    "suite of no name": ("demo", "--suite", "smok"),
    "dialect of no kind": ("demo", "--dialect", "2.0"),
    "dialect that the target lacks": ("run", "--target", "old.yaml", "--dialect", "1.0"),
    "jobs of no number": ("demo", "--jobs", "many"),
    "folder of somebody else": ("demo", "message/only", "--report", "theirs"),
    "report that is a file": ("demo", "message/only", "--report", "client.py"),
    "no such baseline": ("demo", "message/only", "--baseline", "nowhere.yaml"),
    "baseline with a typo": ("demo", "message/only", "--baseline", "typo-baseline.yaml"),
    "command of no name": ("rnu",),
    "option of no name": ("demo", "--sweet"),
    "nothing to lint": ("lint", "empty"),
    "lint of nowhere": ("lint", "nowhere"),
    "judge of nowhere": ("judge", "nowhere.sse"),
    "judge of a page": ("judge", "page.html"),
    "judge of nothing": ("judge", "empty.sse"),
    "preview of nowhere": ("preview", "nowhere"),
    "explain of nothing": ("explain", "stream-task-fist"),
    "explain of a check of no name": ("explain", "message/only :: outcom"),
    "list of a family without its star": ("list", "artifacts"),
    "list of a kind misspelled": ("list", "requirement"),
    "list of requirements about nothing": ("list", "requirements", "xyzzy"),
    "list of nothing": ("list", "nothing/*"),
    "record of another kind": ("report", "page.html"),
    "no such record": ("report", "nowhere.ndjson"),
    "baseline without a run": ("baseline", "write"),
}


@pytest.fixture
def messy(folder: Path) -> Path:
    (folder / "empty").mkdir()
    (folder / "theirs").mkdir()
    (folder / "theirs" / "thesis.md").write_text("mine")
    (folder / "empty.sse").write_text("")
    (folder / "page.html").write_text("<!doctype html><p>hello")
    (folder / "broken.a2a.yaml").write_text("scenario: [\n")
    (folder / "typo.a2a.yaml").write_text("scenario: x\ndrive: [{sned: hi}]\nscript: [{reply: [{message: hi}]}]\n")
    (folder / "several").mkdir()
    for name in ("one", "two"):
        text = "scenario: x\ndrive: [{send: hi}]\nscript: [{reply: [{message: hi}]}]\n"
        (folder / "several" / f"{name}.a2a.yaml").write_text(f"{text}covers: [no-such-{name}]\n")
    (folder / "typo.yaml").write_text("kind: worker\ncomand: node x.mjs\n")
    (folder / "python.yaml").write_text("kind: python\nmodule: client.py:Client\n")
    (folder / "old.yaml").write_text('kind: python\nmodule: client.py:Client\ndialects: ["0.3"]\n')
    (folder / "typo-baseline.yaml").write_text("version: 1\nexpect:\n  - chek: outcome\n")
    return folder


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_told_with_place_and_remedy_and_ends_with_2(
    cli, messy: Path, case: str, snapshot: SnapshotAssertion
) -> None:
    ended = cli(*BAD[case])
    assert ended.code == 2
    assert "Traceback" not in ended.err
    assert ended.out == ""
    assert ended.err == snapshot


CANNOT_START = {
    "no such module": "python:nowhere.py:Client",
    "no such attribute": "python:client.py:Clint",
    "no such program": "worker:./nowhere",
    "says nothing of itself": "worker:true",
}


@pytest.mark.parametrize("case", CANNOT_START)
def test_a_target_that_cannot_start_ends_with_4(cli, case: str, snapshot: SnapshotAssertion) -> None:
    ended = cli("run", "--adapter", CANNOT_START[case], "message/only")
    assert ended.code == 4
    assert "Traceback" not in ended.err
    assert ended.err == snapshot


@pytest.mark.parametrize("at", ["import", "class", "start"])
@pytest.mark.parametrize("command", ["run", "shrink"])
def test_a_target_that_ends_the_process_with_success_is_no_success(cli, folder: Path, at: str, command: str) -> None:
    lines = {
        "import": "import sys\nsys.exit(0)\n",
        "class": "import sys\nclass Client:\n  def __init__(self): sys.exit(0)\n",
        "start": "import sys\nclass Client:\n  def send(self, text): ...\n  async def start(self): sys.exit(0)\n",
    }
    (folder / "quits.py").write_text(lines[at])
    ended = cli(command, "--adapter", "python:quits.py:Client", "flight.a2a.yaml")
    assert ended.code == 4
    assert ended.err.count("\n") == 1


def test_a_defect_of_our_own_is_one_line_with_its_place(cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("a2a_conformance.corpus.select", broken)
    ended = cli("list")
    assert ended.code == 4
    assert ended.err.startswith("a2a-conformance: this is a defect of a2a-conformance, please report it: ZeroDiv")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(
    "command", [("run", *RIGHT), ("demo", "--report", "none"), ("preview",)], ids=lambda it: it[0]
)
def test_what_lint_refuses_is_refused_with_the_same_lines_before_anything_is_played(
    cli, folder: Path, command: tuple[str, ...]
) -> None:
    text = (folder / "flight.a2a.yaml").read_text()
    (folder / "flight.a2a.yaml").write_text(f"{text}covers: [listener-order]\nexpect: {{outcome: failed}}\n")
    lint = cli("lint", "flight.a2a.yaml")
    assert (lint.code, lint.out.count("flight.a2a.yaml:")) == (1, 2)
    ended = cli(*command, "flight.a2a.yaml")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.splitlines() == lint.out.splitlines()[:-1]
