"""One process of a worker: its hello, the steps that run in it, its end."""

import shlex
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from a2a_conformance.adapters.base import (
    AdapterError,
    SessionOver,
    Sink,
    StepRequest,
    Stop,
    describe,
    ended_of,
)
from a2a_conformance.adapters.normal_form import short
from a2a_conformance.adapters.process import LINE_LIMIT, Child, Tail, last_words
from a2a_conformance.adapters.worker_lines import (
    ByeLine,
    EndedLine,
    EventLine,
    FromWorker,
    HelloLine,
    OutcomeLine,
    ReleasedLine,
    ReleaseLine,
    ToWorker,
    is_message,
    read_line,
    reply_line,
    run_line,
    write_line,
)
from a2a_conformance.adapters.worker_step import Step
from a2a_conformance.outcome import Ended, Kind, Outcome, Told

HELLO_TIMEOUT: Final = 30.0
"""Seconds from the start of a process to its hello."""
RELEASE_TIMEOUT: Final = 2.0
"""Seconds to let go of a finished run."""
WRITE_TIMEOUT: Final = 5.0
"""Seconds in which a worker has to read a line of ours."""
LEAVE_TIMEOUT: Final = 1.0
"""Seconds to end an iteration that its caller leaves."""
BYE_GRACE: Final = 1.0
"""Seconds to exit after bye."""


