import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from a2a_conformance import corpus
from a2a_conformance.adapters.base import AdapterError, SessionOver, Sink, StepRequest
from a2a_conformance.outcome import Ended, Hello, Kind, Observes, Outcome, Told
from a2a_conformance.reference.adapter import reference_target
from a2a_conformance.runner import RUN_CHECK, Settings, run, run_cell
from a2a_conformance.verdict import CellResult, Status
from a2a_simulator.scenario.play import Play
from a2a_simulator.server import Simulator

QUICK = Settings(jobs=1, first_request=0.3, quiet=0.3, release=0.3)


def play_of(id: str) -> Play:
    scenario = corpus.scenario(id)
    return scenario.lower(scenario.cells()[0])


PLAY = play_of("lifecycle/plain")


class Fake:
    """A target that calls or does not, and ends as told."""

    def __init__(self, ends: Ended | Exception, calls: bool = True, features: frozenset[str] = frozenset()) -> None:
        self.ends = ends
        self.calls = calls
        self.features = features
        self.driven: list[StepRequest] = []
        self.released: list[str] = []
        self.closed = threading.Event()

    def start(self) -> None: ...

    def hello(self) -> Hello:
        return Hello("fake", observes=Observes.ANSWER, features=self.features)

    def drive(self, request: StepRequest, sink: Sink) -> Told:
        self.driven.append(request)
        if self.calls:
            urllib.request.urlopen(request.card_url).close()
        if isinstance(self.ends, Exception):
            raise self.ends
        if self.ends is Ended.HANG:
            while sink.patience() > 0:
                self.closed.wait(sink.patience())
                if self.closed.is_set():
                    break
        sink.log("said")
        outcome = Outcome(Kind.COMPLETED, answer="x") if self.ends is Ended.CLEAN else None
        return Told(request.step, self.ends, outcome)

    def release(self, run: str) -> None:
        self.released.append(run)

    def close(self) -> None:
        self.closed.set()


@pytest.fixture(scope="module")
def simulator() -> Iterator[Simulator]:
    with Simulator() as simulator:
        yield simulator


def statuses(result: CellResult) -> set[Status]:
    return {verdict.status for verdict in result.verdicts}


@pytest.mark.parametrize("observes", [Observes.AGGREGATE, Observes.EVENTS])
def test_reference_client_is_conformant(simulator: Simulator, observes: Observes) -> None:
    target = reference_target(observes)
    target.start()
    try:
        result = run_cell(simulator, target, PLAY)
    finally:
        target.close()
    assert statuses(result) <= {Status.PASS, Status.NOT_APPLICABLE, Status.INFO}
    assert Status.PASS in statuses(result)
    assert result.facts["title"] == PLAY.title
    assert [told["step"] for told in result.told] == ["0"]
    assert {record["kind"] for record in result.journal} >= {"asked", "called", "event", "reported"}


@pytest.mark.parametrize("ends", [Ended.HANG, Ended.CRASH])
def test_not_ending_is_the_targets_once_it_called(simulator: Simulator, ends: Ended) -> None:
    result = run_cell(simulator, Fake(ends), PLAY, QUICK)
    assert Status.ERROR not in statuses(result)
    assert Status.FAIL in statuses(result)
    assert result.told[0]["ended"] == ends
    assert result.log == "said"


@pytest.mark.parametrize(
    ("ends", "says"),
    [
        (Ended.HANG, "hung before its first request: no request reached the agent within 0.3 s"),
        (Ended.CRASH, "died before its first request"),
        (AdapterError("no answer at all", "mend it"), "no answer at all: mend it"),
    ],
)
def test_not_meeting_the_target_is_an_error_of_the_run(simulator: Simulator, ends: Any, says: str) -> None:
    target = Fake(ends, calls=False)
    result = run_cell(simulator, target, PLAY, QUICK)
    assert [(verdict.key.check, verdict.status) for verdict in result.verdicts] == [(RUN_CHECK, Status.ERROR)]
    assert says in result.verdicts[0].text
    assert target.released == ["r1"]


