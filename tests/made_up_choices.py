"""Choices that Hypothesis makes, so that what it finds shrinks."""

from hypothesis import strategies as st

from a2a_conformance.fuzz.situations import make


class Drawn:
    """Choices drawn from the data of a test; small numbers are the plain ones."""

    def __init__(self, draw):
        self._draw = draw

    def below(self, bound):
        return self._draw(st.integers(0, bound - 1))


@st.composite
def documents(draw):
    """Legal scenarios."""
    return make(Drawn(draw), "made up")
