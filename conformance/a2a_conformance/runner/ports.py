"""What the runner needs of the simulator: the methods of `a2a_simulator.server` that it calls."""

from collections.abc import Mapping
from typing import Any, Protocol

from a2a_simulator.journal import Journal
from a2a_simulator.scenario.play import Play


class Address(Protocol):
    """Where an agent of a run is reached."""

    @property
    def card_url(self) -> str:
        """URL of the agent card."""

    @property
    def base_url(self) -> str:
        """URL below which the agent serves."""


class OpenRun(Protocol):
    """One run of the simulator, between `open` and `close`."""

    @property
    def addresses(self) -> Mapping[str, Address]:
        """By agent name."""

    @property
    def first_request(self) -> bool:
        """Whether any request reached us."""

    def asked(self, step: str, verb: str) -> None:
        """A drive step begins."""

    def surfaced(self, event: Mapping[str, Any]) -> None:
        """The target told its caller of an event."""

    def listener_stopped(self) -> None:
        """The target's listener was told to stop."""

    def reported(self, step: str, told: Mapping[str, Any]) -> None:
        """A drive step ended."""

    def idle(self) -> bool:
        """Whether no reply can go on by itself."""

    def wait_idle(self, timeout: float) -> bool:
        """Waits for that; False: not within so many seconds."""

    def wait_meanwhile(self, step: str, timeout: float) -> bool:
        """Waits until the reply to this step reached its first hold (has none: wrote an event); False: not yet."""

    def snapshot(self) -> Journal:
        """The journal so far, late records included."""

    def close(self) -> Journal:
        """Ends the run; its port answers 410 from now on."""


class Simulator(Protocol):
    """Opens runs."""

    def open(self, play: Play, *, run: str, time_scale: float, wait_cap: float | None, sees_events: bool) -> OpenRun:
        """A run of the play on an origin of its own; `sees_events`: the target reports what it surfaces."""
