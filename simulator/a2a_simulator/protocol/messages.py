"""Messages between a client and an agent (A2A 1.0 §4.1.4)."""

from dataclasses import dataclass
from enum import StrEnum

from a2a_simulator.protocol.parts import Metadata, Part


class Role(StrEnum):
    """Who wrote a message."""

    USER = "user"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Message:
    """One message. As an event of a stream it is the whole answer."""

    message_id: str
    role: Role
    parts: tuple[Part, ...]
    context_id: str | None = None
    task_id: str | None = None
    metadata: Metadata | None = None
    extensions: tuple[str, ...] = ()
    reference_task_ids: tuple[str, ...] = ()
