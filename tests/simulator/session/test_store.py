from hypothesis import given
from hypothesis import strategies as st

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Text, text_of
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import TaskStatus
from a2a_simulator.session.store import KeptTask, Store


def update(task: KeptTask, name: str, text: str, append: bool = False) -> bool:
    return task.update(Artifact(name, (Text(text),)), append)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.text(max_size=3), st.booleans())))
def test_artifacts_are_started_replaced_and_extended(updates):
    task = KeptTask("task-a", "ctx-1")
    expected: dict[str, str] = {}
    for name, text, append in updates:
        update(task, name, text, append)
        expected[name] = expected.get(name, "") + text if append else text
    shown = {each.artifact_id: text_of(each.parts) for each in task.snapshot().artifacts or ()}
    assert shown == expected


def test_nothing_moves_after_a_terminal_state():
    task = KeptTask("task-a", "ctx-1", TaskStatus(State.COMPLETED))
    assert not update(task, "a", "late")
    assert not task.set_status(TaskStatus(State.WORKING))
    assert task.snapshot().status.state is State.COMPLETED


def test_the_message_of_a_status_goes_to_the_history_when_the_next_comes():
    task = KeptTask("task-a", "ctx-1")
    task.heard(Message("m-1", Role.USER, (Text("Hello"),)))
    task.set_status(TaskStatus(State.INPUT_REQUIRED, Message("msg-1", Role.AGENT, (Text("Day?"),))))
    assert [message.message_id for message in task.snapshot().history or ()] == ["m-1"]
    task.set_status(TaskStatus(State.WORKING))
    assert [message.message_id for message in task.snapshot().history or ()] == ["m-1", "msg-1"]
    assert [message.message_id for message in task.snapshot(1).history or ()] == ["msg-1"]


def test_an_answer_stands_behind_its_question_in_the_history():
    task = KeptTask("task-a", "ctx-1")
    task.heard(Message("m-1", Role.USER, (Text("Hello"),)))
    task.set_status(TaskStatus(State.INPUT_REQUIRED, Message("msg-1", Role.AGENT, (Text("Day?"),))))
    task.heard(Message("m-2", Role.USER, (Text("1 May"),)))
    task.set_status(TaskStatus(State.COMPLETED))
    assert [message.message_id for message in task.snapshot().history or ()] == ["m-1", "msg-1", "m-2"]


def test_a_store_forgets_finished_tasks_first():
    store = Store()
    for number in range(30):
        task = store.open(f"task-{number}", f"ctx-{number}")
        if number % 2:
            task.set_status(TaskStatus(State.COMPLETED))
    store.forget_oldest(keep=20)
    assert store.get("task-1") is None
    assert store.get("task-0") is not None
    assert store.get("task-29") is not None
    assert not store.knows_context("ctx-1")
