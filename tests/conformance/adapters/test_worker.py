import contextlib
import os
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from a2a_conformance.adapters import worker_process
from a2a_conformance.adapters.base import AdapterError, SessionOver, StepRequest
from a2a_conformance.adapters.worker import WorkerAdapter
from a2a_conformance.outcome import Ended, ErrorKind, Kind, Observes
from a2a_simulator.scenario.play import Verb
from heard import Heard

FAKE = Path(__file__).with_name("fake_worker.py")


@contextlib.contextmanager
def worker(*how: str, **more: Any) -> Iterator[WorkerAdapter]:
    adapter = WorkerAdapter([sys.executable, str(FAKE), *how], **more)
    try:
        yield adapter
    finally:
        adapter.close()


def asked(run: str = "r1", step: str = "0", **more: Any) -> StepRequest:
    return StepRequest(run, step, Verb.SEND, text="hi", task_id="task-0", scenario="family/stem", **more)


def gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"
    except FileNotFoundError:
        return True


def test_hello_line_declares_the_target() -> None:
    with worker() as adapter:
        hello = adapter.hello()
        assert (hello.name, hello.version, hello.observes) == ("fake", "7", Observes.ANSWER)
        assert hello.features == {"session"}


def test_target_file_wins_over_the_hello_line() -> None:
    with worker(declared={"observes": "wire", "dialects": ["0.3"]}) as adapter:
        assert (adapter.hello().observes, adapter.hello().dialects) == (Observes.WIRE, ("0.3",))


def test_request_travels_whole_and_only_newline_ends_a_line() -> None:
    with worker() as adapter:
        told = adapter.drive(asked(), Heard())
        assert told.outcome is not None
        assert told.outcome.answer == "hi task-0 \u2028 family/stem"
        assert (told.ended, told.outcome.outcome, told.outcome.task) == (Ended.CLEAN, Kind.COMPLETED, "task-1")


def test_outcome_error_means_that_it_raised() -> None:
    with worker("refused") as adapter:
        told = adapter.drive(asked(), Heard())
        assert told.ended is Ended.ERROR
        assert told.outcome is not None
        assert told.outcome.error is not None
        assert told.outcome.error.kind is ErrorKind.REFUSED


def test_events_are_surfaced_in_order() -> None:
    with worker("events") as adapter:
        heard = Heard()
        told = adapter.drive(asked(), heard)
        assert [part["text"] for event in told.surfaced for part in event.parts] == ["one", "two", "three"]
        assert list(told.surfaced) == heard.events
        assert (told.ended, told.outcome) == (Ended.CLEAN, None)


def test_interactive_step_ends_at_stop() -> None:
    with worker("events") as adapter:
        told = adapter.drive(asked(interactive=True, listener=True), Heard(stop_at=2))
        assert (told.ended, len(told.surfaced)) == (Ended.STOPPED, 2)


def test_ended_error_carries_the_error() -> None:
    with worker("ended") as adapter:
        told = adapter.drive(asked(), Heard())
        assert told.ended is Ended.ERROR
        assert told.outcome is not None
        assert told.outcome.error is not None
        assert (told.outcome.error.kind, told.outcome.error.http_status) == (ErrorKind.HTTP, 500)


def test_lines_that_are_no_messages_are_kept_as_log() -> None:
    with worker("junk") as adapter:
        heard = Heard()
        assert adapter.drive(asked(), heard).ended is Ended.CLEAN
        assert heard.lines == [
            "not a protocol line",
            '{"level": "debug"}',
            "[1, 2]",
            "half a line\u2028 and its rest",
        ]


def test_bytes_that_are_no_text_do_not_disturb() -> None:
    with worker("bytes") as adapter:
        heard = Heard()
        assert adapter.drive(asked(), heard).ended is Ended.CLEAN
        assert heard.lines == ["\ufffd\ufffd no text"]


def test_endless_line_is_dropped_and_told() -> None:
    with worker("huge") as adapter:
        heard = Heard()
        assert adapter.drive(asked(), heard).ended is Ended.CLEAN
        assert heard.lines == ["(a line longer than 8388608 bytes was dropped)"]


