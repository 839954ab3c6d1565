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
