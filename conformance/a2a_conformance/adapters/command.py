"""The `command` adapter: one process for each drive step, its argv filled in (design §6)."""

import json
import os
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, Final

from a2a_conformance.adapters.base import Adapter, AdapterError, SessionOver, Sink, StepRequest, ended_of
from a2a_conformance.adapters.deaths import Deaths
from a2a_conformance.adapters.hello import read_hello
from a2a_conformance.adapters.normal_form import NotNormal, nearest, read_outcome, short
from a2a_conformance.adapters.process import LINE_LIMIT, end_group, last_words, spawn, words
from a2a_conformance.outcome import Ended, Hello, Kind, Outcome, Told, ToldError
from a2a_simulator.scenario.play import Verb

PLACEHOLDERS: Final = ("card_url", "base_url", "text", "outcome", "task_id", "context_id", "verb", "mode")
_PLACEHOLDER: Final = re.compile(r"(?<![${])\{([a-z_]+)\}(?!\})")
"""`${name}` is left to the shell, and `{{name}}` to whatever it means."""
NOT_FOUND: Final = {126: "it may not be executed", 127: "a program was not found"}
"""What shells mean by these exit codes."""


class CommandAdapter(Adapter):
    """Starts a command for each step. The same values are in its environment as A2A_CARD_URL, A2A_TEXT and so on.

    It tells an outcome as JSON in the file `{outcome}`, or its answer on stdout (`answer_from`: stdout), or nothing.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        declared: Mapping[str, Any] | None = None,
        answer_from: str | None = None,
    ) -> None:
        """Raises SessionOver for a command that is no command, or with a placeholder that is mistyped."""
        self._argv = words(command)
        self._cwd = cwd
        self._env = dict(env or {})
        self._declared = dict(declared or {})
        self._from_stdout = answer_from == "stdout"
        self._used = {name for word in self._argv for name in _PLACEHOLDER.findall(word)}
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False
        self._deaths = Deaths("the command")
        self._hello: Hello | None = None
        for name in sorted(self._used - set(PLACEHOLDERS)):
            known = ", ".join(f"{{{known}}}" for known in PLACEHOLDERS)
            raise SessionOver(
                f"the command has the unknown placeholder {{{name}}}{nearest(name, PLACEHOLDERS)}",
                f"there are {known}; for braces of your own use a script",
            )

    def start(self) -> None:
        """Checks what is declared; the program itself is only started for a step. Raises SessionOver."""
        name = Path(self._argv[0]).name
        tells = self._from_stdout or "outcome" in self._used
        features = {"parallel", *({"get", "cancel", "resubscribe", "fetch_card"} if "verb" in self._used else ())}
        shown = {"observes": "answer" if tells else "wire", "features": sorted(features)}
        self._hello = read_hello(shown | self._declared, name)

    def hello(self) -> Hello:
        """What the target file declares; level `answer` if the command tells anything, else `wire`."""
        if self._hello is None:
            self.start()
        assert self._hello is not None
        return self._hello

    def drive(self, request: StepRequest, sink: Sink) -> Told:
        """Starts the command, waits for its end, and reads what it told. Raises AdapterError."""
        if request.verb not in (Verb.SEND, Verb.ANSWER) and "verb" not in self._used:
            return Told(
                request.step, Ended.SKIPPED, note=f"the command takes no {{verb}}, so it cannot {request.verb}"
            )
        if request.verb is Verb.ANSWER and not self._used & {"task_id", "context_id"}:
            return Told(request.step, Ended.SKIPPED, note="the command takes no {task_id}, so it cannot answer")
        with tempfile.TemporaryDirectory(prefix="a2a-") as folder:
            told = self._run(request, sink, Path(folder) / "outcome.json")
        if not self._closed:
            self._deaths.count(told, sink)
        return told

    def release(self, run: str) -> None:
        """Nothing to do: a process ends with its step."""

    def close(self) -> None:
        """Ends every process that runs, with its group."""
        with self._lock:
            self._closed = True
            running = list(self._running)
        for process in running:
            end_group(process)

    def _run(self, request: StepRequest, sink: Sink, outcome: Path) -> Told:
        began = time.monotonic()
        values = self._values(request, outcome)
        argv = [_PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), word) for word in self._argv]
        if any("\0" in word for word in argv):
            raise AdapterError("the text holds a NUL character, which no command can be given")
        env = {f"A2A_{name.upper()}": value for name, value in values.items() if "\0" not in value}
        with self._lock:
            if self._closed:
                raise AdapterError("the session was ended")
            process = spawn(argv, self._cwd, {**self._env, **env}, stdin=subprocess.DEVNULL)
            self._running.add(process)
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            output, said = _Output(process.stdout), _Output(process.stderr)
            if not _ended(process, sink):
                return Told(request.step, Ended.HANG, seconds=time.monotonic() - began, note=said.last())
        finally:
            with self._lock:
                self._running.discard(process)
            end_group(process, 0.0)
        text, errors = output.text(), said.text()
        for line in (errors if self._from_stdout else text + errors).splitlines():
            sink.log(line)
        return self._told(request, process.returncode, text, said, outcome, sink, time.monotonic() - began)

    def _told(
        self,
        request: StepRequest,
        code: int,
        text: str,
        said: "_Output",
        outcome: Path,
        sink: Sink,
        seconds: float,
    ) -> Told:
        if code < 0:
            return Told(request.step, Ended.CRASH, seconds=seconds, note=f"signal {-code}: {said.last()}")
        if code in NOT_FOUND or (code and not sink.reached()):
            reason = NOT_FOUND.get(code, "before any request")
            raise AdapterError(
                f"the command ended with exit code {code}, {reason}: {said.last() or 'it said nothing'}"
            )
        told = self._outcome(code, text, said, outcome)
        ended = ended_of(told) if told is not None else Ended.ERROR if code else Ended.CLEAN
        return Told(request.step, ended, told, (), seconds, f"exit code {code}: {said.last()}" if code else "")

    def _outcome(self, code: int, text: str, said: "_Output", outcome: Path) -> Outcome | None:
        if "outcome" in self._used and outcome.exists():
            content = _read(outcome)
            try:
                value = json.loads(content)
                if not isinstance(value, dict):
                    raise NotNormal("it has to be one JSON object")
                return read_outcome(value)
            except (NotNormal, ValueError, RecursionError) as problem:
                raise AdapterError(f"the outcome file says {short(content)}", str(problem)) from None
        if code:
            return Outcome(Kind.ERROR, error=ToldError(None, message=said.last() or f"exit code {code}"))
        if self._from_stdout:
            return Outcome(Kind.UNKNOWN, answer=text.removesuffix("\n"))
        if "outcome" in self._used:
            raise AdapterError("the command ended well and wrote no outcome", "write one JSON object to {outcome}")
        return None

    def _values(self, request: StepRequest, outcome: Path) -> dict[str, str]:
        return {
            "card_url": request.card_url,
            "base_url": request.base_url,
            "text": request.text,
            "outcome": str(outcome),
            "task_id": request.task_id or "",
            "context_id": request.context_id or "",
            "verb": request.verb.value,
            "mode": request.mode.value,
        }


def _read(outcome: Path) -> str:
    """The outcome file. Raises AdapterError for what is no file, or a file that is too long for an outcome."""
    try:
        with outcome.open("rb") as file:
            content = file.read(LINE_LIMIT + 1)
    except OSError as problem:
        remedy = "write one JSON object to the file {outcome}"
        raise AdapterError(f"the outcome cannot be read: {problem.strerror}", remedy) from None
    if len(content) > LINE_LIMIT:
        raise AdapterError(f"the outcome file is longer than {LINE_LIMIT} bytes", "tell less, or cut the answer")
    return content.decode("utf-8", "replace")


class _Output:
    """What a process writes to one of its pipes, read as it comes, its beginning kept."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def text(self) -> str:
        """All of it (at most 8 MiB); waits until the pipe is closed, but not for ever."""
        self._thread.join(1.0)
        return bytes(self._kept).decode("utf-8", "replace")

    def last(self) -> str:
        """What it said at its end, in one line."""
        return last_words(self.text())[:300]

    def _read(self) -> None:
        with self._pipe:
            while chunk := os.read(self._pipe.fileno(), 65536):
                self._kept += chunk[: LINE_LIMIT - len(self._kept)]


def _ended(process: "subprocess.Popen[bytes]", sink: Sink) -> bool:
    while True:
        try:
            process.wait(max(sink.patience(), 0.0))
            return True
        except subprocess.TimeoutExpired:
            if sink.patience() <= 0:
                return False
