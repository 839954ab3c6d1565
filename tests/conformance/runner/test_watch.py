from a2a_conformance import corpus
from a2a_conformance.runner.settings import Settings
from a2a_conformance.runner.watch import Watch
from fake_run import FakeRun

SCENARIO = corpus.scenario("lifecycle/plain")
PLAY = SCENARIO.lower(SCENARIO.cells()[0])


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def watched(run: FakeRun, **settings: float) -> tuple[Watch, Clock]:
    clock = Clock()
    return Watch(run, PLAY, Settings(**settings), clock), clock  # type: ignore[arg-type]


def test_first_request_has_a_deadline_of_its_own() -> None:
    watch, clock = watched(FakeRun(first_request=False), first_request=30)
    clock.now += 29
    assert watch.patience() > 0
    clock.now += 1
    assert watch.patience() == 0
    assert watch.reason() == "no request reached the agent within 30 s"


def test_silence_after_the_first_request_is_a_hang() -> None:
    run = FakeRun()
    watch, clock = watched(run, quiet=5)
    run.happened_at(3.0)
    clock.now += 7.5
    assert watch.patience() == 0.5
    clock.now += 0.5
    assert watch.patience() == 0
    assert watch.reason() == "no end, and nothing on the wire for 5 s"


def test_a_script_that_still_goes_on_is_no_silence() -> None:
    run = FakeRun(is_idle=False)
    watch, clock = watched(run, quiet=5)
    clock.now += 20
    assert watch.patience() == 5
    run.is_idle = True
    clock.now += 5
    assert watch.patience() == 0


def test_whole_time_ends_even_a_busy_run() -> None:
    watch, clock = watched(FakeRun(is_idle=False), whole=10)
    clock.now += 8
    assert watch.patience() == 2
    clock.now += 2
    assert watch.patience() == 0
    assert watch.reason() == "no end within 10 s"


def test_deadlines_scale_and_the_scenario_bounds_the_whole() -> None:
    watch, clock = watched(FakeRun(), quiet=1000, time_scale=0.5)
    clock.now += PLAY.bound * 0.5
    assert watch.patience() == 0


def test_a_stopped_session_waits_for_nothing() -> None:
    watch, _ = watched(FakeRun())
    watch.stop()
    assert watch.patience() == 0
