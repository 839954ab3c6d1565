"""What a saved file holds: a stream as SSE or JSON Lines, an answer, calls of a journal or of a HAR file."""

from a2a_conformance.recordings.har import Captured
from a2a_conformance.recordings.items import Item, NothingUnderstood, Recording, Shape
from a2a_conformance.recordings.reading import read_recording

__all__ = ["Captured", "Item", "NothingUnderstood", "Recording", "Shape", "read_recording"]
