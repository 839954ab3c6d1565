"""ListTasks from the store: newest first, filtered, a page at a time."""

from typing import Any

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import TaskStatus
from a2a_simulator.session.store import Store
from a2a_simulator.session.task_list import task_list


def store(*states: State) -> Store:
    made = Store()
    for number, state in enumerate(states):
        task = made.open(f"task-{number}", f"ctx-{number % 2}")
        task.update(Artifact("a", (Text("text"),)), append=False)
        task.set_status(TaskStatus(state, None, f"2026-01-01T00:00:0{number}.000Z"))
    return made


def ids(page: dict[str, Any]) -> list[str]:
    return [task["id"] for task in page["tasks"]]


THREE = (State.WORKING, State.COMPLETED, State.WORKING)


def test_the_task_that_changed_last_comes_first_and_all_members_are_there() -> None:
    page = task_list(store(*THREE), {})
    assert ids(page) == ["task-2", "task-1", "task-0"]
    assert {name: page[name] for name in ("nextPageToken", "pageSize", "totalSize")} == {
        "nextPageToken": "", "pageSize": 50, "totalSize": 3,
    }  # fmt: skip


def test_artifacts_come_when_they_are_asked_for() -> None:
    assert all("artifacts" not in task for task in task_list(store(*THREE), {})["tasks"])
    assert all(task["artifacts"] for task in task_list(store(*THREE), {"includeArtifacts": True})["tasks"])


def test_filters_narrow() -> None:
    assert ids(task_list(store(*THREE), {"contextId": "ctx-1"})) == ["task-1"]
    assert ids(task_list(store(*THREE), {"status": "TASK_STATE_COMPLETED"})) == ["task-1"]
    assert ids(task_list(store(*THREE), {"statusTimestampAfter": "2026-01-01T00:00:02.000Z"})) == ["task-2"]


def test_the_token_of_a_page_leads_to_the_next_until_it_is_empty() -> None:
    first = task_list(store(*THREE), {"pageSize": 2})
    last = task_list(store(*THREE), {"pageSize": 2, "pageToken": first["nextPageToken"]})
    assert (ids(first), ids(last), last["nextPageToken"]) == (["task-2", "task-1"], ["task-0"], "")
