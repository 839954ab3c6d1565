"""What the specification leaves open agents do in two ways: the corpus plays both, and asserts neither."""

import re
from typing import NamedTuple

import pytest

from a2a_conformance import corpus
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.checks.named_events import missed_names
from a2a_conformance.outcome import Ended, Hello, Kind, Observes, Outcome, Told
from a2a_simulator.session.dry_run import dry_run
from a2a_simulator.wire.wire_forms import V1_JSONRPC


class Worlds(NamedTuple):
    """What is left open, and a scenario for each way; `one` and `other` are found in its file."""

    open: str
    first: str
    one: str
    second: str
    other: str


WORLDS = (
    Worlds(
        "whether a stream closes at a question", "interrupted/input-required-closed", "input_required",
        "interrupted/input-required-open", "end: open",
    ),
    Worlds(
        "whether it closes when credentials are wanted", "interrupted/auth-required-closed", "auth_required",
        "interrupted/auth-required-kept-open", "end: open",
    ),
    Worlds(
        "a chunk for an artifact that was never started",
        "artifacts/append-unknown", "deliberate: art-append-unknown", "artifacts/append", "chunks:",
    ),
    Worlds(
        "a chunk after the last one", "artifacts/append-after-last", "deliberate: art-append-after-last",
        "artifacts/never-last", "append: true",
    ),
    Worlds(
        "metadata of later chunks", "artifacts/renamed-on-the-way", "name: final", "artifacts/append", "chunks:",
    ),
    Worlds(
        "what follows an error in a stream",
        "errors/mid-stream", "error:", "errors/mid-stream-kept-open", "end: open",
    ),
    Worlds(
        "what a subscription tells of the time before", "faults/resubscribe", "append: true", "faults/missed-status",
        "The knife is blunt",
    ),
    Worlds(
        "the dialect of the agent", "cards/shape-0.3", 'card: "0.3"', "cards/newer-version-first", "card: dual",
    ),
    Worlds("whether events have names", "sse/named", "event: update", "sse/odd-fields", "x-trace"),
    Worlds(
        "where the card of an agent under a path lies", "cards/base-path", "path: /agents/hello", "cards/sub-path",
        "${base_url}/agents/hello",
    ),
    Worlds(
        "whether a refused message is sent again", "errors/rate-limited", "outcome: completed", "errors/rate-limited",
        "outcome: error",
    ),
)  # fmt: skip


@pytest.mark.parametrize("worlds", WORLDS, ids=lambda worlds: worlds.open)
def test_both_worlds_are_played(worlds: Worlds) -> None:
    for scenario, mark in ((worlds.first, worlds.one), (worlds.second, worlds.other)):
        assert mark in corpus.paths()[scenario].read_text(encoding="utf-8"), scenario


@pytest.mark.parametrize(
    "scenario", ["artifacts/append-unknown", "artifacts/append-after-last", "errors/rate-limited", "sse/named"]
)
def test_where_the_client_may_choose_the_file_takes_either(scenario: str) -> None:
    text = corpus.paths()[scenario].read_text(encoding="utf-8")
    assert len(re.findall(r"^    - ", text.partition("any_of:")[2], re.MULTILINE)) >= 2


@pytest.mark.parametrize(("kind", "excused"), [(Kind.INCOMPLETE, True), (Kind.ERROR, True), (Kind.COMPLETED, False)])
def test_a_client_that_misses_events_with_names_is_not_blamed(kind: Kind, excused: bool) -> None:
    scenario = corpus.select(["sse/named"])[0]
    play = scenario.lower(next(cell for cell in scenario.cells() if cell.wire_form == V1_JSONRPC))
    told = Told("0", Ended.CLEAN, Outcome(kind))
    evidence = Evidence.of(play, Hello("any", observes=Observes.AGGREGATE), [told], dry_run(play))
    assert bool(missed_names(evidence)) is excused
