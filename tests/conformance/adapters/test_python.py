import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any

import pytest

from a2a_conformance.adapters.base import AdapterError, SessionOver, StepRequest, Stop
from a2a_conformance.adapters.python import PythonAdapter
from a2a_conformance.outcome import AnswerForm, Ended, ErrorKind, Kind, Observes, Outcome, Surfaced
from a2a_simulator.scenario.play import Verb
from heard import Heard

Opened = Callable[[Any], PythonAdapter]


@pytest.fixture
def opened() -> Iterator[Opened]:
    adapters: list[PythonAdapter] = []

    def open_(target: Any, **declared: Any) -> PythonAdapter:
        adapters.append(PythonAdapter(target, declared))
        adapters[-1].start()
        return adapters[-1]

    yield open_
    for adapter in adapters:
        adapter.close()


def asked(verb: Verb = Verb.SEND, **more: Any) -> StepRequest:
    return StepRequest("r1", "0", verb, text="hi", card_url="http://card", **more)


class Plain:
    observes = "answer"

    def send(self, text: str, *, card_url: str, task_id: str | None = None) -> dict[str, Any]:
        return {"outcome": "completed", "answer": f"{text} {card_url} {threading.current_thread().daemon}"}


class Async:
    observes = "answer"

    async def start(self) -> None:
        self.loop = asyncio.get_running_loop()

    async def send(self, text: str, **rest: Any) -> dict[str, Any]:
        assert asyncio.get_running_loop() is self.loop
        return {"outcome": "TASK_STATE_INPUT_REQUIRED", "question": rest["card_url"], "taskId": "t"}

    async def close(self) -> None:
        self.closed = asyncio.get_running_loop() is self.loop


class Events:
    observes = Observes.EVENTS

    def __init__(self) -> None:
        self.closed = False

    async def send(self, text: str) -> AsyncIterator[Mapping[str, Any]]:
        try:
            yield {"event": "task", "task": "t", "state": "submitted"}
            yield {"event": "artifact", "artifact": "a", "text": text}
            yield {"event": "status", "state": "completed"}
        finally:
            self.closed = True


def make() -> Plain:
    return Plain()


async def make_async() -> Plain:
    return Plain()


@pytest.mark.parametrize("target", [Plain, Plain(), make, make_async])
def test_class_object_and_factory_will_do(opened: Opened, target: Any) -> None:
    told = opened(target).drive(asked(), Heard())
    assert told.outcome == Outcome(Kind.COMPLETED, "hi http://card True")
    assert told.ended is Ended.CLEAN


def test_async_methods_start_and_close_run_on_one_loop(opened: Opened) -> None:
    client = Async()
    adapter = opened(client)
    told = adapter.drive(asked(), Heard())
    assert told.outcome == Outcome(Kind.INPUT_REQUIRED, question="http://card", task="t")
    adapter.close()
    assert client.closed


def test_answer_falls_back_to_send(opened: Opened) -> None:
    assert opened(Plain).drive(asked(Verb.ANSWER, task_id="t"), Heard()).ended is Ended.CLEAN


def test_features_are_what_the_methods_show(opened: Opened) -> None:
    class Able(Async):
        async def cancel(self, task_id: str) -> None: ...

        async def send(self, text: str, mode: str, listener: Any) -> None: ...

    assert opened(Able).hello().features == {"cancel", "abort", "parallel", "listener", "stream", "unary"}
    assert opened(Plain).hello().features == {"parallel"}


def test_declared_features_win(opened: Opened) -> None:
    class Declares(Plain):
        features = ("session",)
        answer = AnswerForm("all", "\n")

    hello = opened(Declares, dialects="0.3").hello()
    assert (hello.features, hello.answer.join, hello.dialects) == ({"session"}, "\n", ("0.3",))


def test_method_that_is_missing_skips_the_step(opened: Opened) -> None:
    told = opened(Plain).drive(asked(Verb.CANCEL), Heard())
    assert (told.ended, told.note) == (Ended.SKIPPED, "the adapter has no method cancel")


def test_events_are_surfaced_one_by_one(opened: Opened) -> None:
    heard = Heard()
    told = opened(Events).drive(asked(), heard)
    assert [event.event for event in told.surfaced] == ["task", "artifact", "status"]
    assert heard.events == list(told.surfaced)
    assert (told.ended, told.outcome) == (Ended.CLEAN, None)


def test_stop_leaves_the_iterator_and_closes_it(opened: Opened) -> None:
    client = Events()
    told = opened(client).drive(asked(interactive=True), Heard(stop_at=2))
    assert (told.ended, len(told.surfaced), client.closed) == (Ended.STOPPED, 2, True)


def test_plain_iterators_and_lists_are_events_too(opened: Opened) -> None:
    class Lists:
        observes = "events"

        def send(self, text: str) -> Iterator[Surfaced]:
            yield Surfaced("message", parts=({"text": text},))

        def get(self) -> list[dict[str, str]]:
            return [{"event": "task", "state": "working"}]

    adapter = opened(Lists)
    assert adapter.drive(asked(), Heard()).surfaced == (Surfaced("message", parts=({"text": "hi"},)),)
    assert adapter.drive(asked(Verb.GET), Heard()).surfaced == (Surfaced("task", state="working"),)


def test_listener_is_a_callable_that_answers_stop(opened: Opened) -> None:
    class Listens:
        def send(self, text: str, listener: Any = None) -> Outcome:
            assert listener({"event": "status", "state": "working"}) is None
            stop = listener({"event": "status", "state": "working"})
            assert isinstance(stop, Stop)
            return Outcome(Kind.STOPPED, answer=stop.response)

    told = opened(Listens).drive(asked(listener=True, interactive=True), Heard(stop_at=2))
    assert (told.ended, told.outcome) == (Ended.STOPPED, Outcome(Kind.STOPPED, answer="enough"))


