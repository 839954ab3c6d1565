"""Checks beyond types: what breaks the life of a task needs a word of intent, and everything named must exist."""

import pytest

from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.problems import ScenarioProblems

KNOWN = {
    "stream-nothing-after-terminal",
    "stream-task-first",
    "stream-msg-exactly-one",
    "stream-no-message-midway",
    "art-append-unknown",
    "art-append-after-last",
}
TASK = "- task: working"
DONE = "- status: completed"


def lines(text: str) -> list[str]:
    try:
        load_text(text, "f.a2a.yaml", known_requirements=KNOWN)
    except ScenarioProblems as problems:
        return str(problems).splitlines()
    return []


def reply(*steps: str, drive: str = "- send: Hello", more: str = "") -> list[str]:
    body = "".join(f"      {step}\n" for step in steps)
    return lines(f"scenario: base\ndrive:\n  {drive}\nscript:\n  - reply:\n{body}{more}")


def file(drive: str, script: str, more: str = "") -> list[str]:
    return lines(f"scenario: base\ndrive:\n{drive}\nscript:\n{script}\n{more}")


@pytest.mark.parametrize(
    "steps",
    [
        (TASK, DONE),
        ("- task: completed",),
        ("- task: {state: input_required, text: What?}",),
        ("- message: Hi",),
        (TASK, "- fault: close"),
        (TASK, "- fault: reset", DONE),
        (TASK, "- error: InternalError"),
        ("- error: InternalError",),
        ("- http: 500",),
        ("- raw: 'data: x'",),
        (TASK, "- end: open"),
        (TASK, "- {status: completed, cut: reset}"),
        (TASK, DONE, "- end: open"),
        (TASK, "- hold: {until: {call: CancelTask}}"),
        (TASK, "- {artifact: {id: a, text: x}}", "- {artifact: {id: a, text: y, append: true, last: true}}", DONE),
        (TASK, "- {artifact: {id: a, text: x, last: true}}", "- {artifact: {id: a, text: y}}", DONE),
        ("- task: {state: working, artifacts: {a: x}}", "- {artifact: {id: a, text: y, append: true}}", DONE),
        (TASK, DONE, "- {artifact: {id: a, text: x}, deliberate: stream-nothing-after-terminal}"),
        ("- {status: working, deliberate: stream-task-first}", DONE),
        (TASK, "- {artifact: {id: a, text: x, append: true}, deliberate: art-append-unknown}", DONE),
        ("- message: Hi", "- {message: again, deliberate: stream-msg-exactly-one}"),
        (TASK, "- {message: Hi, deliberate: stream-no-message-midway}", DONE),
        (TASK, DONE, "- {task: current, dialects: '1.0'}"),
        (TASK, "- repeat: {times: 3, steps: [{artifact: {id: a, text: '${n}'}}]}", DONE),
    ],
)  # fmt: skip
def test_a_reply_that_is_legal_or_says_what_it_breaks_is_taken(steps: tuple[str, ...]) -> None:
    assert reply(*steps) == []


ONE = "- {artifact: {id: a, text: x}}"
SEALED = "- {artifact: {id: a, text: x, last: true}}"
MORE = "- {artifact: {id: a, text: y, append: true}}"
TWICE = "- repeat: {times: 2, steps: [{artifact: {id: a, text: x, append: true}}]}"
NOTHING_AFTER = "deliberate: stream-nothing-after-terminal"

