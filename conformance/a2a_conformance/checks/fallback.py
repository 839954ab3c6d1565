"""What a client does when the first interface of a card cannot be reached."""

from collections.abc import Iterator, Mapping
from typing import Any

from a2a_conformance.checks.build import Breach, call_check, none, some
from a2a_conformance.checks.cards import usable
from a2a_conformance.checks.check import Check
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.outcome import Hello
from a2a_simulator.protocol.operations import Operation
from a2a_simulator.scenario.play import Play


def fallback_checks(play: Play, hello: Hello) -> Iterator[Check]:
    """The check of a play whose card lists an interface elsewhere before one of ours."""
    if any(_elsewhere_first(agent.card, hello) for agent in play.agents):
        yield call_check(
            play, "card-fallback", "the client gives up when one interface cannot be reached",
            some("the card was fetched", _fetches), _gave_up, moot=(none("the client fetched no card", _fetches),),
        )  # fmt: skip


def _elsewhere_first(card: Mapping[str, Any], hello: Hello) -> bool:
    able = usable(card, hello)
    return len(able) > 1 and not able[0].url.startswith("${") and any(i.url.startswith("${") for i in able[1:])


def _fetches(evidence: Evidence) -> Iterator[Call]:
    return iter(evidence.of_operation(Operation.FETCH_CARD))


def _gave_up(evidence: Evidence) -> Iterator[Breach]:
    if not evidence.protocol_calls:
        last = max(call.seq for call in _fetches(evidence))
        yield Breach("no call comes to the other interface", (last,), "a call to the next interface", "none")
