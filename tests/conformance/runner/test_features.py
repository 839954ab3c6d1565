"""What a play needs and a target does not declare leaves the play undriven."""

import pytest

from a2a_conformance.corpus import scenario
from a2a_conformance.outcome import Hello
from a2a_conformance.runner.features import missing_features


def play(id: str, suffix: str):
    found = scenario(id)
    return found.lower(next(cell for cell in found.cells() if cell.suffix == suffix))


@pytest.mark.parametrize(
    ("declared", "suffix", "missing"),
    [
        ({"unary"}, "1.0-jsonrpc-stream", {"stream"}),
        ({"unary"}, "1.0-jsonrpc-unary", set()),
        ({"stream"}, "1.0-jsonrpc-unary", {"unary"}),
        ({"stream", "unary"}, "1.0-jsonrpc-stream", set()),
        (set(), "1.0-jsonrpc-stream", set()),
    ],
)
def test_a_target_that_declares_one_mode_is_not_asked_for_the_other(declared, suffix, missing) -> None:
    assert missing_features(play("message/only", suffix), Hello("x", features=frozenset(declared))) == missing
