"""Exit codes (design §7), and the errors that carry one."""

import signal
from collections.abc import Iterable
from enum import IntEnum
from typing import Final


class Exit(IntEnum):
    """How a command ends."""

    OK = 0
    FAILED = 1
    USAGE = 2
    BASELINE = 3
    HARNESS = 4
    INTERRUPTED = 130
    UNREAD = 141
    TERMINATED = 143


_ORDER: Final = (Exit.INTERRUPTED, Exit.TERMINATED, Exit.HARNESS, Exit.USAGE, Exit.FAILED, Exit.BASELINE, Exit.OK)


def gravest(codes: Iterable[Exit]) -> Exit:
    """Of several reasons to end the one that counts: a signal, the harness, usage, a failure, the baseline."""
    return min(codes, key=_ORDER.index, default=Exit.OK)


class Problem(Exception):
    """What ends a command early: one clear line and an exit code."""

    code = Exit.USAGE


class HarnessProblem(Problem):
    """We or the adapter failed, not the caller of the command."""

    code = Exit.HARNESS


class Stopped(BaseException):
    """A signal asked us to end. No Exception, so that nothing swallows it on the way out."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(signal.Signals(number).name)

    @property
    def code(self) -> Exit:
        """128 and the number of the signal."""
        return Exit.TERMINATED if self.number == signal.SIGTERM else Exit.INTERRUPTED
