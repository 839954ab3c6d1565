"""A child process in a group of its own: lines in and out, and its end, whole."""

import contextlib
import os
import re
import select
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Final

from a2a_conformance.adapters.base import LOG_LIMIT, SessionOver

LINE_LIMIT: Final = 8 * 1024 * 1024
"""Bytes of one line; what is longer is dropped and told."""
TERM_GRACE: Final = 1.0
"""Seconds after SIGTERM until SIGKILL."""


def words(command: str | Sequence[str]) -> list[str]:
    """The argv of a command: a list as it is, a text split as a shell does. Raises SessionOver."""
    try:
        argv = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as problem:
        raise SessionOver(
            f"the command {command!r} cannot be split into words ({problem})", "check its quotes"
        ) from None
    if not argv:
        raise SessionOver("the command is empty", "name the program that runs the target")
    return argv


def spawn(
    argv: Sequence[str], cwd: Path | None, env: Mapping[str, str], stdin: int = subprocess.PIPE
) -> "subprocess.Popen[bytes]":
    """Starts a process in a new group with pipes. Raises SessionOver with what to do."""
    shown = shlex.join(argv)
    try:
        return subprocess.Popen(
            argv,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={**os.environ, **env},
            start_new_session=True,
        )
    except FileNotFoundError:
        place = f" (in {cwd})" if cwd else ""
        raise SessionOver(f"cannot start {shown!r}{place}: no such program", f"is {argv[0]!r} installed?") from None
    except PermissionError:
        raise SessionOver(f"cannot start {shown!r}: it may not be executed", f"chmod +x {argv[0]}") from None
    except OSError as problem:
        raise SessionOver(f"cannot start {shown!r}: {problem.strerror}") from None


def end_group(process: "subprocess.Popen[bytes]", grace: float = TERM_GRACE) -> None:
    """Ends a process and all of its group: SIGTERM, and SIGKILL for what is left after `grace` seconds."""
    signal_group(process, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(grace)
    signal_group(process, signal.SIGKILL)
    process.wait()


def signal_group(process: "subprocess.Popen[bytes]", number: signal.Signals) -> None:
    """Signals the whole group; nothing if it is gone."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


class Tail:
    """The last characters of a log, whatever is written to it."""

    def __init__(self, limit: int = LOG_LIMIT) -> None:
        self._limit = limit
        self._size = 0
        self._lines: deque[str] = deque()

    def add(self, line: str) -> None:
        """Adds one line."""
        line = line[: self._limit]
        self._lines.append(line)
        self._size += len(line) + 1
        while self._size > self._limit:
            self._size -= len(self._lines.popleft()) + 1

    def __str__(self) -> str:
        return "\n".join(self._lines)


_ERROR: Final = re.compile(r"^(Uncaught )?[\w.]*(Error|Exception|panic)\b.*:")
"""How a runtime begins the line that says what went wrong."""


def last_words(text: str, lines: int = 3) -> str:
    """What a log says at its end, in one line: the error that a runtime names in it, else its last lines."""
    said = text.strip().splitlines()
    named = [line.strip() for line in said if _ERROR.match(line.strip())]
    return named[-1] if named else " | ".join(said[-lines:])


class Child:
    """A process that talks in lines. `on_line` gets each line of stdout without its newline, `on_log` each of stderr.

    `on_end` is called once, after the last line: the process ended, whatever the reason. `on_drop` gets the beginning
    of a line of stdout that is too long, and what to say of it.
    """

    def __init__(
        self,
        argv: Sequence[str],
        cwd: Path | None,
        env: Mapping[str, str],
        on_line: Callable[[bytes], None],
        on_log: Callable[[str], None],
        on_end: Callable[[], None],
        on_drop: Callable[[bytes, str], None],
    ) -> None:
        self._on_log = on_log
        self._on_end = on_end
        self._process = spawn(argv, cwd, env)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._stdin = self._process.stdin
        os.set_blocking(self._stdin.fileno(), False)
        self._writing = threading.Lock()
        self._readers = [
            _reader(self._process.stdout, on_line, on_drop),
            _reader(
                self._process.stderr,
                lambda line: on_log(line.decode("utf-8", "replace")),
                lambda _, text: on_log(text),
            ),
        ]
        self._waiter = threading.Thread(target=self._wait, name="a2a-child", daemon=True)
        self._waiter.start()

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.returncode is None

    @property
    def exit(self) -> str:
        """How it ended: `exit code 1`, `SIGSEGV`."""
        code = self._process.returncode
        if code is None:
            return "still running"
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name

    def send(self, data: bytes, timeout: float) -> bool:
        """Writes a line; False: the process is gone or did not read it within so many seconds."""
        deadline = time.monotonic() + timeout
        rest = memoryview(data)
        with self._writing:
            while rest:
                try:
                    rest = rest[os.write(self._stdin.fileno(), rest) :]
                except BlockingIOError:
                    left = deadline - time.monotonic()
                    if left <= 0 or not self.alive:
                        return False
                    select.select([], [self._stdin], [], min(left, 0.5))
                except (BrokenPipeError, ValueError):
                    return False
        return True

    def end(self, grace: float = 0.0) -> None:
        """Closes its stdin, gives it so many seconds to exit, then ends the group; returns when it is gone."""
        with self._writing, contextlib.suppress(OSError):
            self._stdin.close()
        if grace:
            self._waiter.join(grace)
        if self._waiter.is_alive():
            signal_group(self._process, signal.SIGTERM)
            self._waiter.join(TERM_GRACE)
            signal_group(self._process, signal.SIGKILL)
            self._waiter.join()

    def _wait(self) -> None:
        self._process.wait()
        signal_group(self._process, signal.SIGKILL)
        for reader in self._readers:
            reader.join(1.0)
        self._on_end()
        with self._writing, contextlib.suppress(OSError):
            self._stdin.close()


def _reader(
    pipe: IO[bytes], on_line: Callable[[bytes], None], on_drop: Callable[[bytes, str], None]
) -> threading.Thread:
    def read() -> None:
        with pipe:
            for line in lines(pipe, on_drop):
                on_line(line)

    thread = threading.Thread(target=read, name="a2a-child-output", daemon=True)
    thread.start()
    return thread


def lines(pipe: IO[bytes], on_drop: Callable[[bytes, str], None], limit: int = LINE_LIMIT) -> Iterator[bytes]:
    """The lines of a pipe, split on newline only; longer ones than `limit` bytes are told and dropped."""
    rest = bytearray()
    dropping = False
    while chunk := os.read(pipe.fileno(), 65536):
        *ended, open_ = chunk.split(b"\n")
        for piece in ended:
            if not dropping:
                yield bytes(rest + piece)
            rest.clear()
            dropping = False
        if not dropping:
            rest += open_
        if len(rest) > limit:
            on_drop(bytes(rest[:64]), f"(a line longer than {limit} bytes was dropped)")
            rest.clear()
            dropping = True
    if rest:
        yield bytes(rest)
