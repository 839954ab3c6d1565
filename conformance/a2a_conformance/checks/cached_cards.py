"""How a client keeps and uses what a card says: as long as HTTP allows, and no optional call that it rules out."""

import re
from collections.abc import Iterator
from typing import Any, Final

from a2a_conformance.checks.build import Breach, call_check, some
from a2a_conformance.checks.cards import UNREAD, read_card
from a2a_conformance.checks.check import Check, Condition
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_simulator.protocol.operations import PUSH_CONFIG, Operation
from a2a_simulator.scenario.play import Entry, HttpStep, Play

OPTIONAL: Final = {
    **dict.fromkeys(PUSH_CONFIG, "pushNotifications"),
    Operation.GET_EXTENDED_AGENT_CARD: "extendedAgentCard",
}
"""Calls that a card must allow, and the capability that does. Streams have a check of their own."""
MAX_AGE: Final = re.compile(r"max-age=(\d+)")


def cached_card_checks(play: Play) -> Iterator[Check]:
    """The checks of the capabilities of a card, and of its HTTP headers where a script gives it some."""
    yield call_check(
        play, "card-cap-honour", "an optional call is made that the card rules out",
        Condition("a call was made after the card was read", lambda evidence: any(_by_card(evidence))), _ruled_out,
        moot=UNREAD,
    )  # fmt: skip
    if not any(map(_with_headers, (entry for agent in play.agents for entry in agent.entries))):
        return
    session = frozenset({"session"})
    yield call_check(
        play, "card-client-cache", "a card is fetched again while it is fresh",
        some("the card was fetched", _fetches), _fetched_again, features=session,
    )  # fmt: skip
    yield call_check(
        play, "card-client-conditional", "a card that was kept is asked for as if it had never been seen",
        Condition("a card was asked for again", lambda evidence: any(_again(evidence))), _unconditional,
        features=session, moot=(Condition("the card was asked for once", lambda evidence: bool(evidence.calls)),),
    )  # fmt: skip


def _with_headers(entry: Entry) -> bool:
    cards = entry.when.calls is not None and Operation.FETCH_CARD in entry.when.calls
    return cards and any(
        name.lower() in ("etag", "cache-control")
        for step in entry.steps
        if isinstance(step, HttpStep)
        for name in step.headers
    )


def _fetches(evidence: Evidence) -> Iterator[Call]:
    return iter(evidence.of_operation(Operation.FETCH_CARD))


def _by_card(evidence: Evidence) -> Iterator[tuple[Call, Any]]:
    for call in evidence.protocol_calls:
        card = read_card(evidence, call)
        if card is not None and not call.late:
            yield call, card


def _ruled_out(evidence: Evidence) -> Iterator[Breach]:
    for call, card in _by_card(evidence):
        name = OPTIONAL.get(call.operation) if call.operation is not None else None
        capabilities = card.get("capabilities")
        allowed = isinstance(capabilities, dict) and capabilities.get(name or "")
        if name == "extendedAgentCard":
            allowed = allowed or card.get("supportsAuthenticatedExtendedCard")
        if name is not None and not allowed:
            yield Breach(
                f"{call.operation} is called", (call.seq,), f"an agent with {name}", f"a card without {name}"
            )


def _fetched_again(evidence: Evidence) -> Iterator[Breach]:
    kept: dict[str, tuple[Call, float]] = {}
    for call in _fetches(evidence):
        before = kept.get(call.agent)
        if before is not None and call.t - before[0].end_t < before[1]:
            yield Breach(
                "the card is fetched again", (before[0].seq, call.seq), f"the card kept for {before[1]:g} s",
                f"a GET after {call.t - before[0].end_t:.2f} s",
            )  # fmt: skip
        age = MAX_AGE.search(call.headers.get("cache-control", ""))
        if (call.status or 200) < 300 and age is not None:
            kept[call.agent] = (call, float(age[1]))


def _again(evidence: Evidence) -> Iterator[tuple[Call, Call]]:
    tagged: dict[str, Call] = {}
    for call in _fetches(evidence):
        if call.agent in tagged:
            yield tagged[call.agent], call
        if call.headers.get("etag"):
            tagged[call.agent] = call


def _unconditional(evidence: Evidence) -> Iterator[Breach]:
    for before, call in _again(evidence):
        if call.header("if-none-match") is None and call.header("if-modified-since") is None:
            yield Breach(
                "the second GET has no condition", (before.seq, call.seq),
                f"If-None-Match: {before.headers.get('etag')}", "no If-None-Match",
            )  # fmt: skip
