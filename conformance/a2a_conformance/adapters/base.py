"""The contract between the runner and what drives a target: one request, one sink, one answer."""

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from a2a_conformance.outcome import Ended, Hello, Kind, NormalPart, Outcome, Surfaced, Told
from a2a_simulator.scenario.models.file import FEATURES as NEEDS
from a2a_simulator.scenario.play import Mode, Verb

FEATURES = frozenset(NEEDS)
"""Every word that a target may declare under `features`."""

LEFT_NOTE = "the caller had its answer and left a stream that stayed open"
"""How a step is noted that ended so."""

LOG_LIMIT = 64 * 1024
"""Characters of a target's log that are kept (the last ones)."""


class AdapterError(Exception):
    """The target could not be driven: our side or the adapter is at fault, never the client under test.

    `what` says what happened and where, `remedy` what to do about it; `str()` is one line of both.
    """

    def __init__(self, what: str, remedy: str = "") -> None:
        self.what = what
        self.remedy = remedy
        super().__init__(f"{what}: {remedy}" if remedy else what)


class SessionOver(AdapterError):
    """No further run makes sense: the target cannot start, or died again and again before its first request."""


@dataclass(frozen=True, slots=True)
class StepRequest:
    """One drive step as an adapter is asked for it. `deadline` is in seconds and only a hint for the target.

    Steps of one `run` share a client; `conversation` tells the branches of a `parallel` step apart. `last` marks the
    step after which the client may be released. `agents` are the card URLs of a run with several agents, by name.
    """

    run: str
    step: str
    verb: Verb
    scenario: str = ""
    card_url: str = ""
    base_url: str = ""
    text: str = ""
    parts: tuple[NormalPart, ...] = ()
    task_id: str | None = None
    context_id: str | None = None
    mode: Mode = Mode.AUTO
    blocking: bool = True
    history: int | None = None
    accept: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    credentials: Mapping[str, str] = field(default_factory=dict)
    metadata: Mapping[str, Any] | None = None
    refers: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ()
    agents: Mapping[str, str] = field(default_factory=dict)
    listener: bool = False
    interactive: bool = False
    deadline: float = 30.0
    last: bool = True
    conversation: str = ""


@dataclass(frozen=True, slots=True)
class Go:
    """The caller wants the next event."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The caller (a listener) wants no more: the result is `response` (None: empty), or the artifacts so far."""

    response: str | None = None
    artifacts: bool = False


Reply = Go | Stop


class Sink(Protocol):
    """Where a running step goes: given by the runner, safe to use from any thread."""

    def surfaced(self, event: Surfaced) -> Reply:
        """Tells of one event that the target handed to its caller; the answer counts in an interactive run."""

    def log(self, text: str) -> None:
        """Keeps what the target printed that is no answer."""

    def patience(self) -> float:
        """Seconds to wait on before asking again; 0 or less: give the step up, as `leaves` says or as a hang."""

    def leaves(self) -> bool:
        """Whether a step is given up because its caller has its answer and leaves: no hang, but `Ended.LEFT`."""

    def reached(self) -> bool:
        """Whether any request of this run reached the fake agent yet."""


class Adapter(Protocol):
    """Drives one target. `drive` runs in several threads at once, for different runs and for branches of one."""

    def start(self) -> None:
        """Makes the target ready. Raises SessionOver."""

    def hello(self) -> Hello:
        """What the target declares; valid after `start`."""

    def drive(self, request: StepRequest, sink: Sink) -> Told:
        """Has the target do one step and blocks until it ended, died, or `sink.patience()` is used up.

        Raises AdapterError when what came back is no answer at all, SessionOver when no other run makes sense.
        """

    def release(self, run: str) -> None:
        """The run is over: its client may go."""

    def close(self) -> None:
        """Ends the target and everything that it started; unblocks every running `drive`. Never raises."""


def ended_of(outcome: Outcome) -> Ended:
    """How a step ended whose target told an outcome."""
    return {Kind.ERROR: Ended.ERROR, Kind.STOPPED: Ended.STOPPED}.get(outcome.outcome, Ended.CLEAN)


def describe(problem: BaseException) -> str:
    """An exception as one line: type, text, and the line that raised it."""
    frames = traceback.extract_tb(problem.__traceback__)
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    return f"{type(problem).__name__}: {problem}{place}"
