"""Server-sent events, the codec: everything that others need of it."""

from a2a_simulator.wire.sse_encoder import comment, encode
from a2a_simulator.wire.sse_frames import Newline, SseComment, SseEvent, SseFrame, SseOversize, SseResidue
from a2a_simulator.wire.sse_parser import LIMIT, SseParser

__all__ = [
    "LIMIT",
    "Newline",
    "SseComment",
    "SseEvent",
    "SseFrame",
    "SseOversize",
    "SseParser",
    "SseResidue",
    "comment",
    "encode",
]