def test_two_different_ends_of_a_step_are_the_fault_of_the_adapter() -> None:
    with worker("two-ends") as adapter:
        adapter.drive(asked(last=True), Heard())
        with pytest.raises(AdapterError, match="two different ends of step 0"):
            adapter.release("r1")


def test_the_same_end_told_twice_is_put_up_with() -> None:
    with worker("same-end-twice") as adapter:
        assert adapter.drive(asked(last=True), Heard()).ended is Ended.CLEAN
        adapter.release("r1")


def test_an_outcome_for_another_run_is_the_fault_of_the_adapter_at_once() -> None:
    with worker("other-run") as adapter, pytest.raises(AdapterError, match="a step that was not asked for"):
        adapter.drive(asked(), Heard())


def test_an_outcome_that_is_too_long_is_the_fault_of_the_adapter_at_once() -> None:
    with worker("long-outcome") as adapter, pytest.raises(AdapterError, match="longer than 8388608 bytes"):
        adapter.drive(asked(), Heard())


def test_long_answer_arrives_whole() -> None:
    with worker("huge-answer") as adapter:
        told = adapter.drive(asked(), Heard())
        assert told.outcome is not None
        assert told.outcome.answer == "y" * 2_000_000


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("bad-outcome", r"outcome: 'completd' is none of completed, .* \(did you mean 'completed'\?\)"),
        ("bad-member", r"unknown member 'anwser' \(did you mean 'answer'\?\)"),
    ],
)
def test_malformed_message_names_member_and_line(how: str, says: str) -> None:
    with worker(how) as adapter, pytest.raises(AdapterError, match=says) as told:
        adapter.drive(asked(), Heard())
    assert "docs/worker.md" in str(told.value)
    assert "\n" not in str(told.value)


def test_death_is_a_crash_with_exit_code_and_last_words() -> None:
    with worker("die") as adapter:
        told = adapter.drive(asked(), Heard())
        assert told.ended is Ended.CRASH
        assert "exit code 3" in told.note
        assert "about to die" in told.note


def test_dead_worker_is_started_again_for_the_next_run(tmp_path: Path) -> None:
    with worker("die-once", str(tmp_path / "died")) as adapter:
        assert adapter.drive(asked("r1"), Heard()).ended is Ended.CRASH
        adapter.release("r1")
        assert adapter.drive(asked("r2"), Heard()).ended is Ended.CLEAN


def test_three_deaths_before_any_request_end_the_session() -> None:
    with worker("die") as adapter:
        for run in ("r1", "r2"):
            assert adapter.drive(asked(run), Heard(reached=False)).ended is Ended.CRASH
            adapter.release(run)
        with pytest.raises(SessionOver, match=r"died 3 times before its first request .*exit code 3.*adapter check"):
            adapter.drive(asked("r3"), Heard(reached=False))


def test_three_hangs_before_any_request_end_the_session() -> None:
    with worker("hang") as adapter:
        for run in ("r1", "r2"):
            assert adapter.drive(asked(run), Heard(0.1, reached=False)).ended is Ended.HANG
            adapter.release(run)
        with pytest.raises(SessionOver, match="hung 3 times before its first request"):
            adapter.drive(asked("r3"), Heard(0.1, reached=False))


def test_deaths_after_a_request_do_not_end_the_session() -> None:
    with worker("die") as adapter:
        for run in ("r1", "r2", "r3", "r4"):
            assert adapter.drive(asked(run), Heard(reached=True)).ended is Ended.CRASH
            adapter.release(run)


@pytest.mark.parametrize("how", ["hang", "ignore-term"])
def test_hang_is_given_up_and_the_process_ended(how: str) -> None:
    with worker(how) as adapter:
        told = adapter.drive(asked(), Heard(patience=0.2))
        assert told.ended is Ended.HANG


def test_whole_process_group_is_ended() -> None:
    with worker("pid") as adapter:
        outcome = adapter.drive(asked(), Heard()).outcome
        assert outcome is not None
        assert outcome.answer is not None
        own, child = map(int, outcome.answer.split())
        os.kill(child, 0)
    assert gone(own)
    wait_until_gone(child)


