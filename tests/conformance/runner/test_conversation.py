import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from a2a_conformance import corpus
from a2a_conformance.adapters.base import AdapterError, Sink, StepRequest
from a2a_conformance.outcome import Ended, Hello, Kind, Observes, Outcome, Surfaced, Told
from a2a_conformance.runner.conversation import Conversation, Driving, how
from a2a_conformance.runner.settings import Settings
from a2a_conformance.runner.watch import Watch
from a2a_simulator.protocol.parts import Data, File, Text
from a2a_simulator.scenario.play import DriveStep, Listener, Mode, Place, Play, Verb
from fake_run import FakeAddress, FakeRun

SCENARIO = corpus.scenario("lifecycle/plain")
PLAY = replace(SCENARIO.lower(SCENARIO.cells()[0]), drive=())
PLACE = Place("x.a2a.yaml", 1, 1)
Answer = Callable[[StepRequest, Sink], Told]


def ended(request: StepRequest, kind: Kind = Kind.COMPLETED) -> Told:
    return Told(request.step, Ended.CLEAN, Outcome(kind, task=f"task-{request.step}", context="ctx"))


class Target:
    """Answers by a function and keeps the requests."""

    def __init__(self, answer: Answer = lambda request, sink: ended(request)) -> None:
        self.answer = answer
        self.requests: list[StepRequest] = []

    def start(self) -> None: ...

    def hello(self) -> Hello:
        return Hello("fake")

    def drive(self, request: StepRequest, sink: Sink) -> Told:
        self.requests.append(request)
        return self.answer(request, sink)

    def release(self, run: str) -> None: ...

    def close(self) -> None: ...


def step(id: str, verb: Verb = Verb.SEND, **more: object) -> DriveStep:
    return DriveStep(id, PLACE, verb, **more)  # type: ignore[arg-type]


def drive(target: Target, *steps: DriveStep, run: FakeRun | None = None, hello: Hello | None = None) -> Driving:
    run = run or FakeRun()
    play: Play = replace(PLAY, drive=steps)
    settings = Settings(release=0.2)
    driving = Driving(
        run,
        "r1",
        play,
        target,
        hello or Hello("fake", observes=Observes.ANSWER),
        settings,
        Watch(run, play, settings),
    )
    Conversation(driving).drive(steps)
    return driving


def test_steps_go_in_order_each_asked_and_reported() -> None:
    run, target = FakeRun(), Target()
    drive(target, step("0"), step("1", Verb.ANSWER), run=run)
    assert run.told == [
        ("asked", "0", "send"),
        ("reported", "0", "clean"),
        ("asked", "1", "answer"),
        ("reported", "1", "clean"),
    ]
    assert [request.last for request in target.requests] == [False, True]


def test_ids_given_are_those_that_the_target_told() -> None:
    target = Target()
    drive(target, step("0", name="first"), step("1"), step("2", Verb.ANSWER), step("3", Verb.GET, task="first"))
    given = [(request.task_id, request.context_id) for request in target.requests]
    assert given == [(None, None), (None, None), ("task-1", "ctx"), ("task-0", "ctx")]


def test_context_of_a_new_send_is_kept_only_on_demand() -> None:
    target = Target()
    drive(target, step("0"), step("1", context="same"), step("2", context="new"))
    assert [request.context_id for request in target.requests] == [None, "ctx", None]


def test_task_that_nobody_made_has_an_id_all_the_same() -> None:
    target = Target()
    drive(target, step("0", Verb.GET, task="unknown"))
    assert target.requests[0].task_id


@pytest.mark.parametrize(("features", "asked"), [(frozenset(), False), (frozenset({"session"}), True)])
def test_untold_id_skips_the_step_unless_the_client_keeps_ids(features: frozenset[str], asked: bool) -> None:
    target = Target(lambda request, sink: Told(request.step, Ended.CLEAN, Outcome(Kind.INPUT_REQUIRED)))
    hello = Hello("fake", observes=Observes.ANSWER, features=features)
    driving = drive(target, step("0"), step("1", Verb.ANSWER), hello=hello)
    assert (len(target.requests) == 2) == asked
    assert (driving.told[1].ended is Ended.SKIPPED) != asked


@pytest.mark.parametrize(("kind", "asked"), [(Kind.INCOMPLETE, True), (Kind.COMPLETED, False)])
def test_after_asks_only_if_the_step_before_ended_so(kind: Kind, asked: bool) -> None:
    target = Target(lambda request, sink: ended(request, kind))
    driving = drive(target, step("0"), step("1", Verb.GET, after=("incomplete", "error")))
    assert (len(target.requests) == 2) == asked
    assert (driving.told[1].ended is Ended.SKIPPED) != asked


@pytest.mark.parametrize("broken", [Ended.HANG, Ended.CRASH])
def test_nothing_is_asked_of_a_target_that_did_not_end(broken: Ended) -> None:
    target = Target(lambda request, sink: Told(request.step, broken))
    driving = drive(target, step("0"), step("1"))
    assert [told.ended for told in driving.told] == [broken, Ended.SKIPPED]
    assert driving.told[1].note == "the step before never ended"


