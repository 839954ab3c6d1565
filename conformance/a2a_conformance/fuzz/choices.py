"""Where a generator gets its decisions from: a seed, Hypothesis, anything that can name a number."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Choices(Protocol):
    """Decides. The same decisions make the same scenario; 0 is the plainest one."""

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`."""
        ...


def pick(choices: Choices, among: Sequence[T]) -> T:
    """One of them; the first is the plainest."""
    return among[choices.below(len(among))]


def weighted(choices: Choices, weights: Mapping[T, int]) -> T:
    """One of the keys, each as often as its weight says. Raises ValueError where all weights are 0."""
    left = choices.below(sum(weights.values()))
    for value, weight in weights.items():
        if left < weight:
            return value
        left -= weight
    raise ValueError("nothing to choose from")


def chance(choices: Choices, percent: int) -> bool:
    """True about so often; False is the plainer one."""
    return choices.below(100) >= 100 - percent
