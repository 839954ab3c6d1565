"""The `manual` target drives itself: each cell is a case at an address of its own, judged when spent or on request.

A browser, a debugger, a closed product is pointed at the card of a case and does what its instructions say. Only the
wire is judged. Nothing here waits: whoever shows the cases asks from time to time which of them are spent.
"""

import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from a2a_conformance.catalog.requirement import LevelOf, Requirement
from a2a_conformance.outcome import Ended, Hello, Told
from a2a_conformance.runner.cell import Driven, judge_cell
from a2a_conformance.runner.features import missing_features
from a2a_conformance.runner.ports import OpenRun, Simulator
from a2a_conformance.verdict import CellResult
from a2a_simulator.journal import Journal, Kind
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.protocol.parts import text_of
from a2a_simulator.scenario.play import DriveStep, Play, Verb

CALLS_OF: Final[Mapping[Verb, frozenset[Operation]]] = {
    Verb.SEND: SENDS,
    Verb.ANSWER: SENDS,
    Verb.GET: frozenset({Operation.GET_TASK}),
    Verb.CANCEL: frozenset({Operation.CANCEL_TASK}),
    Verb.RESUBSCRIBE: frozenset({Operation.SUBSCRIBE_TO_TASK}),
    Verb.FETCH_CARD: frozenset({Operation.FETCH_CARD}),
}
"""The call by which a step is recognised; steps of other verbs cannot be told from the wire."""

INSTRUCTIONS: Final[Mapping[Verb, str]] = {
    Verb.SEND: "send “{text}”",
    Verb.ANSWER: "answer “{text}” in the same task",
    Verb.GET: "ask how the task stands",
    Verb.CANCEL: "cancel the task",
    Verb.RESUBSCRIBE: "subscribe to the task again",
    Verb.FETCH_CARD: "fetch the card",
}


class CaseState(StrEnum):
    """Where a case stands."""

    WAITING = "waiting"
    """Nothing has called it."""
    CALLED = "called"
    """Some of what it asks for was done."""
    SPENT = "spent"
    """All of it was done: it can be judged."""
    JUDGED = "judged"


@dataclass(frozen=True, slots=True)
class Case:
    """One case as it is listed."""

    name: str
    title: str
    card_url: str
    base_url: str
    instructions: tuple[str, ...]
    state: CaseState

    def as_json(self) -> dict[str, Any]:
        """The case as `/cases` shows it."""
        return {
            "case": self.name,
            "title": self.title,
            "card_url": self.card_url,
            "base_url": self.base_url,
            "do": list(self.instructions),
            "state": self.state.value,
        }


class _Open:
    """A case that is open: which of its steps were done."""

    def __init__(self, play: Play, run: OpenRun) -> None:
        self.play = play
        self.run = run
        self.began = time.monotonic()
        self.told: list[Told] = []
        self.judged = False
        self._ask()

    def look(self) -> CaseState:
        """Goes on to the next step where the one before was done and its reply is over."""
        if self.judged:
            return CaseState.JUDGED
        while len(self.told) < len(self.play.drive):
            step = self.play.drive[len(self.told)]
            if not self._done(step) or not self.run.idle():
                return CaseState.CALLED if self.run.first_request else CaseState.WAITING
            self.run.reported(step.id, {"ended": Ended.CLEAN.value})
            self.told.append(Told(step.id, Ended.CLEAN))
            self._ask()
        return CaseState.SPENT

    def judge(self, hello: Hello, level_of: LevelOf) -> CellResult | None:
        """Judges what was done; None: nothing was."""
        self.look()
        self.judged = True
        self.run.close()
        if not self.run.first_request:
            return None
        rest = self.play.drive[len(self.told) :]
        told = (*self.told, *(Told(step.id, Ended.SKIPPED, note="the target did not do it") for step in rest))
        seconds = time.monotonic() - self.began
        return judge_cell(Driven(self.play, hello, told, self.run, self.began, seconds, level_of=level_of))

    def _ask(self) -> None:
        if len(self.told) < len(self.play.drive):
            step = self.play.drive[len(self.told)]
            self.run.asked(step.id, step.verb.value)

    def _done(self, step: DriveStep) -> bool:
        return any(call in CALLS_OF[step.verb] for call in _calls_since_asked(self.run.snapshot()))


def _calls_since_asked(journal: Journal) -> list[str]:
    calls: list[str] = []
    for record in journal.of(Kind.ASKED, Kind.CALLED):
        if record.kind is Kind.ASKED:
            calls = []
        else:
            calls.append(record.payload.get("operation") or "")
    return calls


HELLO: Final = Hello("manual target", features=frozenset({"session"}))


class Manual:
    """Serves plays as cases. Use it from one thread at a time, or from any: it locks itself."""

    def __init__(
        self,
        simulator: Simulator,
        plays: Iterable[Play],
        hello: Hello = HELLO,
        level_of: LevelOf = Requirement.level_in,
    ) -> None:
        """Opens every play that can be told from the wire; `left_out` are the others, each with the reason."""
        self.hello = hello
        self.level_of = level_of
        self.left_out: dict[str, str] = {}
        self._lock = threading.Lock()
        self._open: dict[str, _Open] = {}
        for number, play in enumerate(plays, 1):
            name = str(play.cell)
            if reason := _cannot(play, hello):
                self.left_out[name] = reason
                continue
            run = simulator.open(play, run=f"r{number}", time_scale=1.0, wait_cap=None, sees_events=False)
            self._open[name] = _Open(play, run)

    def cases(self) -> tuple[Case, ...]:
        """All cases in order, each with where it stands now."""
        with self._lock:
            return tuple(self._case(name, one) for name, one in self._open.items())

    def spent(self) -> tuple[CellResult, ...]:
        """Judges the cases that are spent and were not judged before."""
        with self._lock:
            return self._judged(one for one in self._open.values() if one.look() is CaseState.SPENT)

    def judge(self, name: str) -> CellResult | None:
        """Judges a case as it stands; None: nothing called it, or it was judged before. Raises KeyError."""
        with self._lock:
            return next(iter(self._judged([self._open[name]])), None)

    def close(self) -> tuple[CellResult, ...]:
        """Judges all that were called and not judged; the others were not run."""
        with self._lock:
            return self._judged(self._open.values())

    def _judged(self, chosen: Iterable[_Open]) -> tuple[CellResult, ...]:
        results = [one.judge(self.hello, self.level_of) for one in chosen if not one.judged]
        return tuple(result for result in results if result is not None)

    def _case(self, name: str, one: _Open) -> Case:
        address = one.run.addresses[one.play.agents[0].name]
        told = tuple(
            INSTRUCTIONS[step.verb].format(text=text_of(step.parts)) + ("" if step.to is None else f" (to {step.to})")
            for step in one.play.drive
        )
        return Case(name, one.play.title, address.card_url, address.base_url, told, one.look())


def _cannot(play: Play, hello: Hello) -> str:
    if missing := missing_features(play, hello):
        return f"the target does not declare {', '.join(sorted(missing))}"
    for step in play.drive:
        if step.verb not in CALLS_OF or step.meanwhile or step.after:
            return f"what the step `{step.verb}` asks for cannot be told from the wire alone"
    return ""