class WorkerProcess:
    """Speaks protocol 1 with one child process."""

    def __init__(
        self,
        argv: Sequence[str],
        cwd: Path | None,
        env: Mapping[str, str],
        trace: Callable[[str, str], None] | None = None,
    ) -> None:
        self._shown = shlex.join(argv)
        self._trace = trace
        self._lock = threading.Lock()
        self._steps: dict[tuple[str, str], Step] = {}
        self._asked: dict[tuple[str, str], Step] = {}
        """The steps of runs that are not released yet, those that are over included."""
        self._contradicted: dict[str, AdapterError] = {}
        self._released: set[str] = set()
        self._told_last: set[str] = set()
        self._changed = threading.Condition(self._lock)
        self._tail = Tail(2000)
        self._over = False
        self._hello_problem: AdapterError | None = None
        self.hello: HelloLine | None = None
        self._child = Child(argv, cwd, env, self._line, self._log, self._ended, self._dropped)

    @property
    def alive(self) -> bool:
        """Whether another step can be given to it."""
        return not self._over and self._child.alive

    def greet(self) -> None:
        """Waits for the hello line. Raises SessionOver."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.hello is not None or self._hello_problem is not None or self._over, HELLO_TIMEOUT
            )
        if self._hello_problem is not None:
            raise SessionOver(self._hello_problem.what, self._hello_problem.remedy)
        if self.hello is None:
            what = f"ended ({self._child.exit})" if self._over else f"said no hello within {HELLO_TIMEOUT:g} s"
            raise SessionOver(
                f"the worker {self._shown!r} {what}{self._said()}",
                'its first line has to be {"type": "hello", "protocol": 1, …}; docs/worker.md shows every line',
            )

    def drive(self, request: StepRequest, sink: Sink) -> Told:
        """Asks for a step and waits for its end. Raises AdapterError."""
        began = time.monotonic()
        step = Step(request, sink)
        with self._lock:
            self._steps[request.run, request.step] = step
            self._asked[request.run, request.step] = step
            if request.last:
                self._told_last.add(request.run)
            if self._over:
                step.finish(Ended.CRASH, note=self._death())
        try:
            if not self._send(run_line(request)):
                self._unread(step)
            while not step.done.wait(max(sink.patience(), 0.0)):
                if sink.patience() > 0:
                    continue
                if sink.leaves():
                    self._leave(step)
                else:
                    self._hung()
        finally:
            with self._lock:
                self._steps.pop((request.run, request.step), None)
        if step.problem is not None:
            raise step.problem
        return Told(request.step, step.ended, step.outcome, tuple(step.events), time.monotonic() - began, step.note)

    def release(self, run: str) -> bool:
        """Waits for `released`; False: it did not come, so the process is not used again.

        Raises AdapterError when the worker told two different ends of one step of the run.
        """
        if run not in self._told_last:
            self._send(ReleaseLine(run=run))
        with self._changed:
            done = self._changed.wait_for(lambda: run in self._released or self._over, RELEASE_TIMEOUT)
            self._released.discard(run)
            self._told_last.discard(run)
            self._asked = {key: step for key, step in self._asked.items() if key[0] != run}
            contradicted = self._contradicted.pop(run, None)
        if contradicted is not None:
            raise contradicted
        return done and not self._over

    def bye(self) -> None:
        """Asks it to exit, and ends its group."""
        self._send(ByeLine())
        self.end(BYE_GRACE)

    def end(self, grace: float) -> None:
        """Ends the whole process group after so many seconds of grace; steps that run become crashes."""
        self._child.end(grace)

    def _send(self, line: ToWorker) -> bool:
        data = write_line(line)
        if self._trace is not None:
            self._trace("→", data.decode().rstrip())
        return self._child.send(data, WRITE_TIMEOUT)

    def _line(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace").rstrip("\r")
        try:
            line = read_line(data)
        except AdapterError as problem:
            self._malformed(text, problem)
            return
        if line is None:
            if text:
                self._log(text)
            return
        if self._trace is not None:
            self._trace("←", text)
        try:
            self._take(line, text)
        except Exception as problem:
            wrong = AdapterError(f"this program failed on the line {short(text, 200)}: {describe(problem)}")
            for step in self._running():
                step.fail(wrong)

    def _take(self, line: FromWorker, text: str) -> None:
        match line:
            case HelloLine():
                with self._changed:
                    self.hello = line
                    self._changed.notify_all()
                return
            case ReleasedLine():
                with self._changed:
                    self._released.add(line.run)
                    self._changed.notify_all()
                return
        with self._lock:
            step = self._asked.get((line.run, line.step))
            runs = (line.run, line.step) in self._steps
        if step is None:
            self._astray(text)
            return
        if not runs and (isinstance(line, EventLine) or step.told is None):
            self._log(f"(a line for a step that does not run: {short(text, 200)})")
            return
        match line:
            case EventLine():
                event = line.surfaced()
                step.events.append(event)
                reply = step.sink.surfaced(event)
                if step.request.interactive:
                    self._send(reply_line(step.request, reply))
            case OutcomeLine():
                outcome = line.told()
                self._told(step, ended_of(outcome), outcome, text)
            case EndedLine():
                error = None if line.error is None else Outcome(Kind.ERROR, error=line.error.told())
                self._told(step, Ended(line.ended), error, text)

    def _told(self, step: Step, ended: Ended, outcome: Outcome | None, text: str) -> None:
        if not step.tell(ended, outcome):
            run, number = step.request.run, step.request.step
            with self._lock:
                self._contradicted[run] = AdapterError(
                    f"the worker told two different ends of step {number}; the second was {short(text, 200)}",
                    "tell each step's end once, in one `outcome` or `ended` line",
                )

    def _astray(self, text: str) -> None:
        """A line for a step that was never asked for: what runs will not hear of its own end."""
        wrong = AdapterError(
            f"the worker sent a line for a step that was not asked for: {short(text, 200)}",
            "copy `run` and `step` from the line that asked",
        )
        self._log(str(wrong))
        for step in self._running():
            step.fail(wrong)

    def _malformed(self, text: str, problem: AdapterError) -> None:
        wrong = AdapterError(f"{problem} in {short(text, 200)}", "docs/worker.md shows every line")
        with self._changed:
            if self.hello is None:
                self._hello_problem = wrong
                self._changed.notify_all()
        for step in self._running():
            step.fail(wrong)

    def _log(self, text: str) -> None:
        self._tail.add(text)
        with self._lock:
            sinks = {id(step.sink): step.sink for step in self._steps.values()}
        for sink in sinks.values():
            sink.log(text)

    def _dropped(self, beginning: bytes, text: str) -> None:
        """A message that is too long may have been the end of a step: that is no fault of the client's."""
        self._log(text)
        if not is_message(beginning):
            return
        wrong = AdapterError(f"a line of the worker is longer than {LINE_LIMIT} bytes", "send less in one line")
        for step in self._running():
            step.fail(wrong)

    def _ended(self) -> None:
        with self._changed:
            self._over = True
            self._changed.notify_all()
        for step in self._running():
            step.finish(Ended.CRASH, note=self._death())

    def _leave(self, step: Step) -> None:
        """Tells the worker to stop. One that cannot in the middle of an iteration is found out at the release."""
        if not step.done.is_set():
            self._send(reply_line(step.request, Stop()))
            step.done.wait(LEAVE_TIMEOUT)
            step.leave()

    def _hung(self) -> None:
        """A process with a step that hangs is of no more use: its other steps are given up with it."""
        for step in self._running():
            step.finish(Ended.HANG)

    def _running(self) -> list[Step]:
        with self._lock:
            return list(self._steps.values())

    def _unread(self, step: Step) -> None:
        if self._child.alive and not self._over:
            step.finish(Ended.HANG, note=f"the worker did not read its next line within {WRITE_TIMEOUT:g} s")

    def _death(self) -> str:
        return f"{self._child.exit}{self._said()}"

    def _said(self) -> str:
        last = last_words(str(self._tail))
        return f", last words: {short(last, 300)}" if last else ""
