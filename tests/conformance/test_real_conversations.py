from pathlib import Path

import pytest

from a2a_conformance.judge import judge_text

SERVERS = Path(__file__).parents[2] / "fixtures" / "streams" / "servers"
JOURNALS = sorted(SERVERS.glob("*/*/*.ndjson"))

BREACHES = {
    # on_cancel_task (default_request_handler.py of a2a-sdk 0.3) taps the queue, so that the canceled status reaches
    # only the tap: the stream of the sender stays at working and open.
    "a2a-sdk-python-0.3.26/0.3/canceled.ndjson": {"cancel-streams-see"},
    # update_with_message (task_manager.py of a2a-sdk 0.3) moves the question into the history before the message is
    # refused for its context: the task waits without one.
    "a2a-sdk-python-0.3.26/0.3/contexts.ndjson": {"state-input-required-msg"},
    # @a2a-js/sdk 0.3 puts the context that the message named into what the agent says, and the task's into the task.
    "a2a-js-sdk-0.3.14/0.3/contexts.ndjson": {"stream-single-task"},
}
"""What real servers do break: file → requirements."""


def name_of(path):
    return path.relative_to(SERVERS).as_posix()


@pytest.mark.parametrize("path", JOURNALS, ids=name_of)
def test_a_conversation_with_a_real_server_breaks_nothing_that_it_does_not_break(path):
    judgement = judge_text(path.read_bytes())
    assert {each.requirement for each in judgement.findings if not each.note} == BREACHES.get(name_of(path), set())


def test_the_conversations_are_there():
    assert set(BREACHES) <= {name_of(path) for path in JOURNALS}
    assert {path.stem for path in JOURNALS} >= {"several", "canceled", "unknown", "finished", "left", "at-once"}
