"""What a served event costs: ours beside bare ASGI and raw asyncio, the same bytes in the same run."""

import base64
import json
import socket
import subprocess
import sys
from dataclasses import dataclass

REQUEST = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "SendStreamingMessage",
        "params": {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Go"}]}},
    }
).encode()
CALL = (
    b"POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\na2a-version: 1.0\r\ncontent-length: %d\r\n\r\n"
    % len(REQUEST)
) + REQUEST


class Child:
    """A server in a process of its own."""

    def __init__(self, kind: str, events: int, paced: bool = False, frames: tuple[bytes, ...] = ()) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.children", kind],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        encoded = [base64.b64encode(frame).decode() for frame in frames]
        self.port = int(self._ask(json.dumps({"events": events, "paced": paced, "frames": encoded})))
        self.connection = socket.create_connection(("127.0.0.1", self.port))

    def cpu(self) -> float:
        """CPU seconds of the server so far."""
        return float(self._ask("cpu"))

    def stream(self) -> bytes:
        """Asks for one stream and reads it to its end."""
        self.connection.sendall(CALL)
        pieces: list[bytes] = []
        while not pieces or not pieces[-1].endswith(b"0\r\n\r\n"):
            data = self.connection.recv(262_144)
            if not data:
                raise ConnectionError("the server ended the stream early")
            pieces.append(data)
        return b"".join(pieces)

    def close(self) -> None:
        """Ends the server."""
        self.connection.close()
        self.process.communicate()

    def _ask(self, line: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline()


@dataclass(frozen=True, slots=True)
class Costs:
    """CPU microseconds of a server for each event."""

    ours: float
    asgi: float
    raw: float


def frames_of(answer: bytes) -> tuple[bytes, ...]:
    """The SSE frames in a chunked answer."""
    rest, out = answer.partition(b"\r\n\r\n")[2], []
    while True:
        size, _, rest = rest.partition(b"\r\n")
        length = int(size, 16)
        if length == 0:
            break
        out.append(rest[:length])
        rest = rest[length + 2 :]
    return tuple(frame + b"\n\n" for frame in b"".join(out).split(b"\n\n")[:-1])


def costs(paced: bool, events: int = 2_000, streams: int = 5, rounds: int = 3) -> Costs:
    """Measures the three servers in turns and takes the best round of each.

    `paced`: a wait between the events, so that each is written by itself; else no step lies between them, and ours
    writes many at once while the others write one by one.
    """
    children = {"ours": Child("script", events, paced)}
    frames = frames_of(children["ours"].stream())
    children |= {kind: Child(kind, events, paced, frames) for kind in ("asgi", "raw")}
    try:
        for child in children.values():
            child.stream()
        best: dict[str, float] = {}
        for _ in range(rounds):
            for name, child in children.items():
                before = child.cpu()
                for _ in range(streams):
                    child.stream()
                cost = (child.cpu() - before) / streams / events * 1e6
                best[name] = min(cost, best.get(name, cost))
        return Costs(**best)
    finally:
        for child in children.values():
            child.close()
