"""A scriptable fake A2A agent: it plays scenario files to any client, right to the event or wrong to the byte."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from a2a_simulator.fake_agent import FakeAgent as FakeAgent

__all__ = ["FakeAgent"]
__version__ = "1.0.0"


def __getattr__(name: str) -> object:
    """`FakeAgent` is imported when it is first asked for: it brings the server along."""
    if name == "FakeAgent":
        from a2a_simulator.fake_agent import FakeAgent

        return FakeAgent
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
