"""What a client does once all was told, where the agent does not simply end its stream: it should have left."""

from collections.abc import Iterator
from typing import Final

from a2a_conformance.oracle.accept import Accept
from a2a_conformance.oracle.differ import Aspect, Difference
from a2a_conformance.outcome import Ended, Told

SUSPECTS: Final = ("stream-client-close-on-terminal",)
"""The one requirement that this is about; no other may be broken by it."""


def stayed(accept: Accept, told: Told) -> Iterator[Difference]:
    """The client showed its caller the end, and went on reading until the caller left. A pause may well go on."""
    if told.ended is Ended.LEFT and accept.open_after in ("terminal", "message"):
        after = "the Message" if accept.open_after == "message" else "the task is over"
        yield Difference(
            Aspect.END, f"the client goes on reading after {after}", "an iteration that ends by itself",
            "one that its caller had to leave", SUSPECTS, accept.frames,
        )  # fmt: skip


def late_error(accept: Accept, blinds: bool) -> Difference:
    """The client reports the broken connection, though the result was complete before."""
    why = accept.wanted[0].why
    return Difference(
        Aspect.KIND, "a connection that breaks after the end is reported as an error", why, "error", SUSPECTS,
        accept.frames, blinds,
    )  # fmt: skip
