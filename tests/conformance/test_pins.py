"""A pin that contradicts what the script makes certain is a mistake; where several ends are right it is a choice."""

import pytest

from a2a_conformance.pins import check_pins
from made_up_run import play_of


def problems(
    expect: str, steps: str = "{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}"
) -> list[str]:
    text = f"scenario: made up\ndrive: [{{send: Hello there}}]\nscript: [{{reply: [{steps}]}}]\nexpect: {expect}\n"
    return [str(problem) for problem in check_pins(play_of(text))]


@pytest.mark.parametrize(
    ("expect", "wrong"),
    [
        ("{outcome: completed}", False),
        ("{outcome: [completed, failed]}", False),
        ("{text: Hello}", False),
        ("{artifacts: {a: Hello}}", False),
        ("{outcome: failed}", True),
        ("{text: Hallo}", True),
        ("{artifacts: {a: Hallo}}", True),
        ("{any_of: [{outcome: failed}, {outcome: completed}]}", False),
    ],
)
def test_a_pin_is_held_against_an_exact_oracle(expect: str, wrong: bool) -> None:
    assert bool(problems(expect)) is wrong


def test_a_contradiction_is_told_with_place_and_both_values() -> None:
    (problem,) = problems("{artifacts: {a: Hallo}}")
    assert problem.startswith("made/up.a2a.yaml:4:")
    assert "'Hallo'" in problem
    assert "'Hello'" in problem


def test_where_several_ends_are_right_a_pin_may_choose() -> None:
    assert problems("{outcome: error}", "{task: working}, {fault: close}") == []


SENDS = "call: [SendMessage, SendStreamingMessage]"


@pytest.mark.parametrize(
    ("steps", "expect", "made"),
    [
        ("{task: working}, {fault: close}", "{outcome: completed}", "incomplete or error"),
        ("{task: working}, {fault: drop}", "{outcome: failed}", "incomplete or error"),
        ("{http: 429}", "{outcome: completed}", "error"),
        ("{error: TaskNotFound}", "{outcome: completed}", "error"),
        ("{error: TaskNotFound}", "{error: {code: -32099}}", "code -32001"),
        ("{task: completed}", "{any_of: [{outcome: failed}, {outcome: canceled}]}", "completed"),
        ("{task: completed}", f"{{calls: [{{{SENDS}, times: 0}}]}}", "1 times"),
        ("{task: completed}", f"{{calls: [{{{SENDS}, times: 5}}]}}", "1 times"),
        ("{task: completed}", "{calls: [{call: CancelTask}]}", "0 times"),
        ("{task: working}, {fault: close}", "{any_of: [{outcome: failed}, {outcome: completed}]}", "incomplete or"),
    ],
)
def test_a_pin_that_no_correct_client_can_fulfil_is_told(steps: str, expect: str, made: str) -> None:
    (problem,) = problems(expect, steps)
    assert f"but the script makes it {made}" in problem


@pytest.mark.parametrize(
    ("steps", "expect"),
    [
        ("{task: working}, {fault: close}", "{outcome: [incomplete, completed]}"),
        ("{task: working}, {fault: close}, {status: completed}", "{outcome: completed}"),
        ("{http: 429}]}, {reply: [{task: completed}", "{outcome: completed}"),
        ("{http: 429}]}, {reply: [{task: completed}", f"{{calls: [{{{SENDS}, times: {{min: 1, max: 2}}}}]}}"),
        ("{fault: drop}]}, {reply: [{task: completed}", "{outcome: completed}"),
        ("{task: working}, {fault: close}]}, {when: {call: GetTask}, reply: [{task: failed}", "{outcome: failed}"),
        (
            "{task: working}, {fault: drop}, {hold: {until: {call: [GetTask, SubscribeToTask]}}}, {status: rejected}",
            "{outcome: rejected}",
        ),
        ("{error: TaskNotFound}", "{error: {code: -32001}}"),
        ("{task: completed}", "{calls: [{call: GetTask, times: 7}]}"),
        ("{task: completed}", "{calls: [{call: SendMessage, headers: {X-Mine: yes}, times: 7}]}"),
    ],
)
def test_a_pin_that_some_correct_client_fulfils_is_none(steps: str, expect: str) -> None:
    assert problems(expect, steps) == []


def test_a_pin_of_a_step_is_held_against_that_step() -> None:
    text = """
scenario: asked
drive: [{send: Book it, expect: {outcome: completed}}, {answer: Monday}]
script:
  - reply: [{task: working}, {status: {state: input_required, text: Which day?}}]
  - reply: [{task: working}, {status: completed}]
"""
    (problem,) = check_pins(play_of(text))
    assert "input_required" in str(problem)
