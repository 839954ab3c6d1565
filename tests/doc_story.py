"""A page as a story: its blocks are carried out in order, in one folder."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

from doc_blocks import ROOT, Block
from doc_commands import commands, exit_code, is_set_up, pieces
from doc_shape import differs
from doc_yaml import check_json, check_yaml

STAND_INS = ROOT / "tests" / "docs" / "stand_ins"
"""What readers of a page have at hand: a client of their own."""
SERVERS = re.compile(r"(a2a-fake-agent|a2a-conformance serve)\b(?!.*--help)")
TIMEOUT = 180


class Story:
    """One page. `tell` carries out a block and raises AssertionError where the page is wrong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.output: str | None = None
        self._ports = {port: str(_free_port()) for port in ("9000", "9100")}
        self._servers: list[_Server] = []
        shutil.copytree(STAND_INS, folder, dirs_exist_ok=True)
        shutil.move(folder / "my-a2a-client", folder / "node_modules" / "my-a2a-client")

    def tell(self, block: Block) -> None:
        """Carries out one block."""
        if block.mark("untested") is not None or block.mark("picture") is not None:
            return
        before, self.output = self.output, None
        name = block.mark("file")
        if name is not None:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        match block.language:
            case "sh":
                self._shell(block)
            case "text":
                assert before is not None, "an output block stands behind the commands that print it"
                assert (line := differs(block.text, before)) is None, f"not printed: {line!r}\nbut:\n{before}"
            case "yaml":
                check_yaml(block, self.folder)
            case "json":
                for line in block.text.splitlines() if block.mark("lines") is not None else [block.text]:
                    check_json(json.loads(line))
            case "python":
                self._python(block, name)
            case "js":
                self._javascript(block, name)
            case "groovy":
                from doc_yaml import check_command

                for line in re.findall(r"sh '([^']*)'", block.text):
                    check_command(line)
            case "sse" if name is not None:
                pass
            case _:
                raise AssertionError(
                    f"nothing tests a block of language {block.language!r}: mark it, with the reason"
                )

    def close(self) -> None:
        """Ends what still serves."""
        for server in self._servers:
            server.close()

    def _shell(self, block: Block) -> None:
        self.output = ""
        for line in commands(block.text):
            for piece in pieces(line):
                if is_set_up(piece):
                    continue
                piece = self._here(piece)
                if SERVERS.match(piece):
                    self._servers.append(server := _Server(piece.rstrip("& "), self.folder, self._environment()))
                    self.output += server.ready()
                else:
                    self._run(["bash", "-c", piece], exit_code(line))

    def _python(self, block: Block, name: str | None) -> None:
        compile(block.text, name or block.place, "exec")
        if name is not None and not Path(name).name.startswith("test_"):
            return
        if name is None:
            name = f"test_line_{block.line}.py" if "def test_" in block.text else f"line_{block.line}.py"
            (self.folder / name).write_text(block.text, encoding="utf-8")
        options = ["-m", "pytest", "-q", "-p", "no:cacheprovider"] if Path(name).name.startswith("test_") else []
        self._run([sys.executable, *options, name])

    def _javascript(self, block: Block, name: str | None) -> None:
        assert shutil.which("node"), "node (18 or newer) is not installed: blocks in JavaScript cannot be tested"
        if name is None:
            name = f"line-{block.line}.mjs"
            (self.folder / name).write_text(block.text, encoding="utf-8")
            self._run(["node", "--test" if "node:test" in block.text else "--trace-uncaught", name])
        else:
            self._run(["node", "--check", name])

    def _run(self, words: list[str], expected: int = 0) -> None:
        done = subprocess.run(
            words, cwd=self.folder, env=self._environment(), stdin=subprocess.DEVNULL, timeout=TIMEOUT,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        self.output = (self.output or "") + done.stdout
        assert done.returncode == expected, f"{words[-1]} ends with {done.returncode}:\n{done.stdout[-4000:]}"

    def _here(self, piece: str) -> str:
        """The command with a port that is free here, and our own commands by their bare names."""
        piece = piece.removeprefix(".venv/bin/")
        for shown, free in self._ports.items():
            piece = re.sub(rf"(:|--port ){shown}\b", rf"\g<1>{free}", piece)
        if SERVERS.match(piece) and "--port" not in piece:
            piece = f"{piece} --port {self._ports['9000']}"
        return piece

    def _environment(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "COV", "A2A_"))}
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return kept | {"PATH": path, "NO_COLOR": "1"}


class _Server:
    """A command that serves until it is ended."""

    def __init__(self, command: str, folder: Path, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            ["bash", "-c", f"exec {command}"], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self._lines: list[str] = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def ready(self) -> str:
        """What it printed until it was ready."""
        assert self._ready.wait(30), "".join(self._lines)
        assert self._process.poll() is None, "".join(self._lines)
        return "".join(self._lines)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(10)
        self._thread.join(10)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.append(line)
            if "Ctrl-C" in line or line.startswith('{"ready"'):
                self._ready.set()
        self._ready.set()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
