"""The `python` adapter: a class, a factory or an object whose methods are named after the drive steps (design §6)."""

import inspect
import threading
import time
import traceback
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from concurrent.futures import Future
from typing import Any

from a2a_conformance.adapters.base import Adapter, AdapterError, SessionOver, Sink, StepRequest, describe
from a2a_conformance.adapters.call import Abandoned, Call
from a2a_conformance.adapters.deaths import Deaths
from a2a_conformance.adapters.hello import read_hello
from a2a_conformance.adapters.loop import AdapterLoop
from a2a_conformance.adapters.python_calls import Method, accepts, arguments, as_iterator, is_async, raised
from a2a_conformance.outcome import Ended, Hello, Told
from a2a_simulator.scenario.play import Verb

OPTIONS = ("parts", "extensions", "history", "refers", "metadata")
"""Keyword arguments of `send` that show what a target can be asked for beside its text."""
START_TIMEOUT = 30.0
"""Seconds that a factory and `start` may take."""


class PythonAdapter(Adapter):
    """Drives a client in this process. Plain methods run in daemon threads, async ones on one loop of ours."""

    def __init__(self, target: Any, declared: Mapping[str, Any] | None = None) -> None:
        """`declared`: hello keys that win over the attributes of the target. Raises nothing; `start` does."""
        self._target = target
        self._declared = dict(declared or {})
        self._object: Any = None
        self._hello: Hello | None = None
        self._loop: AdapterLoop | None = None
        self._calls: set[Call] = set()
        self._lock = threading.Lock()
        self._closed = False
        self._deaths = Deaths("the python adapter")

    def start(self) -> None:
        """Makes the object from a class or factory and awaits its `start`. Raises SessionOver."""
        if self._hello is not None:
            return
        try:
            made = self._target
            if inspect.isclass(made) or (callable(made) and not hasattr(made, "send")):
                made = self._finish(made())
            self._object = made
            if (begin := getattr(made, "start", None)) is not None:
                self._finish(begin())
        except (Exception, SystemExit) as problem:
            raise SessionOver(f"the python adapter cannot start: {describe(problem)}") from problem
        if not callable(getattr(self._object, "send", None)):
            raise SessionOver(
                f"the python adapter {type(self._object).__name__} has no method send",
                "give it `send(self, text, *, card_url)`, plain or async",
            )
        self._hello = read_hello(self._attributes() | self._declared, type(self._object).__name__)

    def hello(self) -> Hello:
        """What the attributes (and the declared keys) say; features default to what the methods show."""
        self.start()
        assert self._hello is not None
        return self._hello

    def drive(self, request: StepRequest, sink: Sink) -> Told:
        """Calls the method of the verb and waits for it. Raises AdapterError."""
        method = self._method(request.verb)
        if method is None and request.verb is Verb.ABORT:
            return self._abort(request)
        if method is None:
            return Told(request.step, Ended.SKIPPED, note=f"the adapter has no method {request.verb}")
        began = time.monotonic()
        call = Call(method, request, sink)
        positional, keywords = arguments(method, request, call.surface if request.listener else None)
        with self._lock:
            self._calls.add(call)
        try:
            if is_async(method):
                call.future = self._on_loop(call, method(*positional, **keywords))
            else:
                threading.Thread(target=self._plain, args=(call, positional, keywords), daemon=True).start()
            self._wait(call)
        finally:
            with self._lock:
                self._calls.discard(call)
        if call.problem is not None:
            call.ended = Ended.ERROR
            call.outcome = raised(method, call.problem)
            sink.log("".join(traceback.format_exception(call.problem)).rstrip())
        seconds = time.monotonic() - began
        told = Told(request.step, call.ended, call.outcome, tuple(call.events), seconds, call.note())
        if not self._closed:
            self._deaths.count(told, sink)
        return told

    def release(self, run: str) -> None:
        """Calls the object's `release(run)`, if it has one and is not closed. Raises AdapterError."""
        free = getattr(self._object, "release", None)
        if callable(free) and not self._closed:
            try:
                self._finish(free(run))
            except (Exception, SystemExit) as problem:
                raise AdapterError(f"release of the python adapter raised {describe(problem)}") from problem

    def close(self) -> None:
        """Gives up what runs, awaits the object's `close`, ends the loop."""
        with self._lock:
            calls = list(self._calls)
            closed, self._closed = self._closed, True
        if closed:
            return
        for call in calls:
            call.abandon(Ended.HANG)
        end = getattr(self._object, "close", None)
        if callable(end):
            try:
                self._finish(end())
            except (Exception, SystemExit) as problem:
                traceback.print_exception(problem)
        if self._loop is not None:
            self._loop.close()

    def _wait(self, call: Call) -> None:
        while not call.done.wait(max(call.sink.patience(), 0.0)):
            if call.sink.patience() <= 0:
                call.abandon(Ended.LEFT if call.sink.leaves() else Ended.HANG)

    def _abort(self, request: StepRequest) -> Told:
        """Without a method of its own an async adapter is aborted as asyncio does it: its task is cancelled."""
        with self._lock:
            calls = [call for call in self._calls if call.request.run == request.run and call.future is not None]
        for call in calls:
            call.abandon(Ended.STOPPED)
        return Told(request.step, Ended.CLEAN if calls else Ended.SKIPPED, note="" if calls else "nothing runs")

    def _plain(self, call: Call, positional: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        try:
            value = call.method(*positional, **keywords)
            following = as_iterator(value)
            if isinstance(following, Iterator):
                self._iterate(call, following)
            elif following is None:
                call.take(value)
            else:
                call.future = self._on_loop(call, following)
                return
        except BaseException as problem:
            if not isinstance(problem, Abandoned):
                call.fail(problem)
        call.done.set()

    def _iterate(self, call: Call, values: Iterator[Any]) -> None:
        for value in values:
            if not call.take(value):
                call.ended = Ended.STOPPED
                if (close := getattr(values, "close", None)) is not None:
                    close()
                return

    def _on_loop(self, call: Call, awaited: Any) -> "Future[None]":
        with self._lock:
            if self._loop is None:
                self._loop = AdapterLoop()
        return self._loop.submit(self._follow(call, awaited))

    async def _follow(self, call: Call, awaited: Awaitable[Any] | AsyncIterator[Any]) -> None:
        try:
            value: Any = await awaited if isinstance(awaited, Awaitable) else awaited
            following = as_iterator(value)
            if isinstance(following, AsyncIterator):
                await self._iterate_async(call, following)
            elif isinstance(following, Iterator):
                self._iterate(call, following)
            else:
                call.take(value)
        except BaseException as problem:
            if call.abandoned:
                raise
            call.fail(problem)
        call.done.set()

    async def _iterate_async(self, call: Call, values: AsyncIterator[Any]) -> None:
        try:
            async for value in values:
                if not call.take(value):
                    call.ended = Ended.STOPPED
                    return
        finally:
            if (close := getattr(values, "aclose", None)) is not None:
                await close()

    def _finish(self, value: Any) -> Any:
        if not inspect.isawaitable(value):
            return value
        with self._lock:
            if self._loop is None:
                self._loop = AdapterLoop()

        async def settle() -> Any:
            try:
                return await value
            except SystemExit as problem:  # it would end the loop, and with it every other call
                raise RuntimeError(f"sys.exit({problem})") from problem

        return self._loop.submit(settle()).result(START_TIMEOUT)

    def _method(self, verb: Verb) -> Method | None:
        found = getattr(self._object, verb.value, None)
        if found is None and verb is Verb.ANSWER:
            found = getattr(self._object, "send", None)
        return found if callable(found) else None

    def _attributes(self) -> dict[str, Any]:
        names = ("name", "version", "observes", "dialects", "bindings", "features", "answer", "demo")
        told = {name: value for name in names if (value := getattr(self._object, name, None)) is not None}
        if callable(told.get("answer")):  # the drive method of that name, no declaration
            told["answer"] = getattr(self._object, "declared_answer", None)
        told.setdefault("features", sorted(self._shown_features()))
        return told

    def _shown_features(self) -> set[str]:
        send = self._method(Verb.SEND)
        verbs = (Verb.CANCEL, Verb.RESUBSCRIBE, Verb.GET, Verb.ABORT, Verb.FETCH_CARD, Verb.LIST)
        shown = {verb.value for verb in verbs if self._method(verb) is not None} | {"parallel"}
        shown |= {name for name in ("listener", "headers", *OPTIONS) if accepts(send, name)}
        if accepts(send, "mode"):
            shown |= {"stream", "unary"}
        if accepts(send, "credentials"):
            shown.add("auth")
        if send is not None and is_async(send):
            shown.add("abort")
        return shown
