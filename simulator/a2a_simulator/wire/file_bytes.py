"""Bytes of files as base64 text (1.0 §4.1.6)."""

import base64
import binascii
from typing import Any, Final

from a2a_simulator.wire.members import Notes

_STANDARD: Final = str.maketrans("-_", "+/")


def encode(content: bytes) -> str:
    """Standard base64 with padding."""
    return base64.b64encode(content).decode("ascii")


def decode(value: Any, pointer: str, notes: Notes) -> bytes:
    """Standard or URL-safe, padded or not; what is no base64 is noted and read as no bytes."""
    if isinstance(value, str):
        body = value.translate(_STANDARD).rstrip("=")
        try:
            return base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
        except (binascii.Error, ValueError):
            pass
    notes.add("json-base64", pointer, "no base64 text")
    return b""