BROKEN = [
    ((TASK,), 6, "the reply stops while the task is working", "- fault: close"),
    ((TASK, ONE), 7, "the reply stops", "- status: completed"),
    (("- comment: hi",), 6, "the reply says nothing", "- message: …"),
    ((TASK, DONE, ONE), 8, "after the terminal state completed", NOTHING_AFTER),
    ((TASK, DONE, "- status: failed"), 8, "after the terminal state completed", NOTHING_AFTER),
    ((TASK, DONE, "- task: current"), 8, "a Task after the terminal state", "exists in 1.0 alone"),
    (("- status: working", DONE), 6, "a status as the first event", "deliberate: stream-task-first"),
    ((ONE, DONE), 6, "an artifact as the first event", "- task: submitted"),
    ((TASK, MORE, DONE), 7, "never started", "deliberate: art-append-unknown"),
    ((TASK, SEALED, MORE, DONE), 8, "after its last chunk", "deliberate: art-append-after-last"),
    ((TASK, TWICE, DONE), 7, "never started", "append"),
    ((TASK, "- {artifact: {id: a, chunks: [x]}}", MORE, DONE), 8, "after its last chunk", "deliberate"),
    (("- message: Hi", "- message: again"), 7, "an event after the Message", "deliberate: stream-msg-exactly-one"),
    (("- message: Hi", "- status: working"), 7, "an event after the Message", "deliberate: stream-msg-no-task"),
    ((TASK, "- message: Hi", DONE), 7, "a Message inside a task's stream", "deliberate: stream-no-message-midway"),
    ((TASK, "- http: 500"), 7, "`http` after an event", "comes first"),
    ((TASK, "- end: open", DONE), 8, "a step after `end`", "last step"),
    ((TASK, "- hold: {until: {call: CancelTask}}", DONE), 7, "the built-in answer", "release: before_reply"),
    ((TASK, "- {status: working, deliberate: stream-task-frist}", DONE), 7, "no requirement", "`stream-task-first`?"),
    ((TASK, "- {artifact: {id: a, text: '${tsk.id}'}}", DONE), 7, "unknown placeholder", "`${task.id}`?"),
    ((TASK, "- {artifact: {id: a, text: '${n}'}}", DONE), 7, "only inside `repeat` and `parallel`", "$${"),
    ((TASK, "- hold: {until: {call: GetTask, agent: other}}", DONE), 7, '"other" is no agent', "one agent only"),
]


@pytest.mark.parametrize(("steps", "line", "says", "remedy"), BROKEN)
def test_a_reply_that_breaks_a_rule_says_how_to_mean_it(
    steps: tuple[str, ...], line: int, says: str, remedy: str
) -> None:
    found = reply(*steps)
    assert len(found) == 1
    assert found[0].startswith(f"f.a2a.yaml:{line}:")
    assert says in found[0]
    assert remedy in found[0]


def test_in_0_3_a_stream_may_open_with_an_update() -> None:
    assert reply("- status: working", DONE, more="dialects: '0.3'\n") == []


def test_a_call_that_does_not_wait_may_be_answered_by_a_working_task() -> None:
    assert reply(TASK, drive="- {send: Hello, mode: unary, blocking: false}") == []


def test_an_answer_may_go_on_with_the_artifacts_of_the_question() -> None:
    drive = "  - send: Hello\n  - answer: Yes"
    ask = "  - reply: [{task: working}, {artifact: {id: a, text: x}}, {status: input_required}]\n"
    go_on = "  - reply: [{task: working}, {artifact: {id: a, text: y, append: true}}, {status: completed}]"
    assert file(drive, ask + go_on) == []


def test_a_hold_on_a_cancel_that_the_script_answers_is_fine() -> None:
    script = (
        "  - reply: [{task: working}, {hold: {until: {call: CancelTask}}}, {status: canceled}]\n"
        "  - when: {call: CancelTask}\n    reply: [{task: current}]"
    )
    assert file("  - send: Hello\n    meanwhile: [{cancel: current}]", script) == []


HI = "  - reply: [{message: Hi}]"


@pytest.mark.parametrize(
    ("drive", "says"),
    [
        ("  - answer: Yes", "`answer` comes first"),
        ("  - get: current", "`get: current` comes first"),
        ("  - cancel: current", "`cancel: current` comes first"),
        ("  - abort: current", "no call is running"),
        ("  - send: a\n    after: error", "no step before"),
        ("  - send: a\n  - send: b", "the script has 1 reply to a send, this is number 2"),
        ("  - send: a\n  - answer: b", "the script has 1 reply to a send, this is number 2"),
        ("  - parallel: {times: 2, steps: [{send: a}]}", "this is number 2"),
        ("  - send: a\n  - get: first", 'no step before names a task "first"'),
        ("  - send: a\n    refers: first", 'no step before names a task "first"'),
        ("  - send: a\n    to: other", '"other" is no agent'),
        ("  - send: a\n    mode: unary\n    listener: {}", "a listener needs a stream"),
        ("  - send: '${task.id}'", "is not filled in here"),
    ],
)
def test_a_drive_that_cannot_be_says_why(drive: str, says: str) -> None:
    found = file(drive, HI)
    assert len(found) == 1
    assert says in found[0]


def test_a_named_task_can_be_asked_for() -> None:
    assert file("  - send: a\n    as: first\n  - get: first\n  - get: unknown", HI) == []