def test_meanwhile_starts_at_the_hold_and_has_the_ids_of_the_running_step() -> None:
    run = FakeRun()
    cancelled = threading.Event()

    def answer(request: StepRequest, sink: Sink) -> Told:
        if request.verb is Verb.CANCEL:
            cancelled.set()
            return ended(request, Kind.CANCELED)
        sink.surfaced(Surfaced("task", "task-live", "ctx", "working"))
        run.held.set()
        assert cancelled.wait(5)
        return ended(request, Kind.CANCELED)

    target = Target(answer)
    driving = drive(target, step("0", meanwhile=(step("0.meanwhile.0", Verb.CANCEL),)), run=run)
    assert [(request.verb, request.task_id) for request in target.requests] == [
        (Verb.SEND, None),
        (Verb.CANCEL, "task-live"),
    ]
    assert sorted(told.step for told in driving.told) == ["0", "0.meanwhile.0"]
    assert not any(request.last for request in target.requests)


def test_meanwhile_is_skipped_when_the_hold_was_never_reached() -> None:
    target = Target()
    driving = drive(target, step("0", meanwhile=(step("0.meanwhile.0", Verb.CANCEL),)))
    assert [(told.step, told.ended) for told in driving.told] == [
        ("0", Ended.CLEAN),
        ("0.meanwhile.0", Ended.SKIPPED),
    ]


def test_parallel_branches_run_at_once_in_conversations_of_their_own() -> None:
    together = threading.Barrier(3, timeout=5)

    def answer(request: StepRequest, sink: Sink) -> Told:
        if request.verb is Verb.SEND:
            together.wait()
        return ended(request)

    branches = tuple(
        (step(f"0.parallel.{number}.0"), step(f"0.parallel.{number}.1", Verb.ANSWER)) for number in range(3)
    )
    target = Target(answer)
    drive(target, step("0", Verb.PARALLEL, parallel=branches))
    answers = [request for request in target.requests if request.verb is Verb.ANSWER]
    assert {(request.conversation, request.task_id) for request in answers} == {
        (f"0.{number}", f"task-0.parallel.{number}.0") for number in range(3)
    }


def test_adapter_error_of_a_branch_is_not_lost() -> None:
    def answer(request: StepRequest, sink: Sink) -> Told:
        raise AdapterError("broken")

    driving = drive(Target(answer), step("0", Verb.PARALLEL, parallel=((step("0.parallel.0.0"),),)))
    assert [str(problem) for problem in driving.problems] == ["broken"]


def test_request_carries_all_that_the_step_says() -> None:
    target = Target()
    run = FakeRun(addresses={"agent": FakeAddress(), "other": FakeAddress("card", "base")})
    parts = (
        Text("a"),
        Text("b"),
        Data({"n": 1}),
        File(b"x", name="f", media_type="text/plain"),
        File(url="http://u"),
    )
    play = replace(PLAY, credentials={"bearer": "s"}, agents=(PLAY.agents[0], replace(PLAY.agents[0], name="other")))
    one = step(
        "0", parts=parts, to="other", mode=Mode.UNARY, blocking=False, history=2, accept=("text/plain",),
        headers={"X": "y"}, listener=Listener(),
    )  # fmt: skip
    settings = Settings()
    driving = Driving(run, "r1", play, target, Hello("fake"), settings, Watch(run, play, settings))
    Conversation(driving).drive((one,))
    request = target.requests[0]
    assert (request.card_url, request.base_url, request.text) == ("card", "base", "ab")
    assert request.parts == (
        {"text": "a"},
        {"text": "b"},
        {"data": {"n": 1}},
        {"file": {"name": "f", "type": "text/plain", "base64": "eA=="}},
        {"file": {"url": "http://u"}},
    )
    assert (request.mode, request.blocking, request.history, request.accept) == (
        Mode.UNARY,
        False,
        2,
        ("text/plain",),
    )
    assert (request.headers, request.credentials) == ({"X": "y"}, {"bearer": "s"})
    assert (request.listener, request.interactive) == (True, True)
    assert set(request.agents) == {"agent", "other"}


@pytest.mark.parametrize(
    ("told", "word"),
    [
        (Told("0", Ended.CLEAN, Outcome(Kind.FAILED)), "failed"),
        (Told("0", Ended.ERROR), "error"),
        (Told("0", Ended.STOPPED), "stopped"),
        (Told("0", Ended.CLEAN, surfaced=(Surfaced("task", state="working"),)), "incomplete"),
        (Told("0", Ended.CLEAN, surfaced=(Surfaced("status", state="completed"), Surfaced("artifact"))), "completed"),
        (Told("0", Ended.CLEAN, surfaced=(Surfaced("message"),)), "message"),
        (Told("0", Ended.CLEAN), "unknown"),
    ],
)
def test_how_a_step_ended(told: Told, word: str) -> None:
    assert how(told) == word
