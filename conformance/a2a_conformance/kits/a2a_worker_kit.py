"""Worker side of the a2a-conformance line protocol (version 1). No dependencies; Python 3.9 or newer.

    serve(Adapter(), name="my client", dialects=["1.0"], observes="answer")

The object has methods named after the drive steps (`send`, `answer`, `cancel`, `get`, `resubscribe`, `abort`,
`fetch_card`; `answer` falls back to `send`), plain or async. Each is called with the keyword arguments that it
takes: text, card_url, base_url, task_id, context_id, parts, mode, headers, credentials, listener, run and so on. It
returns an outcome mapping, or (observes="events") yields event mappings. Whatever it prints goes to stderr.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
import json
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

_HELLO = ("name", "version", "observes", "dialects", "bindings", "features", "answer", "demo")
_ALIASES = {"task_id": "task", "context_id": "context"}


class _Step:
    """One step that runs: its line, and what the caller answered to its events."""

    def __init__(self, line: dict[str, Any], kit: _Kit) -> None:
        self.line = line
        self.kit = kit
        self.replies: queue.Queue[dict[str, Any]] = queue.Queue()
        self.task: asyncio.Task[Any] | None = None
        self.waits = False

    def tell(self, kind: str, **members: Any) -> None:
        self.kit.say(type=kind, run=self.line["run"], step=self.line["step"], **members)

    def event(self, event: dict[str, Any]) -> Any:
        """Tells of one event. None: go on; else `{"response": text or None}` or `{"artifacts": True}`: stop."""
        self.waits = self.line["interactive"]
        self.tell("event", **_normal(event))
        if not self.waits:
            return None
        reply = self.replies.get()
        self.waits = False
        return reply["return"] if reply["type"] == "stop" else None

    def answered(self, reply: dict[str, Any]) -> None:
        """A stop that answers no event comes from a caller that leaves: the iteration is cancelled."""
        if self.waits:
            self.replies.put(reply)
        elif reply["type"] == "stop":
            self.cancel()

    def cancel(self) -> None:
        """Gives up what runs. A plain method cannot be given up."""
        if self.task is not None:
            self.kit.loop.call_soon_threadsafe(self.task.cancel)


class _Kit:
    def __init__(self, adapter: Any, hello: dict[str, Any]) -> None:
        self.adapter = adapter
        self.hello = hello
        self.out = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # from here on every print, of whatever library or child process, goes to stderr
        sys.stdout = sys.stderr
        self.lock = threading.Lock()
        self.steps: dict[tuple[str, str], _Step] = {}
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def say(self, **line: Any) -> None:
        data = json.dumps(line, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"
        with self.lock:
            self.out.write(data)
            self.out.flush()

    def serve(self) -> None:
        self.wait(self.call("start"))
        self.say(type="hello", protocol=1, **self.hello)
        for data in iter(sys.stdin.buffer.readline, b""):
            line = json.loads(data)
            kind = line["type"]
            if kind == "run":
                step = _Step(line, self)
                self.steps[line["run"], line["step"]] = step
                threading.Thread(target=self.work, args=(step,), daemon=True).start()
            elif kind in ("go", "stop"):
                asking = self.steps.get((line["run"], line["step"]))
                if asking is not None:
                    asking.answered(line)
            elif kind == "release":
                self.release(line["run"])
            elif kind == "bye":
                break
        self.wait(self.call("close"))

    def release(self, run: str) -> None:
        self.wait(self.call("release", run))
        self.say(type="released", run=run)

    def call(self, name: str, *arguments: Any) -> Any:
        method = getattr(self.adapter, name, None)
        return method(*arguments) if callable(method) else None

    def wait(self, value: Any) -> Any:
        if not inspect.isawaitable(value):
            return value

        async def settle() -> Any:
            return await value

        return asyncio.run_coroutine_threadsafe(settle(), self.loop).result()

    def work(self, step: _Step) -> None:
        line = step.line
        try:
            self.answer(step)
        except BaseException as problem:
            stopped = isinstance(problem, (asyncio.CancelledError, concurrent.futures.CancelledError))
            if not stopped:
                traceback.print_exc()
            self.finish(step, None if stopped else problem, "stopped" if stopped else "error")
        finally:
            self.steps.pop((line["run"], line["step"]), None)
            if line["last"]:
                self.release(line["run"])

    def answer(self, step: _Step) -> None:
        verb = step.line["verb"]
        method = getattr(self.adapter, verb, None) or (
            getattr(self.adapter, "send", None) if verb == "answer" else None
        )
        if verb == "abort" and method is None:
            for other in list(self.steps.values()):
                if other.line["run"] == step.line["run"]:
                    other.cancel()
            return self.finish(step, None, "clean")
        if method is None:
            # Told to the suite as an error of this step: the author's adapter declares a feature that it lacks.
            raise NotImplementedError(f"the adapter has no method {verb}")
        value = method(**_arguments(method, step))
        if inspect.isawaitable(value) or hasattr(value, "__aiter__"):

            async def follow() -> str | None:
                step.task = asyncio.current_task()
                return await self.follow(step, value)

            ended = asyncio.run_coroutine_threadsafe(follow(), self.loop).result()
        else:
            ended = self.take(step, value)
        if ended is not None:
            self.finish(step, None, ended)
        return None

    async def follow(self, step: _Step, value: Any) -> str | None:
        if not hasattr(value, "__aiter__"):
            return self.take(step, await value)
        async for event in value:
            if await asyncio.to_thread(step.event, event) is not None:
                await value.aclose()
                return "stopped"
        return "clean"

    def take(self, step: _Step, value: Any) -> str | None:
        """Tells what a method gave; a word: how the step ended, when no outcome line did."""
        if isinstance(value, str):
            value = {"outcome": "unknown", "answer": value}
        if isinstance(value, dict) and "event" not in value:
            step.tell("outcome", **_normal(value))
            return None
        for event in [] if value is None else [value] if isinstance(value, dict) else value:
            if step.event(event) is not None:
                return "stopped"
        return "clean"

    def finish(self, step: _Step, problem: BaseException | None, ended: str) -> None:
        """Ends a step without an outcome of its own; at the levels that need one, an exception makes it."""
        error = None if problem is None else _error(problem)
        if error is not None and self.hello.get("observes") in ("answer", "aggregate"):
            step.tell("outcome", outcome="error", error=error)
        else:
            step.tell("ended", ended=ended, **({} if error is None else {"error": error}))


def _arguments(method: Callable[..., Any], step: _Step) -> dict[str, Any]:
    given = {name: value for name, value in step.line.items() if name != "type"}
    given["listener"] = step.event if step.line["listener"] else None
    parameters = inspect.signature(method).parameters.values()
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return given
    return {parameter.name: given[parameter.name] for parameter in parameters if parameter.name in given}


def _normal(value: dict[str, Any]) -> dict[str, Any]:
    return {_ALIASES.get(name, name): item for name, item in value.items() if item is not None}


def _error(problem: BaseException) -> dict[str, Any]:
    told = getattr(problem, "a2a_error", None)
    if isinstance(told, dict):
        return told
    error = {"message": f"{type(problem).__name__}: {problem}"}
    if isinstance(problem, TimeoutError):
        error["kind"] = "timeout"
    elif isinstance(problem, ConnectionError):
        error["kind"] = "transport"
    return error


def serve(adapter: Any, **hello: Any) -> None:
    """Speaks the protocol on stdin and stdout until told bye. Hello members win over the adapter's attributes."""
    told = {name: value for name in _HELLO if (value := getattr(adapter, name, None)) is not None}
    if callable(told.get("answer")):
        del told["answer"]  # the drive step of that name, no declaration
    _Kit(adapter, {**told, **hello}).serve()
