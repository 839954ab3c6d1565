"""A scenario in a telling is a scenario: it has a name, cells and plays, and is dry-run like any other."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from a2a_conformance.corpus import corpus, scenario
from a2a_conformance.oracle import accept
from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.plan import plan
from a2a_conformance.tellings.table import TELLINGS
from a2a_conformance.tellings.told import ToldScenario, tellings, told
from a2a_simulator.scenario.play import ArtifactStep, Play, StatusStep, TaskStep
from a2a_simulator.session.dry_run import dry_run


@pytest.fixture(scope="module")
def every() -> list[ToldScenario]:
    """The whole corpus in every telling."""
    return [telling for one in corpus() for telling in tellings(one)]


def _play(id: str, telling: str) -> Play:
    one = told(scenario(id), telling)
    return one.lower(one.cells()[0])


def _texts(play: Play) -> list[str]:
    steps = play.agents[0].entries[0].steps
    return ["".join(part.text for part in step.parts) for step in steps if isinstance(step, ArtifactStep)]


def test_its_name_tells_scenario_and_telling() -> None:
    play = _play("artifacts/append", "finer-chunks")
    assert str(play.cell) == "artifacts/append~finer-chunks [1.0-jsonrpc]"


def test_finer_chunks_are_the_same_text() -> None:
    before = scenario("artifacts/append")
    chunks = _texts(_play("artifacts/append", "finer-chunks"))
    assert len(chunks) == 8
    assert "".join(chunks) == "".join(_texts(before.lower(before.cells()[0])))


def test_coarser_chunks_are_one_update() -> None:
    finer = _play("lifecycle/plain", "finer-chunks")
    assert TELLINGS["coarser-chunks"].of(finer) is not None
    assert _texts(TELLINGS["coarser-chunks"].of(finer) or finer) == ["Hyvää huomenta"]


def test_each_telling_applies_somewhere_and_says_why_it_may(every: list[ToldScenario]) -> None:
    applies = Counter(one.telling.name for one in every)
    assert [name for name in TELLINGS if applies[name] < 2] == []
    assert [name for name, telling in TELLINGS.items() if "§" not in telling.because] == []


def test_what_is_wrong_on_purpose_stays_so(every: list[ToldScenario]) -> None:
    for one in every:
        cell = one.cells()[0]
        before = one.original.lower(replace(cell, scenario=one.original.id))
        assert _deliberate(one.lower(cell)) == _deliberate(before), one.id


def _deliberate(play: Play) -> list[tuple[str, tuple[str, ...]]]:
    steps = (step for agent in play.agents for entry in agent.entries for step in entry.steps)
    return [(step.path, step.deliberate) for step in steps if step.deliberate]


@pytest.mark.parametrize("name", TELLINGS)
def test_the_oracle_accepts_the_same_state_in_every_telling(name: str) -> None:
    one = told(scenario("lifecycle/plain"), name)
    for cell in one.cells():
        play = one.lower(cell)
        wanted = accept(play, dry_run(play))["0"].wanted[0]
        assert (wanted.kind.value, list(wanted.artifacts or {})) == ("completed", ["translation"])


def test_a_scenario_is_not_told_in_the_way_that_it_is_about() -> None:
    assert not told(scenario("sse/crlf"), "crlf").cells()
    assert not told(scenario("artifacts/append"), "coarser-chunks").cells()
    assert not told(scenario("artifacts/last-chunk"), "never-last").cells()


def test_a_listener_that_counts_sees_the_same_number_of_events() -> None:
    assert not told(scenario("listener/stop-at-question"), "word-of-progress").cells()
    assert told(scenario("listener/stop-at-question"), "crlf").cells()


def test_a_telling_that_is_not_of_a_cell_has_no_play() -> None:
    one = told(scenario("artifacts/append"), "finer-chunks")
    with pytest.raises(ValueError, match="is no cell of"):
        one.lower(scenario("artifacts/append").cells()[0])


def test_the_final_task_is_told_in_1_0_only() -> None:
    one = told(scenario("lifecycle/plain"), "final-task")
    assert [cell.suffix for cell in one.cells()] == ["1.0-jsonrpc"]
    last = one.lower(one.cells()[0]).agents[0].entries[0].steps[-1]
    assert isinstance(last, TaskStep)
    assert last.state is None


def test_a_word_of_progress_stands_behind_the_opening_task() -> None:
    steps = _play("artifacts/append", "word-of-progress").agents[0].entries[0].steps
    assert isinstance(steps[1], StatusStep)
    assert steps[1].parts


@pytest.mark.parametrize("name", TELLINGS)
def test_a_telling_has_no_checks_that_its_original_lacks(name: str) -> None:
    hello = Hello("any", observes=Observes.EVENTS, dialects=("1.0", "0.3"))
    one = told(scenario("lifecycle/plain"), name)
    for cell in one.cells():
        before = one.original.lower(replace(cell, scenario=one.original.id))
        assert {check.name for check in plan(one.lower(cell), hello)} <= {check.name for check in plan(before, hello)}


def test_the_page_on_tellings_names_each_with_its_reason() -> None:
    page = (Path(__file__).parents[3] / "docs" / "tellings.md").read_text(encoding="utf-8")
    for name, telling in TELLINGS.items():
        assert f"| `{name}` | {telling.because[0].upper()}{telling.because[1:]}. |" in page


def test_there_is_no_silence_behind_the_end_of_a_task() -> None:
    steps = _play("lifecycle/final-snapshot", "long-silence").agents[0].entries[0].steps
    assert [type(step).__name__.removesuffix("Step") for step in steps] == [
        *("Task", "Wait", "Artifact", "Wait", "Artifact", "Wait", "Status", "Task")
    ]