def test_session_that_is_over_is_raised(simulator: Simulator) -> None:
    target = Fake(SessionOver("it died again and again"), calls=False)
    with pytest.raises(SessionOver):
        run_cell(simulator, target, PLAY, QUICK)
    assert target.released == ["r1"]


def test_feature_that_is_not_declared_drives_nothing(simulator: Simulator) -> None:
    target = Fake(Ended.CLEAN)
    result = run_cell(simulator, target, play_of("listener/continue"), QUICK)
    assert target.driven == []
    assert statuses(result) == {Status.NOT_APPLICABLE}
    assert "the target does not declare listener" in {verdict.text for verdict in result.verdicts}


def test_a_defect_in_judging_is_an_error_and_no_traceback(
    simulator: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    from a2a_conformance.runner import cell

    def broken(*_: object) -> None:
        raise KeyError("oops")

    monkeypatch.setattr(cell, "judge_run", broken)
    result = run_cell(simulator, Fake(Ended.CLEAN), PLAY, QUICK)
    assert [verdict.status for verdict in result.verdicts] == [Status.ERROR]
    assert "this program failed in judging: KeyError: 'oops'" in result.verdicts[0].text


def test_all_cells_run_and_the_target_is_closed(simulator: Simulator) -> None:
    plays = [play_of(id) for id in corpus.SUITES["smoke"]]
    target = reference_target(Observes.AGGREGATE)
    results = list(run(plays, target, Settings(jobs=3), simulator))
    assert {str(result.cell) for result in results} == {str(play.cell) for play in plays}
    assert not any(Status.FAIL in statuses(result) for result in results)


def test_session_over_comes_after_the_results_so_far() -> None:
    target = Fake(SessionOver("it died again and again"), calls=False)
    results = run([PLAY] * 5, target, QUICK)
    first = next(results)
    assert statuses(first) == {Status.ERROR}
    with pytest.raises(SessionOver):
        list(results)
    assert target.closed.is_set()
    assert len(target.driven) == 1


def test_leaving_early_ends_the_target_and_the_threads() -> None:
    before = threading.active_count()
    target = Fake(Ended.CLEAN)
    results = run([PLAY] * 50, target, Settings(jobs=2, release=0.1))
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert target.closed.is_set()
    assert len(target.driven) < 50
    assert threading.active_count() == before


def test_target_that_cannot_start_runs_nothing() -> None:
    class Broken(Fake):
        def start(self) -> None:
            raise SessionOver("no such program")

    target = Broken(Ended.CLEAN)
    with pytest.raises(SessionOver, match="no such program"):
        list(run([PLAY], target))
    assert target.closed.is_set()
    assert target.driven == []


def test_what_arrives_after_the_end_is_in_the_journal_as_late() -> None:
    class Lingers(Fake):
        def drive(self, request: StepRequest, sink: Sink) -> Told:
            told = super().drive(request, sink)
            for earlier in self.driven[:-1]:
                with pytest.raises(urllib.request.HTTPError, match="410") as refused:
                    urllib.request.urlopen(earlier.card_url)
                refused.value.close()
            return told

    first, second = run([PLAY, PLAY], Lingers(Ended.CLEAN), QUICK)
    assert [record["payload"].get("late", False) for record in first.journal if record["kind"] == "called"] == [
        False,
        True,
    ]
    assert not any(record["payload"].get("late") for record in second.journal)


@pytest.mark.parametrize("id", ["ids/same-context", "interrupted/input-required-answer"])
def test_a_step_that_needs_an_id_which_was_never_told_is_not_asked(simulator: Simulator, id: str) -> None:
    target = Fake(Ended.CLEAN)
    run_cell(simulator, target, play_of(id), QUICK)
    assert [request.step for request in target.driven] == ["0"]
