import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from a2a_conformance.report.reader import read_file
from a2a_conformance.report.record import End

HANGING = """
import json, os, signal, socket, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
hello = {"type": "hello", "protocol": 1, "name": "hanging", "observes": "wire", "dialects": ["1.0"]}
print(json.dumps(hello), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "run":
        with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as told:
            told.sendall(str(os.getpid()).encode())
        signal.pause()
"""


def command(folder: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "a2a_conformance", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"},
    )


def hanging_run(folder: Path) -> tuple["subprocess.Popen[str]", int]:
    """A run whose worker was asked for its first step, hangs, and ignores SIGTERM; and the worker's process id."""
    (folder / "worker.py").write_text(HANGING)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(60)
        adapter = f"worker:{sys.executable} worker.py {server.getsockname()[1]}"
        process = command(folder, "run", "--adapter", adapter, "--jobs", "1", "message/only", "--dialect", "1.0")
        connection, _ = server.accept()
        with connection:
            return process, int(connection.recv(64))


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" if Path("/proc").is_dir() else True


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_a_readable_record_and_no_process(folder: Path, number: int, code: int) -> None:
    process, pid = hanging_run(folder)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert "Traceback" not in err
    assert "incomplete because the run was stopped by a signal" in out
    record = read_file(folder / "a2a-report" / "run.ndjson")
    assert record.footer is not None
    assert (record.footer.end, record.footer.signal) == (End.INTERRUPTED, number)
    assert (folder / "a2a-report" / "index.html").exists()
    assert not alive(pid)


def test_a_killed_run_leaves_what_it_had_recorded(folder: Path) -> None:
    process, pid = hanging_run(folder)
    process.kill()
    process.communicate(timeout=60)
    os.kill(pid, signal.SIGKILL)
    record = read_file(folder / "a2a-report" / "run.ndjson")
    assert record.header.planned == ("message/only [1.0-jsonrpc-stream]", "message/only [1.0-jsonrpc-unary]")
    assert [type(problem).__name__ for problem in record.problems] == ["MissingFooter"]


def test_a_reader_that_goes_away_gets_no_complaint(folder: Path) -> None:
    with command(folder, "list", "requirements") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.parametrize(
    ("closed", "arguments", "code", "said"),
    [
        (0, ("judge", "-"), 2, "a2a-conformance: standard input: the file is empty\n"),
        (0, ("import", "-"), 2, "a2a-conformance: standard input: the file is empty\n"),
        (1, ("list", "requirements"), 0, ""),
        (1, ("explain", "nothing"), 2, "a2a-conformance: no requirement, scenario or suite `nothing`"),
        (2, ("explain", "nothing"), 2, ""),
    ],
)
def test_a_standard_stream_that_is_closed_is_no_defect(
    folder: Path, closed: int, arguments: tuple[str, ...], code: int, said: str
) -> None:
    line = f"exec {shlex.join([sys.executable, '-m', 'a2a_conformance', *arguments])} {closed}>&-"
    ended = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == code
    assert ended.stderr.startswith(said)
    assert ended.stderr.count("\n") == (said != "")


class TestServe:
    @pytest.fixture
    def served(self, folder: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
        process = command(folder, "serve", "lifecycle/plain", "message/only", "--dialect", "1.0", "--port", "0")
        assert process.stdout is not None
        url = process.stdout.readline().strip().removeprefix("cases: ")
        yield process, url
        if process.poll() is None:
            process.kill()
        process.communicate()

    def get(self, url: str, data: bytes | None = None, accept: str = "*/*", origin: str = "") -> tuple[str, str]:
        headers = {"accept": accept, "content-type": "application/json", "A2A-Version": "1.0"}
        request = urllib.request.Request(url, data, headers | ({"origin": origin} if origin else {}))
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode(), answer.headers.get("access-control-allow-origin", "")

    def send(self, base_url: str, text: str, origin: str = "") -> tuple[str, str]:
        message = {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": text}]}
        call = {"jsonrpc": "2.0", "id": 1, "method": "SendStreamingMessage", "params": {"message": message}}
        return self.get(base_url, json.dumps(call).encode(), origin=origin)

    def test_cases_are_listed_called_and_judged_on_ctrl_c(self, folder: Path, served) -> None:
        process, url = served
        cases = json.loads(self.get(url)[0])
        assert [case["state"] for case in cases] == ["waiting"] * 3
        assert cases[0]["do"][0].startswith("send “")
        answer, allowed = self.send(cases[0]["base_url"], "hello", origin="https://page.example")
        assert "TASK_STATE_COMPLETED" in answer
        assert allowed == "https://page.example"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        assert err == ""
        assert process.returncode == 4
        assert "lifecycle/plain [1.0-jsonrpc]" in out
        assert "2 of 3 cells did not run" in out
        record = read_file(folder / "a2a-report" / "run.ndjson")
        assert [str(result.cell) for result in record.results] == ["lifecycle/plain [1.0-jsonrpc]"]

    def test_a_case_is_judged_on_request(self, served) -> None:
        _, url = served
        number = json.loads(self.get(f"{url}")[0])[0]["number"]
        self.send(json.loads(self.get(url)[0])[0]["base_url"], "hello")
        row = json.loads(self.get(f"{url}/{number}/judge", b"")[0])
        assert row["verdicts"]
        page = self.get(url, accept="text/html")[0]
        assert "lifecycle/plain [1.0-jsonrpc]" in page

    def test_a_taken_port_is_one_clear_line(self, folder: Path, served) -> None:
        _, url = served
        port = url.rsplit(":", 1)[1].partition("/")[0]
        other = command(folder, "serve", "message/only", "--port", port, "--report", "other")
        _, err = other.communicate(timeout=60)
        assert other.returncode == 2
        assert err.startswith(f"a2a-conformance: port {port} on 127.0.0.1 cannot be used")
        assert err.count("\n") == 1