@pytest.mark.parametrize(
    ("second", "reached"),
    [
        ("  - reply: [{message: b}]", False),
        ("  - when: {call: SendMessage}\n    reply: [{message: b}]", False),
        ("  - when: {call: GetTask}\n    reply: [{task: current}]", True),
        ("  - when: {call: any}\n    reply: [{http: 500}]", True),
        ("  - dialects: '0.3'\n    reply: [{message: b}]", False),
    ],
)
def test_an_entry_behind_one_that_takes_all_its_calls_is_told(second: str, reached: bool) -> None:
    found = file("  - send: a", "  - times: any\n    reply: [{message: a}]\n" + second)
    assert [("no call ever gets here" in line) for line in found] == ([] if reached else [True])


def test_an_entry_behind_one_with_conditions_is_reached() -> None:
    script = "  - times: any\n    when: {text: a}\n    reply: [{message: a}]\n" + HI
    assert file("  - send: a", script) == []


def test_a_pinned_artifact_must_be_made_by_the_script() -> None:
    made = "  - reply: [{task: working}, {artifact: {id: flights, text: x}}, {status: completed}]"
    pinned = file("  - send: a", made, "expect: {artifacts: {flight: x}}")
    assert pinned == [
        "f.a2a.yaml:6:22: expect.artifacts.flight: the script makes no such artifact (did you mean `flights`?)"
    ]
    assert file("  - send: a", made, "expect: {artifacts: {flight: null}}") == []


def test_pins_of_steps_and_alternatives_are_looked_at_too() -> None:
    drive = "  - send: a\n    expect: {any_of: [{artifacts: {x: y}}, {outcome: error}], requirement: nonsense}"
    found = file(drive, HI)
    assert [line.split(": ")[1] for line in found] == [
        "drive[0].expect.any_of[0].artifacts.x",
        "drive[0].expect.requirement",
    ]


def test_requirements_are_not_looked_at_without_a_set_of_them() -> None:
    text = f"scenario: base\ncovers: nonsense\ndrive:\n  - send: a\nscript:\n{HI}\n"
    assert load_text(text).covers == ("nonsense",)


@pytest.mark.parametrize("pin", ["expect: {listener: {updates: 3}}", "expect: {any_of: [{listener: {updates: 3}}]}"])
def test_a_pin_on_a_listener_needs_one(pin: str) -> None:
    (line,) = reply("- task: completed", more=pin)
    assert "a pin on a listener, but no listener is there (put `listener: {}` beside the `send`)" in line
    assert reply("- task: completed", drive="- {send: Hello, listener: {}}", more=pin) == []


def test_a_pin_on_the_listener_of_another_step_is_one_too() -> None:
    drive = "  - {send: a, expect: {listener: {updates: 3}}}\n  - {send: b, listener: {}}"
    (line,) = file(drive, "  - {times: any, reply: [{task: completed}]}")
    assert line.startswith("f.a2a.yaml:3:24: drive[0].expect.listener: a pin on a listener")


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("- {status: {state: completed, text: 'a ${request.text'}}", "`${request.text` is not closed"),
        ("- {status: {state: completed, text: '${task.id} and ${n'}}", "`${n` is not closed"),
    ],
)
def test_a_placeholder_ends(step: str, told: str) -> None:
    (line,) = reply(TASK, step)
    assert f"{told} (`}}` ends a placeholder; `$${{` writes `${{`)" in line


@pytest.mark.parametrize("text", ["$${request.text", "${request.text}", "a } b { c"])
def test_what_is_no_placeholder_need_not_end(text: str) -> None:
    assert reply(TASK, f"- {{status: {{state: completed, text: '{text}'}}}}") == []


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("needs: [listner]", '"listner" is no feature (did you mean `listener`?)'),
        ("spec: [3.1.2]", '"3.1.2" names no section (write "1.0 §3.1.2")'),
        ('spec: ["§3.1.2"]', '"§3.1.2" names no section (write "1.0 §3.1.2")'),
    ],
)
def test_words_of_the_head_mean_something(more: str, told: str) -> None:
    (line,) = reply(TASK, DONE, more=more)
    assert told in line


@pytest.mark.parametrize(
    ("step", "seconds"),
    [
        ("- hold: {until: seen, timeout: 90s}", "90"),
        ("- wait: {for: 2m, scales: false}", "120"),
    ],
)
def test_nothing_waits_longer_than_the_run(step: str, seconds: str) -> None:
    (line,) = reply(TASK, step, DONE)
    assert f"{seconds}s, and the whole run ends after 60s" in line
    assert reply(TASK, step, DONE, more="timeout: 5m") == []


def test_a_wait_that_a_run_shortens_may_be_long() -> None:
    assert reply(TASK, "- wait: 2m", DONE) == []
