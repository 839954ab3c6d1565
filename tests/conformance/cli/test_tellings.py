"""Tellings are named like scenarios: `family/stem~telling`, with globs on both sides."""

import pytest

from a2a_conformance.cli.exits import Problem
from a2a_conformance.cli.selection import load_words, select
from a2a_simulator.wire.wire_forms import PLAYABLE


def test_a_key_names_a_check_in_a_telling() -> None:
    found = select(["artifacts/append~finer-chunks :: art-append [1.0-jsonrpc]"], (), PLAYABLE)
    assert [str(play.cell) for play in found.plays] == ["artifacts/append~finer-chunks [1.0-jsonrpc]"]
    assert found.checks == {"artifacts/append~finer-chunks [1.0-jsonrpc]": ("art-append",)}


def test_globs_on_both_sides() -> None:
    ids = {scenario.id for scenario in load_words(["artifacts/app*~*-chunks"])}
    assert {"artifacts/append~finer-chunks", "artifacts/append-unknown~finer-chunks"} <= ids


def test_an_unknown_telling_is_told_with_the_nearest() -> None:
    with pytest.raises(Problem, match=r"no telling is called 'finer-chunk'; did you mean `finer-chunks`\?"):
        load_words(["artifacts/append~finer-chunk"])


def test_a_telling_that_a_scenario_is_about_has_nothing_to_play() -> None:
    with pytest.raises(Problem, match="nothing to play: sse/crlf~crlf"):
        select(["sse/crlf~crlf"], (), PLAYABLE)
