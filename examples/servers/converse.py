"""Records conversations with one server as journals into `fixtures/streams/servers/<name>/`.

    python converse.py NAME DIALECT... -- COMMAND...    # the command is given a port as its last argument

Needs httpx, and the simulator for reading requests and writing journals.
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Sequence

import httpx
from record import FOLDER, running

from a2a_simulator.journal import Kind, Record, write
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.wire.jsonrpc import read_call, request
from a2a_simulator.wire.sse import SseEvent, SseParser
from a2a_simulator.wire.wire_forms import Dialect

STREAM, SEND = Operation.SEND_STREAMING_MESSAGE, Operation.SEND_MESSAGE
GET, CANCEL, SUBSCRIBE = Operation.GET_TASK, Operation.CANCEL_TASK, Operation.SUBSCRIBE_TO_TASK
NOBODY = "task-nobody-knows"


class Talk:
    """Calls a server and writes down what it asked and what it was answered."""

    def __init__(self, url: str, dialect: Dialect) -> None:
        self.url, self.dialect = url, dialect
        self.records: list[Record] = []
        self.calls = 0
        self.task = NOBODY
        self.told = threading.Event()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._began = time.monotonic()

    def add(self, kind: Kind, call: int, **payload: object) -> None:
        with self._lock:
            now = round(time.monotonic() - self._began, 3)
            self.records.append(Record(len(self.records) + 1, now, kind, payload, "run-1", conn=call, call=call))

    def send(self, operation: Operation, text: str, leave: bool = False, **more: object) -> None:
        ids = {name: more.pop(name) for name in ("taskId", "contextId") if name in more}
        id = f"message-{self.calls + 1}"
        self.call(
            operation,
            {"message": {"messageId": id, "role": "ROLE_USER", "parts": [{"text": text}], **ids}, **more},
            leave,
        )

    def ask(self, operation: Operation, **params: object) -> None:
        self.call(operation, {"id": self.task, **params})

    def meanwhile(self, what: Callable[..., None], *given: object) -> None:
        self.told.clear()
        thread = threading.Thread(target=what, args=given)
        thread.start()
        self._threads.append(thread)
        self.told.wait(5)

    def call(self, operation: Operation, params: dict, leave: bool = False) -> None:
        """One call, read to its end; `leave`: only until an artifact came."""
        with self._lock:
            self.calls += 1
            number = self.calls
        body = json.dumps(request(operation, params, number, self.dialect)).encode()
        headers = {"content-type": "application/json", "accept": "text/event-stream, application/json"}
        headers["a2a-version"] = self.dialect.value
        read = read_call("POST", "/", headers, body)
        self.add(
            Kind.CALLED, number, http="POST", path="/", headers={}, body="", json=read.json, operation=operation,
            dialect=self.dialect, params=dict(read.params), request_id=number, defects=[],
        )  # fmt: skip
        try:
            with httpx.stream("POST", self.url, content=body, headers=headers, timeout=8) as response:
                media_type = response.headers.get("content-type", "")
                self.add(Kind.HEAD, number, status=response.status_code, headers={"content-type": media_type})
                self.add(self._read(response, number, leave), number, clean=True)
        except httpx.TimeoutException:
            self.add(Kind.LEFT, number)
        except httpx.HTTPError:
            self.add(Kind.CLOSED, number, clean=False)

    def _read(self, response: httpx.Response, number: int, leave: bool) -> Kind:
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            self._heard(response.read(), number)
            return Kind.CLOSED
        parser = SseParser()
        for piece in response.iter_raw():
            for frame in parser.feed(piece):
                if isinstance(frame, SseEvent) and frame.data:
                    self._heard(frame.data, number)
                    if leave and "rtifact" in frame.data:
                        return Kind.LEFT
        return Kind.CLOSED

    def _heard(self, data: str | bytes, number: int) -> None:
        value = json.loads(data)
        self.add(Kind.EVENT, number, json=value, deliberate=[])
        result = value.get("result") or {}
        for name in ("task", "statusUpdate", "artifactUpdate"):
            result = result.get(name, result)
        id = result.get("taskId") or (result.get("id") if "status" in result else None)
        self.task = id or self.task
        if "rtifact" in json.dumps(value) or "id" not in result:
            self.told.set()

    def over(self) -> None:
        for thread in self._threads:
            thread.join()


def finished(talk: Talk) -> None:
    """A task to its end, and what may not be done with it any more."""
    talk.send(STREAM, "artifacts")
    talk.ask(GET)
    talk.ask(GET, historyLength=0)
    talk.ask(SUBSCRIBE)
    talk.ask(CANCEL)
    talk.send(SEND, "artifacts", taskId=talk.task)


def unknown(talk: Talk) -> None:
    """A task that nobody knows."""
    for operation in (GET, CANCEL, SUBSCRIBE):
        talk.ask(operation)
    talk.send(SEND, "artifacts", taskId=NOBODY)
    if talk.dialect is Dialect.V1_0:
        talk.call(Operation.LIST_TASKS, {})


def several(talk: Talk) -> None:
    """Three streams of one task."""
    talk.meanwhile(talk.send, STREAM, "subscribed")
    talk.meanwhile(talk.ask, SUBSCRIBE)
    talk.meanwhile(talk.ask, SUBSCRIBE)
    talk.over()
    talk.ask(GET)


def left(talk: Talk) -> None:
    """A caller that leaves and comes back."""
    talk.send(STREAM, "subscribed", leave=True)
    talk.ask(SUBSCRIBE)
    talk.ask(GET)


def at_once(talk: Talk) -> None:
    """A send that does not wait."""
    talk.send(SEND, "subscribed", configuration={"returnImmediately": True})
    talk.ask(SUBSCRIBE)
    talk.ask(GET)
    talk.send(SEND, "artifacts")
    talk.ask(GET)


def canceled(talk: Talk) -> None:
    """A cancel under two streams, and a second one."""
    talk.meanwhile(talk.send, STREAM, "canceled")
    talk.meanwhile(talk.ask, SUBSCRIBE)
    talk.ask(CANCEL)
    talk.over()
    talk.ask(CANCEL)
    talk.ask(GET)


def contexts(talk: Talk) -> None:
    """Ids that do not belong together, and a context of the caller's own."""
    talk.send(STREAM, "question")
    talk.send(SEND, "artifacts", taskId=talk.task, contextId="another")
    talk.ask(GET)
    talk.send(SEND, "message", contextId="mine")


SITUATIONS = (finished, unknown, several, left, at_once, canceled, contexts)


def main(arguments: Sequence[str]) -> None:
    cut = arguments.index("--")
    name, *dialects = arguments[:cut]
    with running(arguments[cut + 1 :]) as url:
        for dialect in dialects:
            folder = FOLDER / name / dialect
            folder.mkdir(parents=True, exist_ok=True)
            for situation in SITUATIONS:
                talk = Talk(url, Dialect(dialect))
                situation(talk)
                talk.over()
                with (folder / f"{situation.__name__.replace('_', '-')}.ndjson").open("w") as out:
                    write(talk.records, out)


if __name__ == "__main__":
    main(sys.argv[1:])
