"""Artifacts: what a task produces (A2A 1.0 §4.1.7)."""

from dataclasses import dataclass

from a2a_simulator.protocol.parts import Metadata, Part


@dataclass(frozen=True, slots=True)
class Artifact:
    """One artifact, or one chunk of it inside an update."""

    artifact_id: str
    parts: tuple[Part, ...]
    name: str | None = None
    description: str | None = None
    metadata: Metadata | None = None
    extensions: tuple[str, ...] = ()
