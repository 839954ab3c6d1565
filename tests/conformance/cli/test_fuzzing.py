"""`run --fuzz` and `shrink`: what is found is kept as a file that fails in the same way on its own."""

from pathlib import Path

import pytest

from a2a_conformance.cli.exits import Stopped
from a2a_conformance.fuzz.generate import Name, text_of
from a2a_conformance.fuzz.search import Search
from a2a_conformance.report.reader import read_file
from a2a_conformance.verdict import Status

RIGHT = ("--adapter", "python:client.py:Client")
WRONG = ("--adapter", "python:broken.py:Broken")


def cells(folder: Path):
    return read_file(folder / "a2a-report" / "run.ndjson").header.planned


def test_a_right_client_passes_what_is_made_up(cli, folder: Path) -> None:
    ended = cli("run", *RIGHT, "--fuzz", "24", "--seed", "s")
    assert (ended.code, ended.err) == (0, "")
    assert cells(folder) == tuple(f"fuzz/s-{n} [{d}-jsonrpc]" for n in range(1, 25) for d in ("1.0", "0.3"))
    assert "distinct failure" not in ended.out
    assert not list((folder / "a2a-report").glob("fuzz-*"))


def test_a_failure_is_kept_as_the_smallest_scenario_that_replays_alone(cli, folder: Path) -> None:
    ended = cli("run", *WRONG, "--fuzz", "40", "--seed", "5")
    assert ended.code == 1
    kept = sorted((folder / "a2a-report").glob("fuzz-answer-text-5-*.a2a.yaml"))
    assert len(kept) == 1
    assert len(kept[0].read_text().splitlines()) <= 10
    name = f"a2a-report/{kept[0].name}"
    assert f"  {name}: answer-text" in ended.out
    key = name.removesuffix(".a2a.yaml") + " :: answer-text"
    again = cli("run", *WRONG, name)
    assert (again.code, kept[0].exists()) == (1, True)
    statuses = {
        str(verdict.key.check): verdict.status
        for result in read_file(folder / "a2a-report" / "run.ndjson").results
        for verdict in result.verdicts
    }
    assert statuses["answer-text"] is Status.FAIL
    assert cli("run", *RIGHT, key).code == 0


def test_the_key_of_a_made_up_scenario_repeats_it_without_a_file(cli, folder: Path) -> None:
    assert cli("run", *RIGHT, "fuzz/s-3 :: outcome [1.0-jsonrpc]").code == 0
    assert cells(folder) == ("fuzz/s-3 [1.0-jsonrpc]",)


def test_without_a_report_what_is_found_lies_here(cli, folder: Path) -> None:
    assert cli("run", *WRONG, "--fuzz", "40", "--seed", "5", "--report", "none").code == 1
    assert list(folder.glob("fuzz-answer-text-5-*.a2a.yaml"))


def test_a_folder_that_cannot_be_written_costs_no_result(cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_text

    def full(path: Path, *words: str, **named: str) -> int:
        if path.name.startswith("fuzz-"):
            raise OSError(28, "No space left on device")
        return write(path, *words, **named)

    monkeypatch.setattr(Path, "write_text", full)
    ended = cli("run", *WRONG, "--fuzz", "40", "--seed", "5", "--report", "none")
    assert (ended.code, ended.err) == (1, "")
    assert "not conformant: " in ended.out
    assert "cannot be written (No space left on device): fuzz/5-" in ended.out


def test_a_seed_that_is_no_name_is_refused(cli) -> None:
    ended = cli("run", *RIGHT, "--fuzz", "3", "--seed", "a/b")
    assert (ended.code, ended.out) == (2, "")
    assert "--seed a/b" in ended.err


def test_a_scenario_is_made_smaller(cli, folder: Path) -> None:
    (folder / "big.a2a.yaml").write_text(text_of(Name("5", 39)))
    ended = cli("shrink", "big.a2a.yaml", *WRONG, "--check", "answer-text")
    assert (ended.code, ended.err) == (0, "")
    small = (folder / "big.min.a2a.yaml").read_text()
    assert len(small.splitlines()) <= 10
    assert cli("run", *WRONG, "big.min.a2a.yaml :: answer-text").code == 1
    assert cli("lint", "big.min.a2a.yaml").code == 0


@pytest.mark.parametrize(("id", "made"), [("fuzz/5-39", "fuzz-5-39"), ("artifacts/append", "artifacts-append")])
def test_an_id_is_made_smaller_where_one_stands(cli, folder: Path, id: str, made: str) -> None:
    assert cli("shrink", id, *WRONG).code == 0
    text = (folder / f"{made}.min.a2a.yaml").read_text()
    assert text.startswith(f"# made of {id}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("flight.a2a.yaml", *RIGHT), "no check fails"),
        (("flight.a2a.yaml", *WRONG, "--check", "json-null"), "json-null does not fail"),
        (("flight.a2a.yaml", *WRONG, "--check", "flight :: answer-text [9]"), "does not fail in 9"),
        (("none.a2a.yaml", *WRONG), "none.a2a.yaml: no such file"),
        (("message/onyl", *WRONG), "message/onyl: no such file, and no scenario is called so"),
        (("artifacts/append~crlf", *WRONG), "a telling cannot be made smaller"),
        (("client.py", *WRONG), "client.py: no scenario file"),
        (("flight.a2a.yaml", *WRONG, "--out", "flight.a2a.yaml"), "flight.a2a.yaml: is there already"),
        (("flight.a2a.yaml", *WRONG, "--out", "flight.txt"), "flight.txt: scenario files are called"),
    ],
)
def test_what_cannot_be_shrunk_is_one_line(cli, folder: Path, words, said) -> None:
    ended = cli("shrink", *words)
    assert (ended.code, ended.out, len(ended.err.splitlines())) == (2, "", 1)
    assert said in ended.err
    assert not (folder / "flight.min.a2a.yaml").exists()


def test_a_file_that_is_there_is_overwritten_only_when_told(cli, folder: Path) -> None:
    (folder / "flight.min.a2a.yaml").write_text("mine")
    assert cli("shrink", "flight.a2a.yaml", *WRONG).code == 2
    assert (folder / "flight.min.a2a.yaml").read_text() == "mine"
    assert cli("shrink", "flight.a2a.yaml", *WRONG, "--force").code == 0


def test_runs_are_bounded(cli, folder: Path) -> None:
    ended = cli("shrink", "flight.a2a.yaml", *WRONG, "--runs", "2")
    assert ended.code == 0
    assert "after 2 runs; smaller ones may fail too" in ended.out


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch):
    """A signal comes once the search has kept a change."""
    go = Search.go

    def stopping(self, bench, *how):
        before = self.best

        def enough():
            if self.best != before:
                raise Stopped(2)
            return False

        go(self, bench, how[0], enough)

    monkeypatch.setattr(Search, "go", stopping)


def test_an_interrupt_keeps_the_smallest_so_far(cli, folder: Path, interrupted) -> None:
    ended = cli("shrink", "flight.a2a.yaml", *WRONG)
    assert ended.code == 130
    assert "smaller ones may fail too" in ended.out
    assert cli("run", *WRONG, "flight.min.a2a.yaml :: answer-text").code == 1


def test_an_interrupted_run_keeps_what_it_found(cli, folder: Path, interrupted) -> None:
    ended = cli("run", *WRONG, "--fuzz", "40", "--seed", "5")
    assert ended.code == 130
    assert "fuzz-answer-text-5-" in ended.out
    assert list((folder / "a2a-report").glob("fuzz-*"))
