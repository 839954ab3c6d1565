import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from a2a_conformance import corpus
from a2a_conformance.adapter_check import check
from a2a_conformance.adapters.base import StepRequest
from a2a_conformance.adapters.worker import WorkerAdapter
from a2a_conformance.adapters.worker_lines import ByeLine, run_line, write_line
from a2a_conformance.cli.entry import run_command_line
from a2a_conformance.init import FilesExist, init
from a2a_conformance.outcome import Ended, Kind, Outcome
from a2a_conformance.runner import Settings, run
from a2a_conformance.target_file import load_target
from a2a_conformance.verdict import Status
from a2a_simulator.scenario.play import Verb
from heard import Heard

LANGUAGES = ("js", "python", "shell")


@pytest.mark.parametrize("language", LANGUAGES)
def test_kit_passes_smoke_as_it_is_written(tmp_path: Path, language: str) -> None:
    init(language, tmp_path)
    target = load_target(tmp_path)
    plays = [
        scenario.lower(cell)
        for scenario in corpus.select(["smoke"])
        for cell in scenario.cells()
        if cell.wire_form.dialect == "1.0"
    ]
    adapter = target.adapter()
    results = list(run(plays, adapter, Settings(jobs=2)))
    assert adapter.hello().demo
    verdicts = [verdict for result in results for verdict in result.verdicts]
    assert [str(verdict.key) for verdict in verdicts if verdict.status in (Status.FAIL, Status.ERROR)] == []
    assert sum(verdict.status is Status.PASS for verdict in verdicts) > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_adapter_check_says_what_works_and_that_it_is_a_demo(tmp_path: Path, language: str) -> None:
    init(language, tmp_path)
    said: list[tuple[str, str]] = []
    checked = check(load_target(tmp_path), lambda heading, text: said.append((heading, text)))
    assert checked.ok
    assert "its requests reach the fake agent" in checked.works
    assert any("demo client is still in" in text for text in checked.missing)
    headings = {heading for heading, _ in said}
    assert headings >= {"target", "judged at", "declares", "asks", "called", "told"}
    assert (language == "shell") or headings >= {"←", "→"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_overwritten(tmp_path: Path, language: str) -> None:
    written = init(language, tmp_path)
    mine = written.fill_in
    mine.write_text("my own work")
    with pytest.raises(FilesExist) as told:
        init(language, tmp_path)
    assert told.value.paths == list(written.paths)
    assert mine.read_text() == "my own work"


def test_one_file_in_the_way_stops_all(tmp_path: Path) -> None:
    (tmp_path / "a2a-target.yaml").write_text("kind: manual\n")
    with pytest.raises(FilesExist, match=r"a2a-target\.yaml is there already; nothing was written"):
        init("js", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a2a-target.yaml"]


def test_command_line_names_files_and_next_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command_line(["init", "--js", str(tmp_path / "new")]) == 0
    out = capsys.readouterr().out
    assert "a2a-worker-kit.mjs" in out
    assert "a2a-conformance adapter check && a2a-conformance run --suite smoke" in out
    assert run_command_line(["init", "--js", str(tmp_path / "new")]) == 2
    assert "nothing was written" in capsys.readouterr().err
    assert run_command_line(["init"]) == 2
    assert "name a language: --python, --js or --shell" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
def test_demo_client_is_short(tmp_path: Path, language: str) -> None:
    text = init(language, tmp_path).fill_in.read_text()
    demo = re.split(r"^.*---- demo client.*$", text, flags=re.M)[1]
    assert len([line for line in demo.splitlines() if line.strip()]) <= 75


def test_python_kit_is_a_pytest_adapter_too(tmp_path: Path) -> None:
    init("python", tmp_path)
    (tmp_path / "use.py").write_text("from a2a_worker import Adapter\nprint(Adapter().observes)\n")
    done = subprocess.run([sys.executable, "use.py"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "answer\n"


PYTHON_WORKER = """
import asyncio, os, subprocess, sys
from a2a_worker_kit import serve

class Adapter:
    name, version, features = "kit", "1", ["cancel", "abort", "listener", "parallel"]

    async def start(self):
        self.runs = []
        print("printed at start")

    def send(self, text, run, listener=None):
        print("printed")
        os.system("echo from a child")
        if text == "fail":
            raise ConnectionResetError("gone")
        if text == "listen":
            update = {"event": "status", "state": "working"}
            stop = listener(update) or listener(update)
            return {"outcome": "stopped", "answer": stop["response"]}
        self.runs.append(run)
        return {"outcome": "completed", "answer": text + " \\u2028", "task_id": "t", "context_id": None}

    async def get(self, task_id):
        return "plain text for " + task_id

    async def resubscribe(self, task_id):
        for number in range(3):
            yield {"event": "status", "task_id": task_id, "state": "working", "text": str(number)}

    async def cancel(self):
        await asyncio.Event().wait()

    def release(self, run):
        print("let go of", run)

serve(Adapter(), observes="answer")
"""

JS_WORKER = """
import { worker } from "./a2a-worker-kit.mjs";
worker({ name: "kit", version: "1", observes: "answer", features: ["cancel", "abort", "listener", "parallel"] }, {
  async send({ text, run, listener, client }) {
    console.log("printed");
    process.stdout.write("from a child\\n");
    client.sent = run;
    if (text === "fail") throw Object.assign(new Error("gone"), { a2aError: { kind: "transport", message: "gone" } });
    if (text === "listen") {
      const tell = () => listener({ event: "status", state: "working" });
      const stop = (await tell()) ?? (await tell());
      return { outcome: "stopped", answer: stop.response };
    }
    return { outcome: "completed", answer: text + " \\u2028", taskId: "t", contextId: null };
  },
  async get({ taskId }) { return "plain text for " + taskId; },
  async *resubscribe({ taskId }) {
    for (const text of ["0", "1", "2"]) yield { event: "status", taskId, state: "working", text };
  },
  cancel: ({ signal }) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
  async release(client) { console.log("let go of", client.sent); },
});
"""


@pytest.fixture(params=["python", "js"])
def argv(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """A worker on the kit, with every kind of handler, as a command in `tmp_path`."""
    init(request.param, tmp_path)
    name, text = ("w.py", PYTHON_WORKER) if request.param == "python" else ("w.mjs", JS_WORKER)
    (tmp_path / name).write_text(text)
    return [sys.executable if request.param == "python" else "node", name]


@pytest.fixture
def kit(argv: list[str], tmp_path: Path) -> Iterator[WorkerAdapter]:
    adapter = WorkerAdapter(argv, tmp_path)
    adapter.start()
    yield adapter
    adapter.close()


def asked(text: str = "hi", verb: Verb = Verb.SEND, step: str = "0", **more: Any) -> StepRequest:
    return StepRequest("r1", step, verb, text=text, **{"task_id": "t", "last": False} | more)


def test_kit_writes_nothing_but_lines_to_stdout(argv: list[str], tmp_path: Path) -> None:
    with subprocess.Popen(argv, cwd=tmp_path, stdin=PIPE, stdout=PIPE, stderr=PIPE) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        worker.stdin.write(write_line(run_line(asked(last=True))))
        worker.stdin.flush()
        kinds = [json.loads(worker.stdout.readline())["type"] for _ in range(3)]
        rest, errors = worker.communicate(write_line(ByeLine()), timeout=10)
    assert (kinds, rest, worker.returncode) == (["hello", "outcome", "released"], b"", 0)
    assert b"printed\n" in errors
    assert b"from a child\n" in errors


def test_kit_answers(kit: WorkerAdapter) -> None:
    told = kit.drive(asked(last=True), Heard())
    assert told.outcome == Outcome(Kind.COMPLETED, "hi \u2028", task="t")
    assert kit.drive(asked(verb=Verb.ANSWER, step="1"), Heard()).outcome == told.outcome
    kit.release("r1")


def test_kit_tells_an_exception_as_error(kit: WorkerAdapter) -> None:
    told = kit.drive(asked("fail"), Heard())
    assert told.ended is Ended.ERROR
    assert told.outcome is not None
    assert told.outcome.error is not None
    assert told.outcome.error.kind == "transport"
    assert "gone" in (told.outcome.error.message or "")


def test_kit_lets_a_listener_stop(kit: WorkerAdapter) -> None:
    told = kit.drive(asked("listen", listener=True, interactive=True), Heard(stop_at=2))
    assert (told.ended, told.outcome) == (Ended.STOPPED, Outcome(Kind.STOPPED, "enough"))


def test_kit_takes_a_plain_text(kit: WorkerAdapter) -> None:
    assert kit.drive(asked(verb=Verb.GET), Heard()).outcome == Outcome(Kind.UNKNOWN, "plain text for t")


def test_kit_surfaces_what_a_generator_yields(kit: WorkerAdapter) -> None:
    told = kit.drive(asked(verb=Verb.RESUBSCRIBE), Heard())
    assert [(event.task, event.parts[0]["text"]) for event in told.surfaced] == [("t", "0"), ("t", "1"), ("t", "2")]
    assert told.ended is Ended.CLEAN
    stopped = kit.drive(asked(verb=Verb.RESUBSCRIBE, step="1", interactive=True), Heard(stop_at=2))
    assert (stopped.ended, len(stopped.surfaced)) == (Ended.STOPPED, 2)


def test_kit_aborts_what_runs(kit: WorkerAdapter) -> None:
    ended: list[Ended] = []
    running = threading.Thread(
        target=lambda: ended.append(kit.drive(asked(verb=Verb.CANCEL, step="1"), Heard()).ended)
    )
    running.start()
    step = 1
    while running.is_alive():
        step += 1
        assert kit.drive(asked(verb=Verb.ABORT, step=str(step)), Heard()).ended is Ended.CLEAN
        running.join(0.01)
    assert ended == [Ended.STOPPED]


def test_kit_says_released_once_for_each_run(kit: WorkerAdapter) -> None:
    for run_id in ("r1", "r2"):
        kit.drive(StepRequest(run_id, "0", Verb.SEND, text="hi"), Heard())
        kit.release(run_id)
