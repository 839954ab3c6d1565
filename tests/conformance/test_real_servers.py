from pathlib import Path

import pytest

from a2a_conformance.judge import judge_text
from a2a_conformance.verdict import Level

SERVERS = Path(__file__).parents[2] / "fixtures" / "streams" / "servers"
RECORDINGS = sorted(path for path in SERVERS.glob("*/*/*") if path.suffix in (".sse", ".json"))

BREACHES = {
    # The executor gets the known task in `context.current_task`, and neither it nor active_task.py of a2a-sdk 1.3
    # sends it again: the answer to the second message opens with a status update (1.0 §3.1.2).
    "a2a-sdk-python-1.3.0/1.0/question-answered.sse": [("stream-task-first", 1)],
    # The same: an executor of a2a-go has the known task as StoredTask, and a2asrv/exectx.go hands on what it yields.
    "a2a-go-2.3.1/1.0/question-answered.sse": [("stream-task-first", 1)],
    # on_cancel_task (default_request_handler.py of a2a-sdk 0.3) taps the queue, so that the canceled status reaches
    # only the tap, and cancels the producer: the stream of the sender ends at working.
    "a2a-sdk-python-0.3.26/0.3/canceled.sse": [("stream-early-eof", 3)],
    # _cleanup_producer (same file) lets the exception of the executor through: the connection breaks.
    "a2a-sdk-python-0.3.26/0.3/crash.sse": [("stream-early-eof", 1)],
    # sendMessageStream (server/index.js of @a2a-js/sdk 0.3) makes up a new id for the failed status, because it looks
    # only at the task that was there before the call.
    "a2a-js-sdk-0.3.14/0.3/crash.sse": [("stream-single-task", 3)],
}
"""What real servers do break: file → requirement and frame."""


def name_of(path):
    return path.relative_to(SERVERS).as_posix()


@pytest.mark.parametrize("path", RECORDINGS, ids=name_of)
def test_a_stream_of_a_real_server_breaks_nothing_that_it_does_not_break(path):
    judgement = judge_text(path.read_bytes(), path.parent.name)
    told = [(each.requirement, each.frame) for each in judgement.findings if each.level is not Level.INFO]
    assert told == BREACHES.get(name_of(path), [])


@pytest.mark.parametrize("path", RECORDINGS, ids=name_of)
def test_the_dialect_of_a_real_server_is_told_by_its_stream(path):
    assert judge_text(path.read_bytes()).dialect == path.parent.name


def test_the_recordings_are_there():
    assert len({path.parts[-3] for path in RECORDINGS}) == 5
    assert set(BREACHES) <= {name_of(path) for path in RECORDINGS}
