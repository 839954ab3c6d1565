"""Saboteurs: targets that do nothing honest. None of them may ever look conformant (design §8)."""

import json
import os
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from a2a_conformance.adapters.base import Adapter
from a2a_conformance.adapters.python import PythonAdapter
from a2a_conformance.adapters.worker import WorkerAdapter
from a2a_conformance.oracle import accept
from a2a_conformance.oracle.accept import Accept
from a2a_conformance.outcome import Observes, Outcome, Surfaced
from a2a_conformance.reference.adapter import FEATURES
from a2a_conformance.selftest.laboratory import plays
from a2a_simulator.session.dry_run import dry_run

SENT: Final = {
    "jsonrpc": "2.0",
    "id": "1",
    "method": "SendMessage",
    "params": {"message": {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": "Hello"}]}},
}
HELLO: Final = {
    "type": "hello", "protocol": 1, "name": "saboteur", "observes": "aggregate", "dialects": ["1.0"],
    "bindings": ["jsonrpc"], "features": ["stream", "unary", "session"],
}  # fmt: skip


class Saboteur:
    """What all saboteurs say of themselves: everything."""

    observes = Observes.AGGREGATE
    dialects = ("1.0", "0.3")
    bindings = ("jsonrpc",)
    features = FEATURES


class DoesNothing(Saboteur):
    """Returns at once, without a call and without a word."""

    def send(self) -> None:
        """Does nothing."""


class SaysDone(Saboteur):
    """Tells of a completed task without any call."""

    def send(self) -> dict[str, Any]:
        """Lies."""
        return {"outcome": "completed", "answer": "Done", "artifacts": {"answer": "Done"}}


class Parrot(Saboteur):
    """Tells exactly what a correct client would have told, without any call."""

    def send(self, scenario: str, step: str, card_url: str) -> Outcome | None:
        """Recites."""
        wanted = _expected(scenario, step).wanted
        if not wanted:
            return None
        want, known = wanted[0], wanted[0].known
        answer = (
            want.answer if want.answer is not None else "\n".join(filter(None, map(_text, known.contents().values())))
        )
        return Outcome(want.kind, answer, known.contents(), known.task, known.context, known.reason)


class EventParrot(Saboteur):
    """Hands on exactly the events of the script, without any call."""

    observes = Observes.EVENTS

    def send(self, scenario: str, step: str) -> Iterator[Surfaced]:
        """Recites."""
        for slot in _expected(scenario, step).slots:
            names = ("event", "task", "context", "state", "artifact", "append", "last", "parts")
            yield Surfaced(**{name: getattr(slot, name) for name in names})


class Junk(Saboteur):
    """Returns what is no answer at all."""

    def send(self) -> object:
        """Talks nonsense."""
        return {"outcome": "splendid", "colour": 7}


class Hangs(Saboteur):
    """Never returns, and never calls."""

    async def send(self) -> None:
        """Waits for ever."""
        import asyncio

        await asyncio.Event().wait()


class Deaf(Saboteur):
    """Sends the message and tells of success without looking at the answer."""

    def send(self, base_url: str) -> dict[str, Any]:
        """Calls, and does not listen."""
        _post(base_url)
        return {"outcome": "completed", "answer": "", "artifacts": {}}


class Mute(Saboteur):
    """Sends the message, does not look at the answer, and tells nothing."""

    def send(self, base_url: str) -> None:
        """Calls, and says no word."""
        _post(base_url)


@dataclass(frozen=True, slots=True)
class Case:
    """A saboteur. `calls`: it calls the agent; who does not may pass no MUST. `slow`: each cell costs seconds."""

    name: str
    text: str
    make: Callable[[], Adapter]
    calls: bool = False
    slow: bool = False


def _inside(kind: type[Saboteur]) -> Case:
    name = "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).lstrip("-")
    return Case(name, kind.__doc__ or "", lambda: PythonAdapter(kind), kind in (Deaf, Mute), kind is Hangs)


def _outside(name: str, text: str, calls: bool = True) -> Case:
    argv = [sys.executable, "-m", "a2a_conformance.selftest.saboteurs", name]
    return Case(name, text, lambda: WorkerAdapter(argv), calls, slow=True)


CASES: Final[tuple[Case, ...]] = (
    *map(_inside, (DoesNothing, SaysDone, Parrot, EventParrot, Junk, Hangs, Deaf, Mute)),
    _outside("crashes-at-start", "A worker that ends before its hello.", calls=False),
    _outside("dies-mid-run", "A worker that dies after its call has reached the agent."),
    _outside("ignores-sigterm", "A worker that calls, never answers, and does not end when asked to."),
    _outside("talks-junk", "A worker whose lines are no protocol lines.", calls=False),
)


def _expected(scenario: str, step: str) -> Accept:
    play = next(play for cell, play in plays().items() if cell.startswith(f"{scenario} ["))
    return accept(play, dry_run(play)).get(step, Accept(step, play.drive[0].verb))


def _text(parts: tuple[Mapping[str, Any], ...]) -> str:
    return "".join(str(part.get("text", "")) for part in parts)


def _post(url: str) -> None:
    headers = {"Content-Type": "application/json", "A2A-Version": "1.0"}
    try:
        urllib.request.urlopen(urllib.request.Request(url, json.dumps(SENT).encode(), headers)).close()
    except urllib.error.HTTPError as refused:
        refused.close()


def worker(name: str) -> None:
    """The process of a worker saboteur: speaks the protocol as far as its role allows."""
    if name == "crashes-at-start":
        os._exit(3)
    if name == "ignores-sigterm":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    print(json.dumps(HELLO), flush=True)
    for line in sys.stdin:
        told = json.loads(line)
        if told.get("type") != "run":
            continue
        if name == "talks-junk":
            print("%% all is well %%", flush=True)
            continue
        _post(told["base_url"])
        if name == "dies-mid-run":
            os._exit(1)
        while True:
            time.sleep(60)


if __name__ == "__main__":
    worker(sys.argv[1])
