"""Decisions that follow from a seed: the edge at which chance comes in."""

import random


class Seeded:
    """Choices made by a generator of random numbers; the same on every machine and version of Python."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""
        return self._random.randrange(bound)
