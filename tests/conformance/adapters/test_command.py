import contextlib
import json
import shlex
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from a2a_conformance.adapters.base import AdapterError, SessionOver, StepRequest
from a2a_conformance.adapters.command import CommandAdapter
from a2a_conformance.outcome import Ended, Kind, Observes
from a2a_simulator.scenario.play import Verb
from heard import Heard


def shell(script: str, *arguments: str, **more: Any) -> CommandAdapter:
    return CommandAdapter(["sh", "-c", script, "sh", *arguments], **more)


def asked(text: str = "hi", verb: Verb = Verb.SEND, **more: Any) -> StepRequest:
    return StepRequest("r1", "0", verb, text=text, base_url="http://127.0.0.1:9/", **more)


def test_placeholders_reach_argv_as_they_are() -> None:
    text = "a 'quoted' \"text\"; $(rm -rf nothing) {base_url}\nsecond line"
    told = shell('printf %s "$1|$2"', "{text}", "{base_url}", answer_from="stdout").drive(asked(text), Heard())
    assert told.outcome is not None
    assert told.outcome.answer == f"{text}|http://127.0.0.1:9/"
    assert told.outcome.outcome is Kind.UNKNOWN


def test_the_same_values_are_in_the_environment() -> None:
    told = shell('printf %s "$A2A_TEXT $A2A_VERB $OWN"', answer_from="stdout", env={"OWN": "x"}).drive(
        asked(), Heard()
    )
    assert told.outcome is not None
    assert told.outcome.answer == "hi send x"


def test_outcome_file_is_the_normal_form() -> None:
    script = 'echo \'{"outcome": "completed", "answer": "42", "task_id": "t1"}\' > "$1"'
    adapter = shell(script, "{outcome}")
    told = adapter.drive(asked(), Heard())
    assert adapter.hello().observes is Observes.ANSWER
    assert told.outcome is not None
    assert (told.ended, told.outcome.outcome, told.outcome.task) == (Ended.CLEAN, Kind.COMPLETED, "t1")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ('{"outcome": "complete"}', r"outcome: 'complete' is none of .*did you mean 'completed'"),
        ("completed", r"the outcome file says 'completed"),
        ("[1]", "one JSON object"),
    ],
)
def test_outcome_file_that_is_wrong_is_an_adapter_error(content: str, says: str) -> None:
    with pytest.raises(AdapterError, match=says):
        shell(f'echo {shlex.quote(content)} > "$1"', "{outcome}").drive(asked(), Heard())


def test_no_outcome_written_is_an_adapter_error() -> None:
    with pytest.raises(AdapterError, match=r"wrote no outcome: write one JSON object to \{outcome\}"):
        shell('test -n "$1"', "{outcome}").drive(asked(), Heard())


def test_a_folder_in_place_of_the_outcome_is_told_in_one_line() -> None:
    with pytest.raises(AdapterError, match="the outcome cannot be read: Is a directory"):
        shell('mkdir "$1"', "{outcome}").drive(asked(), Heard())


def test_an_outcome_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(AdapterError, match="longer than 8388608 bytes"):
        shell('head -c 9000000 /dev/zero > "$1"', "{outcome}").drive(asked(), Heard())


def test_without_outcome_and_answer_only_the_wire_is_judged() -> None:
    adapter = shell("echo hello; echo oops >&2")
    heard = Heard()
    told = adapter.drive(asked(), heard)
    assert adapter.hello().observes is Observes.WIRE
    assert (told.ended, told.outcome, heard.lines) == (Ended.CLEAN, None, ["hello", "oops"])


def test_exit_code_is_an_error_of_the_client_once_it_called() -> None:
    told = shell("echo no such agent >&2; exit 1", answer_from="stdout").drive(asked(), Heard(reached=True))
    assert told.ended is Ended.ERROR
    assert told.outcome is not None
    assert told.outcome.error is not None
    assert told.outcome.error.message == "no such agent"


def test_exit_code_before_any_request_is_no_verdict_about_the_client() -> None:
    with pytest.raises(AdapterError, match="exit code 1, before any request: no such module"):
        shell("echo no such module >&2; exit 1").drive(asked(), Heard(reached=False))


def test_program_that_the_shell_does_not_find() -> None:
    with pytest.raises(AdapterError, match="exit code 127, a program was not found"):
        shell("no-such-program-here").drive(asked(), Heard())


def test_death_by_signal_is_a_crash() -> None:
    assert shell("kill -SEGV $$").drive(asked(), Heard()).ended is Ended.CRASH


@pytest.mark.parametrize("trap", ["", "trap '' TERM;"])
def test_hang_ends_the_process_group(trap: str) -> None:
    assert shell(f"{trap} sleep 3600 & wait; wait; sleep 3600").drive(asked(), Heard(0.2)).ended is Ended.HANG


def test_close_unblocks_a_running_step() -> None:
    adapter = shell("echo up >&2; sleep 3600")
    ended: list[Ended] = []

    def drive() -> None:
        with contextlib.suppress(AdapterError):
            ended.append(adapter.drive(asked(), Heard(600)).ended)

    thread = threading.Thread(target=drive)
    thread.start()
    while thread.is_alive():
        adapter.close()
        thread.join(0.05)
    assert ended in ([Ended.CRASH], [])


@pytest.mark.parametrize(
    ("verb", "says"),
    [(Verb.CANCEL, "takes no {verb}"), (Verb.ANSWER, "takes no {task_id}")],
)
def test_steps_that_the_command_cannot_take_are_skipped(verb: Verb, says: str) -> None:
    told = CommandAdapter("true {text}").drive(asked(verb=verb), Heard())
    assert told.ended is Ended.SKIPPED
    assert says in told.note


def test_mistyped_placeholder_is_told_before_anything_runs() -> None:
    with pytest.raises(SessionOver, match=r"unknown placeholder \{baseurl\}? .*did you mean 'base_url'|base_ur"):
        CommandAdapter("ask {base_ulr} {text}")


def test_braces_that_are_no_placeholder_stay() -> None:
    adapter = CommandAdapter(
        [sys.executable, "-c", "import sys; print(sys.argv[1])", '{"a": {}}'], answer_from="stdout"
    )
    told = adapter.drive(asked(), Heard())
    assert told.outcome is not None
    assert json.loads(told.outcome.answer or "") == {"a": {}}


def test_endless_output_is_bounded() -> None:
    told = shell("yes | head -c 20000000", answer_from="stdout").drive(asked(), Heard())
    assert told.outcome is not None
    assert len(told.outcome.answer or "") <= 8 * 1024 * 1024


def test_missing_program() -> None:
    with pytest.raises(SessionOver, match="no such program: is 'no-such-program-here' installed"):
        CommandAdapter("no-such-program-here {text}", cwd=Path("/")).drive(asked(), Heard())
