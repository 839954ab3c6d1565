"""Made-up ids and times: all a function of seed, agent and a counter (scenario format §6.2)."""

from collections import Counter
from hashlib import sha256
from typing import Final

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
DIGITS: Final = "0123456789"
HEX: Final = "0123456789abcdef"


class Values:
    """The ids of one agent in one run. No two kinds look alike, so an id in the wrong place is seen at once."""

    def __init__(self, seed: str, agent: str) -> None:
        self._base = f"{seed}/{agent}"
        self._counts: Counter[str] = Counter()

    def task_id(self) -> str:
        """`task-` and eight letters."""
        return "task-" + self._next("task", LETTERS, 8)

    def context_id(self) -> str:
        """`ctx-` and eight digits."""
        return "ctx-" + self._next("context", DIGITS, 8)

    def message_id(self) -> str:
        """`msg-` and twelve hexadecimal digits."""
        return "msg-" + self._next("message", HEX, 12)

    def fraction(self) -> float:
        """A number from 0 up to 1, for jitter."""
        return int(self._next("fraction", DIGITS, 6)) / 1_000_000

    def _next(self, kind: str, alphabet: str, length: int) -> str:
        self._counts[kind] += 1
        digest = sha256(f"{self._base}/{kind}/{self._counts[kind]}".encode()).digest()
        number = int.from_bytes(digest, "big")
        letters = []
        for _ in range(length):
            number, index = divmod(number, len(alphabet))
            letters.append(alphabet[index])
        return "".join(letters)


class Timestamps:
    """Times of statuses: 2026-01-01T00:00:00.000Z and one second more for each status of the run."""

    def __init__(self) -> None:
        self._count = 0

    def next(self) -> str:
        """The next time, in the spelling of the wire."""
        seconds, self._count = self._count, self._count + 1
        days, rest = divmod(seconds, 86_400)
        hours, rest = divmod(rest, 3_600)
        minutes, seconds = divmod(rest, 60)
        return f"{_date(days)}T{hours:02}:{minutes:02}:{seconds:02}.000Z"


_MONTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def _date(days: int) -> str:
    days %= 365
    for month, length in enumerate(_MONTHS, 1):
        if days < length:
            return f"2026-{month:02}-{days + 1:02}"
        days -= length
    return "2026-12-31"
