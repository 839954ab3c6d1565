"""A caller on a bare socket, that sees every byte; and what to play and to send."""

import json
import socket
from typing import Any

from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.play import Play
from a2a_simulator.wire.wire_forms import PLAYABLE


def lowered(text: str, dialect: str = "1.0") -> Play:
    drive = "" if "drive:" in text else "drive: [send: Hello]\n"
    scenario = load_text(f"scenario: a test\n{drive}{text}")
    form = next(form for form in PLAYABLE if form.dialect == dialect)
    return scenario.lower(scenario.cells([form])[0])


def send_body(text: str = "Hello", method: str = "SendStreamingMessage", **message: Any) -> dict[str, Any]:
    inner = {"messageId": "m-1", "role": "ROLE_USER", "parts": [{"text": text}], **message}
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"message": inner}}


class Raw:
    """A bare connection: requests out, all bytes until the end in."""

    def __init__(self, port: int) -> None:
        self.heard = bytearray()
        self.reset = False
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)

    def post(self, body: dict[str, Any], close: bool = True) -> "Raw":
        data = json.dumps(body).encode()
        head = f"POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n"
        head += "a2a-version: 1.0\r\n" + ("connection: close\r\n" if close else "") + "\r\n"
        self.socket.sendall(head.encode() + data)
        return self

    def until(self, mark: bytes) -> "Raw":
        while mark not in self.heard:
            data = self.socket.recv(65_536)
            if not data:
                raise AssertionError(f"ended before {mark!r}: {self.heard!r}")
            self.heard += data
        return self

    def until_end(self) -> "Raw":
        while True:
            try:
                data = self.socket.recv(65_536)
            except ConnectionResetError:
                self.reset = True
                break
            if not data:
                break
            self.heard += data
        return self

    @property
    def head(self) -> str:
        return self.heard.partition(b"\r\n\r\n")[0].decode("latin-1").lower()

    @property
    def body(self) -> bytes:
        return self.heard.partition(b"\r\n\r\n")[2]

    @property
    def chunks(self) -> list[bytes]:
        """The chunks of the body; fails if they are not well formed."""
        rest, out = self.body, []
        while True:
            size, _, rest = rest.partition(b"\r\n")
            length = int(size, 16)
            chunk, end, rest = rest[:length], rest[length : length + 2], rest[length + 2 :]
            assert len(chunk) == length
            assert end == b"\r\n"
            if length == 0:
                return out
            out.append(chunk)