def wait_until_gone(pid: int) -> None:
    """The grandchild is reaped by init, not by us, so its end is seen by its pidfd."""
    with contextlib.suppress(ProcessLookupError):
        descriptor = os.pidfd_open(pid)
        try:
            import select

            assert select.select([descriptor], [], [], 5)[0]
        finally:
            os.close(descriptor)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("no-hello", r"ended \(exit code 4\).*first line has to be"),
        ("bad-hello", r"unknown member 'dialect' \(did you mean 'dialects'\?\)"),
        ("old-hello", r"protocol: 2 is none of 1"),
    ],
)
def test_worker_without_a_good_hello_cannot_start(how: str, says: str) -> None:
    with worker(how) as adapter, pytest.raises(SessionOver, match=says):
        adapter.start()


def test_silent_worker_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "HELLO_TIMEOUT", 0.2)
    with worker("silent") as adapter, pytest.raises(SessionOver, match=r"said no hello within 0\.2 s"):
        adapter.start()


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("no-such-program-here", "no such program: is 'no-such-program-here' installed"),
        ("", "the command is empty"),
        ("node 'worker", "cannot be split into words"),
    ],
)
def test_command_that_is_none(command: str, says: str) -> None:
    with pytest.raises(SessionOver, match=says):
        WorkerAdapter(command).start()


def test_file_that_may_not_be_executed(tmp_path: Path) -> None:
    (tmp_path / "worker").write_text("#!/bin/sh\n")
    with pytest.raises(SessionOver, match=r"may not be executed: chmod \+x"):
        WorkerAdapter([str(tmp_path / "worker")]).start()


def test_worker_that_never_says_released_is_not_used_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_process, "RELEASE_TIMEOUT", 0.2)
    with worker("never-released") as adapter:
        assert adapter.drive(asked("r1"), Heard()).ended is Ended.CLEAN
        adapter.release("r1")
        assert adapter.drive(asked("r2"), Heard()).ended is Ended.CLEAN


def test_run_without_last_step_is_released_by_its_own_line() -> None:
    lines: list[str] = []
    with worker(trace=lambda direction, line: lines.append(f"{direction} {line}")) as adapter:
        adapter.drive(asked(last=False), Heard())
        adapter.release("r1")
    assert '→ {"type":"release","run":"r1"}' in lines
    assert '← {"type": "released", "run": "r1"}' in lines
    assert lines[-1] == '→ {"type":"bye"}'


def test_runs_at_once_have_a_process_each_and_branches_share_one() -> None:
    with worker("pid") as adapter:
        answers: dict[tuple[str, str], str] = {}

        def drive(run: str, step: str) -> None:
            told = adapter.drive(asked(run, step, last=False), Heard())
            assert told.outcome is not None
            answers[run, step] = re.sub(r" .*", "", told.outcome.answer or "")

        threads = [threading.Thread(target=drive, args=(run, step)) for run in ("r1", "r2") for step in ("0", "1")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers["r1", "0"] == answers["r1", "1"] != answers["r2", "0"] == answers["r2", "1"]


def test_close_unblocks_a_step_that_hangs() -> None:
    with worker("hang") as adapter:
        adapter.start()
        ended: list[Ended] = []
        thread = threading.Thread(target=lambda: ended.append(adapter.drive(asked(), Heard(patience=600)).ended))
        thread.start()
        adapter.close()
        thread.join(10)
        assert not thread.is_alive()


def test_closing_ends_a_worker_that_has_not_said_hello() -> None:
    adapter = WorkerAdapter([sys.executable, str(FAKE), "silent"])
    starting = threading.Thread(target=_started, args=(adapter,))
    starting.start()
    while not (processes := list(adapter._greeting)):
        starting.join(0.01)
    adapter.close()
    starting.join(5)
    assert not starting.is_alive()
    assert not processes[0].alive


def _started(adapter: WorkerAdapter) -> None:
    with contextlib.suppress(SessionOver):
        adapter.start()
