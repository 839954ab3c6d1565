"""The shape of the oracle's answer: what a correct client may report of one drive step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from a2a_conformance.oracle.fold import Knowledge
from a2a_conformance.oracle.heard import WireError
from a2a_conformance.outcome import Kind, NormalPart
from a2a_simulator.scenario.play import Verb


class Certainty(StrEnum):
    """How much the oracle knows (scenario format §7.1)."""

    EXACT = "exact"
    SET = "set"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Wanted:
    """One way in which the step may rightly end.

    `artifacts` None: none are expected or judged. `partial`: they may be left out or lag behind, because the task did
    not end. `error` None with Kind.ERROR: any error will do. `answers`: the one text, when the scenario fixes it.
    """

    kind: Kind
    why: str
    known: Knowledge = field(default_factory=Knowledge)
    partial: bool = False
    artifacts: Mapping[str, tuple[NormalPart, ...]] | None = None
    error: WireError | None = None
    answer: str | None = None
    updates: int | None = None
    brought: str | None = None
    """What the update at which a listener stopped with artifacts brought; None if it brought no text."""

    @property
    def success(self) -> bool:
        """Whether it is a result that the caller asked for."""
        return self.kind in (Kind.COMPLETED, Kind.MESSAGE, Kind.STOPPED)


@dataclass(frozen=True, slots=True)
class Slot:
    """One event that the client was told, as it may hand it on. `optional`: it may also keep it to itself."""

    seq: int
    event: str
    task: str | None = None
    context: str | None = None
    state: str | None = None
    artifact: str | None = None
    append: bool | None = None
    last: bool | None = None
    parts: tuple[NormalPart, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Accept:
    """What a correct client may report of one drive step.

    `wanted` is empty when nothing was told to the client; `gave_up` is the record at which it left an answer that was
    still going on. `foreign`: texts that belong to no answer. `broken`: the tail of `slots` may never have arrived.
    """

    step: str
    verb: Verb
    wanted: tuple[Wanted, ...] = ()
    certainty: Certainty = Certainty.EXACT
    slots: tuple[Slot, ...] = ()
    foreign: tuple[str, ...] = ()
    broken: bool = False
    gave_up: int | None = None
    frames: tuple[int, ...] = ()
    ended_at: int | None = None
    """The record at which the last answer ended or was broken off; None while it is open."""
    listens: bool = False
    """Whether the client's listener is given the updates."""
    open_after: str | None = None
    """`terminal`, `interrupted` or `message`: the stream was left open after such a state, or after a Message."""
    broken_after: bool = False
    """The stream broke after all was told: after a terminal state, or a Message."""

    @property
    def reached(self) -> bool:
        """Whether the client was told anything that this step is about."""
        return bool(self.wanted) or self.gave_up is not None
