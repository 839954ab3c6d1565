"""Servers in processes of their own, so that the CPU time of the server alone can be read.

Started as `python -m benchmarks.children KIND`, with the frames as base64 in JSON on the first line of stdin. Prints
the port, then for each further line on stdin its CPU time in seconds.
"""

import asyncio
import base64
import json
import sys
import threading
import time
from typing import Any

from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.play import Play

PAUSE = 1e-6
"""Seconds between two events that are written one by one, in all servers alike."""
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


def script(events: int, paced: bool) -> Play:
    """A stream of that many events; paced: with a wait between them, so each is written by itself."""
    pace = "pace: {each: 1us}" if paced else ""
    text = f"""
scenario: a long stream
drive: [send: Go]
script:
  - times: any
    {pace}
    reply:
      - task: working
      - artifact: {{id: words, text: "first"}}
      - repeat:
          times: {events - 3}
          steps:
            - artifact: {{id: words, text: "a piece of text as models say it at once, ${{n}}", append: true}}
      - status: completed
"""
    scenario = load_text(text)
    return scenario.lower(scenario.cells()[0])


def serve_script(events: int, paced: bool) -> int:
    """Our own server; the port."""
    from a2a_simulator.server import Simulator

    simulator = Simulator().__enter__()
    run = simulator.open(script(events, paced))
    return int(run.addresses["agent"].base_url.rsplit(":", 1)[1])


def serve_asgi(frames: list[bytes], paced: bool) -> int:
    """A bare ASGI application on the same protocol class, one `send` for each frame; the port."""
    from a2a_simulator.server import Simulator

    headers = [(b"content-type", b"text/event-stream")]

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for frame in frames:
            await send({"type": "http.response.body", "body": frame, "more_body": True})
            if paced:
                await asyncio.sleep(PAUSE)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return Simulator().__enter__().app(app)


def serve_raw(frames: list[bytes], paced: bool) -> int:
    """asyncio alone, chunks made by hand, one write for each frame; the port."""
    ready = threading.Event()
    ports: list[int] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            await reader.readexactly(length)
            writer.write(HEAD)
            for frame in frames:
                writer.write(b"%x\r\n%b\r\n" % (len(frame), frame))
                await writer.drain()
                if paced:
                    await asyncio.sleep(PAUSE)
            writer.write(b"0\r\n\r\n")

    async def main() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        ports.append(server.sockets[0].getsockname()[1])
        ready.set()
        await server.serve_forever()

    threading.Thread(target=asyncio.run, args=(main(),), daemon=True).start()
    ready.wait()
    return ports[0]


def main() -> None:
    """Serves one kind until stdin ends."""
    kind = sys.argv[1]
    given = json.loads(sys.stdin.readline())
    frames = [base64.b64decode(frame) for frame in given["frames"]]
    match kind:
        case "script":
            port = serve_script(given["events"], given["paced"])
        case "asgi":
            port = serve_asgi(frames, given["paced"])
        case _:
            port = serve_raw(frames, given["paced"])
    print(port, flush=True)
    for _ in sys.stdin:
        print(time.process_time(), flush=True)


if __name__ == "__main__":
    main()