def test_text_is_an_answer_without_a_state(opened: Opened) -> None:
    class Says:
        def send(self, text: str) -> str:
            return "hello"

    assert opened(Says).drive(asked(), Heard()).outcome == Outcome(Kind.UNKNOWN, answer="hello")


@pytest.mark.parametrize(
    ("problem", "kind"),
    [
        (TimeoutError("late"), ErrorKind.TIMEOUT),
        (ConnectionResetError("gone"), ErrorKind.TRANSPORT),
        (OSError(), None),
    ],
)
def test_exception_is_what_the_client_told_its_caller(opened: Opened, problem: Exception, kind: ErrorKind) -> None:
    class Raises:
        def send(self, text: str) -> None:
            raise problem

    told = opened(Raises).drive(asked(), Heard())
    assert told.ended is Ended.ERROR
    assert told.outcome is not None
    assert told.outcome.error is not None
    assert (told.outcome.outcome, told.outcome.error.kind) == (Kind.ERROR, kind)
    assert "test_python.py" in told.note


def test_exception_may_carry_the_error_in_the_normal_form(opened: Opened) -> None:
    class Refused(Exception):
        a2a_error = {"kind": "protocol", "code": -32001}  # noqa: RUF012

    class Raises:
        async def send(self, text: str) -> None:
            raise Refused

    told = opened(Raises).drive(asked(), Heard())
    assert told.outcome is not None
    assert told.outcome.error is not None
    assert (told.outcome.error.kind, told.outcome.error.code) == (ErrorKind.PROTOCOL, -32001)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ({"outcome": "done"}, "outcome: 'done' is none of completed"),
        ({"outcome": "completed", "anwser": ""}, r"unknown member 'anwser' \(did you mean 'answer'\?\)"),
        (7, "gave 7, a int: give an outcome mapping"),
    ],
)
def test_value_that_is_no_answer_is_an_adapter_error(opened: Opened, value: Any, says: str) -> None:
    class Gives:
        def send(self, text: str) -> Any:
            return value

    with pytest.raises(AdapterError, match=says):
        opened(Gives).drive(asked(), Heard())


def test_parameter_that_nobody_gives_is_named(opened: Opened) -> None:
    class Asks:
        def send(self, text: str, url: str) -> None: ...

    with pytest.raises(AdapterError, match=r"asks for 'url', which the suite does not give: take any of .*card_url"):
        opened(Asks).drive(asked(), Heard())


def test_object_of_another_loop_is_reported_with_the_remedy(opened: Opened) -> None:
    async def made_elsewhere() -> asyncio.Future[None]:
        return asyncio.get_running_loop().create_future()

    bound = asyncio.run(made_elsewhere())

    class Bound:
        async def send(self, text: str) -> None:
            await bound

    with pytest.raises(AdapterError, match=r"belongs to another event loop .*make the client in the method or in"):
        opened(Bound).drive(asked(), Heard())


@pytest.mark.parametrize("blocked", ["thread", "loop"])
def test_hang_is_given_up(opened: Opened, blocked: str) -> None:
    release = threading.Event()

    class Hangs:
        def send(self, text: str) -> None:
            release.wait()

    class HangsOnLoop:
        async def send(self, text: str) -> None:
            await asyncio.Event().wait()

    told = opened(Hangs if blocked == "thread" else HangsOnLoop).drive(asked(), Heard(0.1))
    release.set()
    assert told.ended is Ended.HANG


def test_abandoned_method_is_not_heard_any_more(opened: Opened) -> None:
    release, ended = threading.Event(), threading.Event()

    class Late:
        observes = "events"

        def send(self, text: str) -> Iterator[dict[str, str]]:
            try:
                release.wait()
                yield {"event": "status", "state": "working"}
            finally:
                ended.set()

    heard = Heard(0.1)
    assert opened(Late).drive(asked(), heard).ended is Ended.HANG
    release.set()
    assert ended.wait(5)
    assert heard.events == []


def test_abort_cancels_the_running_task_of_an_async_adapter(opened: Opened) -> None:
    begun = threading.Event()

    class Sends:
        observes = "answer"

        async def send(self, text: str) -> None:
            begun.set()
            await asyncio.Event().wait()

    adapter = opened(Sends)
    ended: list[Ended] = []
    thread = threading.Thread(target=lambda: ended.append(adapter.drive(asked(), Heard()).ended))
    thread.start()
    assert begun.wait(5)
    assert adapter.drive(asked(Verb.ABORT), Heard()).ended is Ended.CLEAN
    thread.join(5)
    assert ended == [Ended.STOPPED]


@pytest.mark.parametrize(
    ("target", "says"),
    [
        (lambda: 1 / 0, "cannot start: ZeroDivisionError"),
        (object(), "has no method send: give it `send"),
    ],
)
def test_adapter_that_cannot_start(target: Any, says: str) -> None:
    with pytest.raises(SessionOver, match=says):
        PythonAdapter(target).start()


def test_hello_with_an_unknown_word_is_refused() -> None:
    class Wrong(Plain):
        observes = "answers"

    with pytest.raises(SessionOver, match=r"observes: 'answers' is none of .* \(did you mean 'answer'\?\)"):
        PythonAdapter(Wrong).start()


def test_a_run_that_outlives_the_adapter_frees_nothing(opened: Opened) -> None:
    freed: list[str] = []

    class Freeing(Plain):
        async def release(self, run: str) -> None:
            freed.append(run)

    adapter = opened(Freeing)
    adapter.release("r1")
    adapter.close()
    adapter.release("r2")
    assert freed == ["r1"]
