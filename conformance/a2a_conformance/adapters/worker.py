"""The `worker` adapter: long-lived processes that speak lines of JSON on stdio, one for each run under way."""

import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from a2a_conformance.adapters.base import Adapter, AdapterError, SessionOver, Sink, StepRequest
from a2a_conformance.adapters.deaths import Deaths
from a2a_conformance.adapters.hello import Declaration, read_hello
from a2a_conformance.adapters.process import words
from a2a_conformance.adapters.worker_process import WorkerProcess
from a2a_conformance.outcome import Ended, Hello, Told


class WorkerAdapter(Adapter):
    """Drives a worker command. A process serves one run at a time; a dead one is started again for the next run."""

    def __init__(
        self,
        command: str | Sequence[str],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        declared: Mapping[str, Any] | None = None,
        trace: Callable[[str, str], None] | None = None,
    ) -> None:
        """`declared`: hello keys that win over the hello line. `trace(direction, line)` is shown every line.

        Raises SessionOver for a command that is no command.
        """
        self._argv = words(command)
        self._cwd = cwd
        self._env = dict(env or {})
        self._declared = dict(declared or {})
        self._trace = trace
        self._lock = threading.Lock()
        self._greeting: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []
        self._busy: dict[str, WorkerProcess] = {}
        self._taking: dict[str, threading.Lock] = {}
        self._deaths = Deaths("the worker")
        self._closed = False
        self._hello: Hello | None = None

    def start(self) -> None:
        """Starts the first process and reads its hello. Raises SessionOver."""
        if self._hello is None:
            process = self._spawn()
            self._hello = self._declaration(process)
            self._idle.append(process)

    def hello(self) -> Hello:
        """The hello line, with what the target file declares put over it."""
        self.start()
        assert self._hello is not None
        return self._hello

    def drive(self, request: StepRequest, sink: Sink) -> Told:
        """Sends the step to the run's process and waits for its end. Raises AdapterError."""
        process = self._process_of(request.run)
        told = process.drive(request, sink)
        if told.ended in (Ended.HANG, Ended.CRASH):
            process.end(0.0)
        if not self._closed:
            self._deaths.count(told, sink)
        return told

    def release(self, run: str) -> None:
        """Waits until the run's client is gone and keeps its process for the next run.

        Raises SessionOver, AdapterError when the worker told two different ends of a step.
        """
        with self._lock:
            process = self._busy.pop(run, None)
            self._taking.pop(run, None)
        if process is None:
            return
        kept = False
        try:
            kept = process.alive and process.release(run)
        finally:
            with self._lock:
                kept = kept and not self._closed
                if kept:
                    self._idle.append(process)
            if not kept:
                process.end(0.0)

    def close(self) -> None:
        """Says bye to all processes and ends their groups."""
        with self._lock:
            self._closed = True
            processes = [*self._greeting, *self._idle, *self._busy.values()]
            self._idle, self._busy = [], {}
        ending = [threading.Thread(target=process.bye) for process in processes]
        for thread in ending:
            thread.start()
        for thread in ending:
            thread.join()

    def _process_of(self, run: str) -> WorkerProcess:
        """The process of a run, taken or started once even when branches of the run ask at the same time."""
        with self._lock:
            taking = self._taking.setdefault(run, threading.Lock())
        with taking:
            with self._lock:
                if (known := self._busy.get(run)) is not None:
                    return known
            process = self._idle_process() or self._spawn()
            with self._lock:
                self._busy[run] = process
                ended = self._closed
            if ended:
                process.end(0.0)
                raise AdapterError("the worker was ended")
            return process

    def _idle_process(self) -> WorkerProcess | None:
        with self._lock:
            if self._closed:
                raise AdapterError("the worker was ended")
            while self._idle:
                process = self._idle.pop()
                if process.alive:
                    return process
        return None

    def _spawn(self) -> WorkerProcess:
        process = WorkerProcess(self._argv, self._cwd, self._env, self._trace)
        with self._lock:
            self._greeting.add(process)
            ended = self._closed
        try:
            if ended:
                raise AdapterError("the worker was ended")
            process.greet()
        except BaseException:
            process.end(0.0)
            raise
        finally:
            with self._lock:
                self._greeting.discard(process)
        return process

    def _declaration(self, process: WorkerProcess) -> Hello:
        line = process.hello
        assert line is not None
        told = {name: getattr(line, name) for name in Declaration.model_fields if name in line.model_fields_set}
        if "answer" in told:
            told["answer"] = told["answer"].model_dump()
        try:
            return read_hello(told | self._declared, self._argv[0])
        except SessionOver:
            process.end(0.0)
            raise
