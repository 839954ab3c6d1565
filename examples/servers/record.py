"""Records the streams of one server into `fixtures/streams/servers/<name>/`.

    python record.py NAME DIALECT... -- COMMAND...    # the command is given a port as its last argument

It calls the server with nothing but httpx and saves each response body as it came, byte by byte.
"""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

SITUATIONS = (
    "message",
    "artifacts",
    "interleaved",
    "failed",
    "rejected",
    "question",
    "canceled",
    "subscribed",
    "crash",
)
METHODS = {
    "1.0": {
        "stream": "SendStreamingMessage",
        "send": "SendMessage",
        "cancel": "CancelTask",
        "subscribe": "SubscribeToTask",
    },
    "0.3": {
        "stream": "message/stream",
        "send": "message/send",
        "cancel": "tasks/cancel",
        "subscribe": "tasks/resubscribe",
    },
}
FOLDER = Path(__file__).parents[2] / "fixtures" / "streams" / "servers"


class Caller:
    """Calls one server in one dialect."""

    def __init__(self, url: str, dialect: str) -> None:
        self.url = url
        self.dialect = dialect
        self.calls = 0

    def message(self, text: str, **ids: str) -> dict:
        self.calls += 1
        part = {"text": text} if self.dialect == "1.0" else {"kind": "text", "text": text}
        role = "ROLE_USER" if self.dialect == "1.0" else "user"
        kind = {} if self.dialect == "1.0" else {"kind": "message"}
        return {"message": {"messageId": f"message-{self.calls}", "role": role, "parts": [part], **kind, **ids}}

    def request(self, verb: str, params: dict) -> dict:
        body = {"jsonrpc": "2.0", "id": 1, "method": METHODS[self.dialect][verb], "params": params}
        headers = {"A2A-Version": self.dialect, "Accept": "text/event-stream, application/json"}
        return {"method": "POST", "url": self.url, "json": body, "headers": headers, "timeout": 20}

    def whole(self, verb: str, params: dict) -> bytes:
        return b"".join(self.pieces(verb, params))

    def pieces(self, verb: str, params: dict) -> Iterator[bytes]:
        """The body as it comes; a connection that breaks ends it."""
        with httpx.stream(**self.request(verb, params)) as response, suppress(httpx.RemoteProtocolError):
            yield from response.iter_raw()


def ids_of(body: bytes) -> dict:
    """The ids of the task that a piece of a stream speaks of."""
    data = next(line for line in body.decode().splitlines() if line.startswith("data:"))
    result = json.loads(data[5:])["result"]
    task = result.get("task", result)
    return {"taskId": task["id"], "contextId": task["contextId"]}


def during(caller: Caller, text: str, verb: str) -> dict[str, bytes]:
    """A stream, and what another call about the same task brings while it runs."""
    told: dict[str, bytes] = {}
    begun = threading.Event()
    pieces: list[bytes] = []

    def read() -> None:
        for piece in caller.pieces("stream", caller.message(text)):
            pieces.append(piece)
            if b"rtifact" in piece:
                begun.set()

    reader = threading.Thread(target=read)
    reader.start()
    if not begun.wait(10):
        sys.exit(f"{text}: no artifact came")
    other = "-call" if verb == "cancel" else "-again"
    told[text + other] = caller.whole(verb, {"id": ids_of(b"".join(pieces))["taskId"]})
    reader.join(20)
    told[text] = b"".join(pieces)
    return told


def situation(caller: Caller, text: str) -> dict[str, bytes]:
    """All bodies of one situation, by the name of their file."""
    if text in ("canceled", "subscribed"):
        return during(caller, text, "cancel" if text == "canceled" else "subscribe")
    body = caller.whole("stream", caller.message(text))
    told = {text: body}
    if text == "question":
        told["question-answered"] = caller.whole("stream", caller.message("artifacts", **ids_of(body)))
    if text in ("message", "artifacts"):
        told[f"{text}-unary"] = caller.whole("send", caller.message(text))
    return told


@contextmanager
def running(command: Sequence[str]) -> Iterator[str]:
    """The server, started on a free port; ends it afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = subprocess.Popen([*command, str(port)])
    try:
        for _ in range(100):
            if server.poll() is not None:
                sys.exit(f"the server ended with {server.returncode}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            threading.Event().wait(0.1)
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(10)


def main(arguments: Sequence[str]) -> None:
    cut = arguments.index("--")
    name, *dialects = arguments[:cut]
    with running(arguments[cut + 1 :]) as url:
        for dialect in dialects:
            folder = FOLDER / name / dialect
            folder.mkdir(parents=True, exist_ok=True)
            for text in SITUATIONS:
                for stem, body in situation(Caller(url, dialect), text).items():
                    suffix = "json" if body.startswith(b"{") else "sse"
                    (folder / f"{stem}.{suffix}").write_bytes(body)


if __name__ == "__main__":
    main(sys.argv[1:])
