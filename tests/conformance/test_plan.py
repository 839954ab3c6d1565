"""The plan is known before the run, names each check once, and holds only what the situation is about."""

import pytest

from a2a_conformance import catalog, corpus
from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.plan import plan
from a2a_simulator.scenario.play import Play
from made_up_run import play_of

HELLO = Hello("target", observes=Observes.EVENTS, dialects=("1.0", "0.3"))


def names(play: Play) -> set[str]:
    return {check.name for check in plan(play, HELLO)}


def reply(steps: str, more: str = "") -> Play:
    return play_of(f"scenario: made up\n{more}\ndrive: [{{send: Hello there}}]\nscript: [{{reply: [{steps}]}}]\n")


@pytest.mark.parametrize(
    ("steps", "check"),
    [
        ("{task: working}, {artifact: {id: a, chunks: [x, y]}}, {status: completed}", "art-append"),
        ("{task: working}, {artifact: {id: a, text: x}}, {artifact: {id: a, text: y}}, {status: completed}",
         "art-append-default"),
        ("{task: working}, {status: failed}", "state-failed-reports"),
        ("{task: working}, {status: input_required}", "state-interrupted-set"),
        ("{message: Hi}", "stream-msg-client-done"),
        ("{task: working}, {fault: close}", "stream-early-eof"),
        ("{comment: hi}, {task: working}, {status: completed}", "sse-keepalive"),
    ],
)  # fmt: skip
def test_a_check_exists_only_where_the_script_is_about_it(steps: str, check: str) -> None:
    assert check in names(reply(steps))
    assert check not in names(reply("{task: working}, {status: completed}"))


def test_every_key_is_named_once_and_every_requirement_exists() -> None:
    for scenario in corpus.select(["all"]):
        for cell in scenario.cells():
            checks = plan(scenario.lower(cell), HELLO)
            found = [check.name for check in checks]
            assert len(found) == len(set(found)), cell
            assert {check.requirement for check in checks} <= catalog.ids(), cell


def test_what_a_file_is_made_for_is_planned_wherever_it_binds_a_client() -> None:
    play = reply("{task: working}, {status: completed}", "covers: [sse-framing, stream-task-first]")
    assert "sse-framing" in names(play)
    assert "stream-task-first" not in names(play)


def test_requirements_of_another_dialect_are_left_out() -> None:
    text = "scenario: x\ndrive: [{send: Hello there}]\nscript: [{reply: [{message: Hi}]}]\n"
    assert "ver-send" in names(play_of(text))
    assert "ver-send" not in names(play_of(text, "0.3"))
    assert "v03-kind" in names(play_of(text, "0.3"))


def test_the_plan_is_the_same_each_time() -> None:
    play = reply("{task: working}, {status: completed}")
    assert [check.name for check in plan(play, HELLO)] == [check.name for check in plan(play, HELLO)]
