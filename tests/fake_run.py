"""A run of the simulator for tests of the runner: keeps what it is told, serves nothing."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from a2a_simulator.journal import Journal, Kind, Record


@dataclass(frozen=True)
class FakeAddress:
    card_url: str = "http://127.0.0.1:9/.well-known/agent-card.json"
    base_url: str = "http://127.0.0.1:9/"


@dataclass
class FakeRun:
    first_request: bool = True
    addresses: Mapping[str, FakeAddress] = field(default_factory=lambda: {"agent": FakeAddress()})
    told: list[tuple[Any, ...]] = field(default_factory=list)
    held: threading.Event = field(default_factory=threading.Event)
    records: tuple[Record, ...] = ()
    is_idle: bool = True

    def asked(self, step: str, verb: str) -> None:
        self.told.append(("asked", step, verb))

    def surfaced(self, event: Mapping[str, Any]) -> None:
        self.told.append(("surfaced", event["step"], event["event"]))

    def listener_stopped(self) -> None:
        self.told.append(("listener stopped",))

    def reported(self, step: str, told: Mapping[str, Any]) -> None:
        self.told.append(("reported", step, told["ended"]))

    def idle(self) -> bool:
        return self.is_idle

    def wait_idle(self, timeout: float) -> bool:
        return self.is_idle

    def wait_meanwhile(self, step: str, timeout: float) -> bool:
        return self.held.wait(timeout)

    def snapshot(self) -> Journal:
        return Journal(self.records)

    def close(self) -> Journal:
        return Journal(self.records)

    def happened_at(self, seconds: float) -> None:
        self.records += (Record(len(self.records), seconds, Kind.EVENT),)
