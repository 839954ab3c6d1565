"""`a2a-fake-agent` as its users meet it: a process with output, signals and an exit code."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from a2a_simulator.cli import command
from a2a_simulator.cli.lines import line, shown
from a2a_simulator.journal import Kind, Record
from simulator_socket import send_body

HELLO = "scenario: says hello\ndrive: [send: Hello]\nscript: [reply: [message: Hello]]\n"


class Agent:
    """A running `a2a-fake-agent`."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "a2a_simulator.cli", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def until(self, text: str) -> str:
        while text not in (line := self.line()):
            assert line or self.process.poll() is None, f"ended before {text!r}"
        return line

    def end(self, number: int = signal.SIGINT) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=20)
        return self.process.returncode, out, err


@pytest.fixture
def agent() -> Iterator[Callable[..., Agent]]:
    agents: list[Agent] = []

    def start(*arguments: str) -> Agent:
        agents.append(Agent(*arguments))
        return agents[-1]

    yield start
    for each in agents:
        if each.process.poll() is None:
            each.process.kill()
        each.process.communicate()


def ended(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(command, arguments)
    return result.exit_code, result.stdout, result.stderr


def ask(url: str, text: str, **message: str) -> str:
    return httpx.post(url, json=send_body(text, **message), headers={"A2A-Version": "1.0"}, timeout=20).text


def test_the_demo_agent_obeys_words_and_prints_a_line_a_frame(agent):
    demo = agent("--port", "0", "--speed", "1000")
    card = demo.line()
    assert re.fullmatch(r"card: http://127\.0\.0\.1:\d+/\.well-known/agent-card\.json", card)
    url = card.removeprefix("card: ").removesuffix("/.well-known/agent-card.json")
    words = {
        "please be slow": "a time.",
        "fail": "TASK_STATE_FAILED",
        "reject this": "TASK_STATE_REJECTED",
        "two  files": "dot.png",
        "long text": "Page 50.",
        "some JSON": '"economy":310',
        "log in": "TASK_STATE_AUTH_REQUIRED",
        "silence": "TASK_STATE_COMPLETED",
        "help": "Try one of: slow, ask me",
        "an error": "-32603",
        "stream": '"all."',
        "dropdown": "Try one of",
        "breakfast": "Try one of",
    }
    for number, (word, told) in enumerate(words.items()):
        assert told in ask(url, word, messageId=f"m-{number}")
    assert httpx.post(url, json=send_body("unavailable", messageId="m-503")).status_code == 503
    with pytest.raises(httpx.RemoteProtocolError):
        ask(url, "drop", messageId="m-drop")
    question = ask(url, "ask me", messageId="m-ask")
    task = re.search(r"task-[a-z]+", question)
    assert task is not None
    assert "You said: 12A" in ask(url, "12A", taskId=task[0], messageId="m-answer")
    assert "-32004" in ask(url, "again", taskId=task[0], messageId="m-again")
    demo.until('> SendStreamingMessage (1.0) "fail"')
    assert demo.line().endswith("working")
    assert demo.line().endswith('artifact draft "This far and "')
    code, _, err = demo.end()
    assert (code, err) == (130, "")


def test_the_card_of_the_demo_agent_names_its_words(agent):
    card = httpx.get(agent("--port", "0").line().removeprefix("card: ")).json()
    assert card["name"] == "Demo agent"
    words = [word for skill in card["skills"] for word in skill["examples"]]
    assert card["description"] == f"Obeys words in what you send: {', '.join(words)}."


def test_both_dialects_are_served_at_one_card(agent):
    demo = agent("--port", "0")
    url = demo.line().removeprefix("card: ")
    card = httpx.get(url).json()
    assert card["url"]
    assert card["supportedInterfaces"]
    message = {"kind": "message", "messageId": "m", "role": "user", "parts": [{"kind": "text", "text": "help"}]}
    body = {"jsonrpc": "2.0", "id": 1, "method": "message/send", "params": {"message": message}}
    assert httpx.post(card["url"], json=body).json()["result"]["kind"] == "message"


def test_json_prints_one_line_when_ready(agent, tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"{name}.a2a.yaml").write_text(HELLO)
    served = agent("--json", "--port", "0", "--token", "secret", str(tmp_path))
    ready = json.loads(served.line())
    assert ready["ready"] is True
    assert [case["case"] for case in ready["cases"]] == ["one", "two"]
    url = ready["cases"][1]["agents"]["agent"]["base_url"]
    assert "Hello" in ask(url, "Hi")
    control = ready["control"]
    assert control["token"] == "secret"
    journal = httpx.get(control["url"] + "/journal?case=two", headers={"Authorization": "Bearer secret"}).text
    assert '"SendStreamingMessage"' in journal
    code, out, err = served.end(signal.SIGTERM)
    assert (code, out, err) == (143, "", "")


def test_a_saved_file_is_read_again_and_a_bad_save_changes_nothing(agent, tmp_path):
    file = tmp_path / "hello.a2a.yaml"
    file.write_text(HELLO)
    served = agent("--port", "0", str(file))
    url = served.line().removeprefix("card: ").removesuffix("/.well-known/agent-card.json")
    assert "Hello" in ask(url, "Hi", messageId="m-1")
    file.write_text("scenario: broken\n")
    assert served.process.stderr is not None
    assert f"{file}:1:1" in served.process.stderr.readline()
    assert "Hello" in ask(url, "Hi", messageId="m-2")
    file.write_text(HELLO.replace("message: Hello", "message: Good morning"))
    served.until("read again")
    assert "Good morning" in ask(url, "Hi", messageId="m-3")


def test_a_taken_port_is_one_clear_line():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        code, out, err = ended("--port", str(port))
    assert (code, out) == (2, "")
    assert err == f"port {port} on 127.0.0.1 cannot be used: it is taken; choose another port (0: any free one)\n"


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["nowhere.a2a.yaml"], "nowhere.a2a.yaml: no such file or folder\n"),
        (["--port", "x"], "'x' is not a valid integer"),
        (["--port", "70000"], "ports go from 0 to 65535"),
        (["--speed", "0"], "must be more than 0"),
        (["--dialect", "2.0"], "'2.0' is not one of '1.0', '0.3'"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_to_do(arguments, text):
    code, out, err = ended(*arguments)
    assert (code, out) == (2, "")
    assert text in err
    assert "Traceback" not in err


def test_an_empty_folder_and_a_broken_file_end_with_2(tmp_path: Path):
    code, _, err = ended(str(tmp_path))
    assert (code, err) == (2, f"no *.a2a.yaml in {tmp_path}\n")
    file = tmp_path / "bad.a2a.yaml"
    file.write_text("scenario: x\nscript: []\n")
    code, _, err = ended(str(file))
    assert code == 2
    assert err.startswith(f"{file}:1:1: `drive` is missing")


def test_help_is_quick_because_it_imports_no_server():
    code, out, _ = ended("--help")
    assert code == 0
    assert "log in" in out
    loaded = "import sys, a2a_simulator.cli; print('uvicorn' in sys.modules, 'starlette' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True).stdout == "False False\n"


def test_hostile_text_is_shown_and_not_obeyed():
    assert shown("a\x1b[31mb\r\n\u202e") == "a\\u001b[31mb\\r\\n\\u202e"
    assert shown("x" * 200) == "x" * 100 + "…"
    message = {"message": {"parts": [{"text": "\x1b]0;owned\x07"}], "taskId": "\x1b[2J"}}
    payload = {"operation": "SendMessage", "dialect": "1.0", "params": message, "entry": "script[0]"}
    told = line(Record(1, 0.0, Kind.CALLED, payload, call=1))
    assert told is not None
    assert told.isprintable()


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"raw": "AAAA", "filename": "dot.png", "mediaType": "image/png"}, "file dot.png image/png 3 B"),
        ({"file": {"bytes": "AAA=", "name": "dot.png", "mimeType": "image/png"}}, "file dot.png image/png 2 B"),
        ({"url": "http://files.example/a", "mediaType": "text/plain"}, "file text/plain http://files.example/a"),
        ({"data": {"fare": 310}}, 'data {"fare": 310}'),
        ({"video": 1}, "part {'video': 1}"),
        (7, "7"),
    ],
)
def test_files_and_data_are_told(part, told):
    body = {"result": {"artifactUpdate": {"artifact": {"artifactId": "a", "parts": [{"text": "see"}, part]}}}}
    assert line(Record(1, 0.0, Kind.EVENT, {"json": body}, call=1)) == f'#1 < artifact a "see" + {told}'


def test_lines_name_the_agent_when_several_are_served_and_preflights_are_told(agent, tmp_path):
    for name in ("trains", "weather"):
        (tmp_path / f"{name}.a2a.yaml").write_text(HELLO)
    served = agent("--port", "0", str(tmp_path))
    served.line()
    url = served.line().removeprefix("card: ").removesuffix("/.well-known/agent-card.json")
    httpx.options(url, headers={"Origin": "http://page.example", "Access-Control-Request-Method": "POST"})
    ask(url, "Hi")
    assert served.until("> ") == "> OPTIONS / preflight of http://page.example: allowed"
    assert served.line() == 'weather #1 > SendStreamingMessage (1.0) "Hi"'


@pytest.mark.parametrize(
    "body", [None, 7, [], {}, {"result": None}, {"result": {"status": 5}}, {"error": {}}, {"error": 3}]
)
def test_any_json_has_a_line(body):
    assert line(Record(1, 0.0, Kind.EVENT, {"json": body}, call=1))
