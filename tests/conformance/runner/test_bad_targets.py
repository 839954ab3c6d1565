"""What a user sees of a target that does not behave: one clear line, the exit code, a record, nothing left behind."""

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from a2a_conformance.report.reader import read_file
from a2a_conformance.report.record import End

FAKE = Path(__file__).parents[1] / "adapters" / "fake_worker.py"
COMMAND = [sys.executable, "-c", "import sys; from a2a_conformance.cli import main; sys.exit(main())"]


def started(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*COMMAND, "run", *arguments], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ran(folder: Path, *arguments: str) -> tuple[int, str]:
    process = started(folder, *arguments)
    out, err = process.communicate(timeout=60)
    assert "Traceback" not in out + err
    return process.returncode, out + err


def worker(*how: str) -> str:
    return "worker:" + " ".join([sys.executable, str(FAKE), *how])


@pytest.mark.parametrize(
    ("adapter", "code", "says"),
    [
        ("worker:no-such-program-here", 4, "no such program: is 'no-such-program-here' installed?"),
        ("command:no-such-program-here {text}", 4, "no such program: is 'no-such-program-here' installed?"),
        ("python:nothing_there:Adapter", 4, "there is no module 'nothing_there'"),
        ("wroker:x", 2, "(did you mean 'worker'?)"),
        ("command:true {base_ulr}", 2, "unknown placeholder {base_ulr} (did you mean 'base_url'?)"),
        (worker("no-hello"), 4, "ended (exit code 4)"),
        (worker("bad-hello"), 4, "unknown member 'dialect' (did you mean 'dialects'?)"),
        (worker("die"), 4, "died 3 times before its first request (exit code 3, last words: 'about to die')"),
        (worker("bad-outcome"), 4, "(did you mean 'completed'?)"),
        (worker("hang"), 4, "the worker hung 3 times before its first request"),
        (worker("ignore-term"), 4, "the worker hung 3 times before its first request"),
        (worker("answer"), 1, "not conformant"),
        (worker("junk"), 1, "not conformant"),
    ],
)
def test_one_clear_line_and_the_exit_code(tmp_path: Path, adapter: str, code: int, says: str) -> None:
    ended, text = ran(tmp_path, "message/*", "--adapter", adapter, "--time-scale", "0.02", "--jobs", "1")
    assert says in text
    assert ended == code


def test_record_of_a_run_whose_target_died_is_readable(tmp_path: Path) -> None:
    assert ran(tmp_path, "message/*", "--adapter", worker("die"), "--jobs", "1")[0] == 4
    record = read_file(tmp_path / "a2a-report" / "run.ndjson")
    assert record.footer is not None
    assert record.footer.end is End.FAILED
    assert "died 3 times" in record.footer.note


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_signal_ends_the_target_and_keeps_the_record(tmp_path: Path, number: signal.Signals, code: int) -> None:
    ready = tmp_path / "ready"
    os.mkfifo(ready)
    process = started(tmp_path, "message/only", "--adapter", worker("say-and-hang", str(ready)), "--jobs", "1")
    target = int(ready.read_text())
    descriptor = os.pidfd_open(target)
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert process.returncode == code
    assert "Traceback" not in out + err
    assert select.select([descriptor], [], [], 5)[0], "the worker goes on after the run"
    os.close(descriptor)
    record = read_file(tmp_path / "a2a-report" / "run.ndjson")
    assert record.footer is not None
    assert (record.footer.end, record.footer.signal) == (End.INTERRUPTED, number)
