"""What one run plays: a scenario lowered to one cell, all sugar expanded, nothing left to look up.

`repeat` is unrolled, `chunks` are single updates, steps and entries of other dialects are gone, `expect` blocks of
other dialects are gone. Placeholders `${…}` other than `${n}` are still in the texts: they are filled in when played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from a2a_simulator.scenario.driven import DriveStep, Listener, Mode, StopAt, Verb
from a2a_simulator.scenario.expected import Expect, ExpectedArtifact, ExpectedCall, ExpectedError
from a2a_simulator.scenario.places import Place
from a2a_simulator.scenario.scripted import (
    AgentPlay,
    ArtifactStep,
    Base,
    CommentStep,
    Cut,
    Edit,
    EndStep,
    Entry,
    ErrorStep,
    FaultStep,
    HoldStep,
    HttpStep,
    MessageStep,
    Modifiers,
    Pace,
    PushStep,
    RawStep,
    Serve,
    StatusStep,
    Step,
    TaskStep,
    Transport,
    WaitStep,
    When,
)
from a2a_simulator.wire.wire_forms import WireForm

__all__ = [
    "BOUND",
    "AgentPlay",
    "ArtifactStep",
    "Base",
    "Cell",
    "CommentStep",
    "Cut",
    "DriveStep",
    "Edit",
    "EndStep",
    "Entry",
    "ErrorStep",
    "Expect",
    "ExpectedArtifact",
    "ExpectedCall",
    "ExpectedError",
    "FaultStep",
    "HoldStep",
    "HttpStep",
    "Listener",
    "MessageStep",
    "Mode",
    "Modifiers",
    "Pace",
    "Place",
    "Play",
    "PushStep",
    "RawStep",
    "Serve",
    "StatusStep",
    "Step",
    "StopAt",
    "TaskStep",
    "Transport",
    "Verb",
    "WaitStep",
    "When",
]


BOUND: Final = 60.0
"""Seconds that a run may take when its file says nothing."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A scenario in one wire form and mode: what one run plays."""

    scenario: str
    wire_form: WireForm
    mode: Mode = Mode.AUTO

    @property
    def suffix(self) -> str:
        """The `[…]` of a check key: `1.0-jsonrpc`, or `1.0-jsonrpc-unary` when the file names modes."""
        return self.wire_form.name if self.mode is Mode.AUTO else f"{self.wire_form.name}-{self.mode}"

    def __str__(self) -> str:
        return f"{self.scenario} [{self.suffix}]"


@dataclass(frozen=True, slots=True)
class Play:
    """All that one run needs. `expect` are the top-level pins; `bound` is the run's time limit in seconds."""

    cell: Cell
    title: str
    place: Place
    agents: tuple[AgentPlay, ...]
    drive: tuple[DriveStep, ...]
    expect: tuple[Expect, ...] = ()
    about: str = ""
    spec: tuple[str, ...] = ()
    covers: tuple[str, ...] = ()
    bugs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    targets: tuple[str, ...] = ("client", "gateway")
    needs: tuple[str, ...] = ()
    credentials: Mapping[str, str] = field(default_factory=dict)
    bound: float = BOUND
    round: int = 1
    seed: str = ""
    original: "Play | None" = field(default=None, repr=False)
    """The play that this one tells in another way; None: it is told as it was written."""

    def agent(self, name: str) -> AgentPlay:
        """The agent of that name. Raises KeyError."""
        for agent in self.agents:
            if agent.name == name:
                return agent
        raise KeyError(name)
