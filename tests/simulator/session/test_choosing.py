"""A served agent refuses what a real one would; a run answers whatever its script says."""

import pytest

from a2a_simulator.journal import Kind

ONCE = """
script:
  - {times: any, reply: [task: working, status: completed]}
"""
ASKS = "script: [{times: any, reply: [task: working, status: input_required]}]\n"


def code(here, call):
    return here.answer(call)["code"]


@pytest.mark.parametrize("unary", [True, False])
def test_a_send_to_a_task_that_nobody_knows_is_refused(desk, unary):
    here = desk(ONCE, per_task=True)
    assert code(here, here.send(task="task-nobody", unary=unary)) == -32001


def test_a_send_to_a_finished_task_is_refused(desk):
    here = desk(ONCE, per_task=True)
    task = here.task_of(here.send())
    assert code(here, here.send(task=task, message_id="m-2")) == -32004


def test_a_send_with_the_context_of_another_task_is_refused(desk):
    here = desk(ASKS, per_task=True)
    task = here.task_of(here.send(context="ctx-a"))
    assert code(here, here.send(task=task, context="ctx-b", message_id="m-2")) == -32602
    assert here.kinds(here.send(task=task, context="ctx-a", message_id="m-3"))[-1] == "input_required"


def test_an_entry_that_is_meant_for_it_answers(desk):
    here = desk(
        """
script:
  - {times: any, when: {task: none}, reply: [task: working, status: completed]}
  - {times: any, when: {task: unknown}, reply: [error: InternalError]}
  - {when: {task: known}, reply: [error: InvalidRequest]}
""",
        per_task=True,
    )
    assert code(here, here.send(task="task-nobody")) == -32603
    task = here.task_of(here.send(message_id="m-2"))
    assert code(here, here.send(task=task, message_id="m-3")) == -32600
    assert code(here, here.send(task=task, message_id="m-4")) == -32004


def test_a_run_takes_all_of_it(desk):
    here = desk(ONCE)
    assert here.kinds(here.send(task="task-nobody"))[-1] == "completed"
    task = here.task_of(here.send(message_id="m-2"))
    assert here.kinds(here.send(task=task, message_id="m-3"))[-1] == "completed"


def test_a_served_agent_of_one_dialect_refuses_calls_in_the_other_and_the_journal_says_why(desk):
    here = desk(ONCE, "0.3", per_task=True)
    assert code(here, here.send(dialect="1.0")) == -32601
    (called,) = here.records(Kind.CALLED)
    assert called.payload["refused"] == "a call in 1.0, this agent speaks 0.3"
