import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from a2a_conformance.cli.entry import run_command_line

CLIENT = """
from a2a_conformance.reference.adapter import ReferenceAdapter


class Client(ReferenceAdapter):
    def __init__(self):
        super().__init__(name="acme-client")
"""

BROKEN = """
from dataclasses import replace

from client import Client


class Broken(Client):
    async def send(self, **request):
        told = await super().send(**request)
        return replace(told, artifacts={}) if told.artifacts else told
"""


FLIGHT = """\
scenario: a ticket in two chunks
drive: [{send: Book a flight}]
script:
  - reply:
      - task: submitted
      - artifact: {id: ticket, text: "Seat "}
      - artifact: {id: ticket, text: 12A, append: true, last: true}
      - status: completed
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, times made equal."""

    code: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a scenario and two clients: one right, one that loses its artifacts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    (tmp_path / "client.py").write_text(CLIENT)
    (tmp_path / "broken.py").write_text(BROKEN)
    (tmp_path / "flight.a2a.yaml").write_text(FLIGHT)
    return tmp_path


@pytest.fixture
def cli(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Ended]:
    """Runs one command in that folder."""

    def run(*arguments: str) -> Ended:
        capsys.readouterr()
        code = run_command_line(arguments)
        told = capsys.readouterr()
        return Ended(code, steady(told.out, folder), steady(told.err, folder))

    return run


def steady(text: str, folder: Path) -> str:
    text = text.replace(str(folder), "HERE")
    text = re.sub(r"\(\d+\.\d s\)", "(0.0 s)", text)
    text = re.sub(r"(?m)^(\s*▶?\s+\d+) +\d+\.\d{3} ", r"\1    0.000 ", text)
    return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:PORT", text)
