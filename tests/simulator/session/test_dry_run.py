from pathlib import Path

import pytest

from a2a_simulator.journal import Kind
from a2a_simulator.scenario.load import find, load
from a2a_simulator.session.caller import Caller, Recovery
from a2a_simulator.session.dry_run import dry_run

SHIPPED = Path(__file__).parents[3] / "fixtures" / "scenarios"
CELLS = [
    pytest.param(scenario, cell, id=str(cell))
    for scenario in (load(file, SHIPPED) for file in find([SHIPPED]))
    for cell in scenario.cells()
]


def outcomes(journal):
    told = [record.payload["outcome"].get("outcome") for record in journal.of(Kind.REPORTED)]
    return [outcome["outcome"] for outcome in told if outcome is not None]


def calls(journal):
    return [record.payload["operation"] for record in journal.of(Kind.CALLED)]


@pytest.mark.parametrize(("scenario", "cell"), CELLS)
def test_every_shipped_scenario_plays_in_virtual_time_the_same_each_time(scenario, cell):
    play = scenario.lower(cell)
    journal = dry_run(play)
    assert dry_run(play) == journal
    assert all(record.payload["entry"] != "unscripted" for record in journal.of(Kind.CALLED))
    if play.targets != ("host",):
        assert len(journal.of(Kind.ASKED)) >= 1


def test_an_ideal_caller_answers_in_the_task_that_asked(play):
    journal = dry_run(
        play("""
drive: [send: Book, answer: 12A]
script:
  - reply: [task: submitted, status: {state: input_required, text: Seat?}]
  - when: {task: current}
    reply: [task: working, status: completed]
""")
    )
    assert outcomes(journal) == ["input_required", "completed"]
    assert calls(journal) == ["FetchCard", "SendStreamingMessage", "SendStreamingMessage"]


def test_it_acts_meanwhile_and_gives_up_when_told(play):
    journal = dry_run(
        play("""
drive: [{send: Count, meanwhile: [abort: current]}, get: current]
script: [reply: [task: working, hold: {until: left}, status: completed]]
""")
    )
    assert len(journal.of(Kind.LEFT)) == 1
    assert outcomes(journal)[-1] == "completed"


def test_a_step_after_an_outcome_is_taken_only_then(play):
    text = """
drive: [send: Write, {resubscribe: current, after: [incomplete, error]}]
script: [reply: [task: working, %s, status: completed]]
"""
    broken = text.replace("%s", "{fault: drop}, {hold: {until: {call: SubscribeToTask}}}")
    assert calls(dry_run(play(broken)))[-1] == "SubscribeToTask"
    whole = text.replace("%s", "{status: working}")
    assert calls(dry_run(play(whole)))[-1] == "SendStreamingMessage"


def test_a_stopped_listener_leaves_and_the_task_lives_on(play):
    journal = dry_run(
        play("""
drive: [{send: Write, listener: {stop_at: {update: 1}, return: {response: Enough}}}, get: current]
script: [reply: [task: working, status: working, hold: {until: listener_stopped}, status: completed]]
""")
    )
    assert outcomes(journal) == ["stopped", "completed"]
    assert "CancelTask" not in calls(journal)


def test_parallel_conversations_keep_their_ids_apart(play):
    journal = dry_run(
        play("""
drive: [parallel: {times: 3, steps: [send: "Question ${n}"]}]
script: [{times: any, pace: {each: 1ms}, reply: [task: submitted, artifact: {id: a, text: x}, status: completed]}]
""")
    )
    tasks = {
        r.payload["json"]["result"]["task"]["id"]
        for r in journal.of(Kind.EVENT)
        if "task" in r.payload["json"].get("result", {})
    }
    assert len(tasks) == 3
    assert outcomes(journal) == ["completed"] * 3


def test_no_card_no_call(play):
    journal = dry_run(play("script: [{when: {call: FetchCard}, reply: [http: 404]}, {reply: [message: x]}]"))
    assert calls(journal) == ["FetchCard"]
    assert outcomes(journal) == ["error"]


@pytest.mark.parametrize(
    ("way", "script", "outcome", "asked"),
    [
        (Recovery.GET, "[task: working, fault: close, status: completed]", "completed", "GetTask"),
        (Recovery.SUBSCRIBE, "[task: working, fault: close, status: completed]", "error", "SubscribeToTask"),
        (
            Recovery.SUBSCRIBE,
            "[task: working, fault: drop, hold: {until: {call: SubscribeToTask}}, status: failed]",
            "failed",
            "SubscribeToTask",
        ),
        (Recovery.SEND_AGAIN, "[http: 503]\n  - reply: [task: completed]", "completed", "SendStreamingMessage"),
        (Recovery.SEND_AGAIN, "[error: TaskNotFound]", "error", None),
        (Recovery.GET, "[task: completed]", "completed", None),
    ],
)
def test_a_caller_may_recover_from_what_ended_early(play, way, script, outcome, asked):
    journal = dry_run(play(f"drive: [send: Hello]\nscript:\n  - reply: {script}\n"), Caller(recovers=way))
    assert outcomes(journal) == [outcome]
    assert calls(journal)[2:3] == ([asked] if asked else [])
