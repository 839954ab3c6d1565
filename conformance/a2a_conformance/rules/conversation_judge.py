"""Feeds the records of a journal to every rule over conversations."""

import importlib
import pkgutil
from collections.abc import Mapping
from typing import Any, Final

from a2a_conformance.rules import conversations
from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.conversation_rule import ConversationRule
from a2a_conformance.rules.exchange import ENDS, Exchange, Item, exchange_of
from a2a_conformance.rules.findings import Finding
from a2a_conformance.rules.relay import Relay
from a2a_simulator.journal import Kind, Record
from a2a_simulator.protocol.events import Event

RULES: Final[tuple[type[ConversationRule], ...]] = tuple(
    rule
    for module in sorted(info.name for info in pkgutil.iter_modules(conversations.__path__))
    for rule in importlib.import_module(f"{conversations.__name__}.{module}").RULES
)
"""Every rule over conversations."""

SPOKEN: Final[frozenset[str]] = frozenset(name for rule in RULES for name in rule.speaks) | frozenset(Relay.speaks)
"""The requirements of which they can speak."""


class ConversationJudge:
    """Judges all calls between one caller and one agent. Keeps of artifacts only digests.

    `relay` sees the other side too, where a journal has two.
    """

    def __init__(self, relay: Relay) -> None:
        self._relay = relay
        self._talk = Conversation()
        self._rules = tuple(rule() for rule in RULES)
        self._calls: dict[int, Exchange] = {}

    def called(self, record: Record, from_start: bool) -> list[Finding]:
        """A call was made; `from_start`: the journal holds its run from the first record on."""
        talk, call = self._talk, exchange_of(record)
        talk.now, talk.from_start = record.t, from_start
        if record.call is None or record.payload.get("late"):
            return []
        self._calls[record.call] = call
        talk.begin(call)
        found = [finding for rule in self._rules for finding in rule.called(call, talk)]
        return [*found, *self._relay.called(call)]

    def headed(self, record: Record, streams: bool) -> None:
        """The head of an answer came; `streams`: it is that of an event stream."""
        self._talk.now = record.t
        call = self._calls.get(record.call or 0)
        if call is not None:
            status = record.payload.get("status")
            call.status, call.streams = status if isinstance(status, int) else None, streams

    def heard(self, record: Record, event: Event | None) -> list[Finding]:
        """Something was answered."""
        talk, call = self._talk, self._calls.get(record.call or 0)
        talk.now = record.t
        if call is None:
            return []
        raw: Any = record.payload["json"]
        error = raw.get("error") if isinstance(raw, dict) else None
        item = Item(
            record.seq, record.t, raw, event, error if isinstance(error, Mapping) else None,
            bool(record.payload.get("deliberate")),
        )  # fmt: skip
        found = [finding for rule in self._rules for finding in rule.heard(item, call, talk)]
        talk.take(item, call)
        self._relay.heard(item, call)
        return found

    def ended(self, record: Record) -> list[Finding]:
        """An answer is over: closed, left or broken."""
        talk, call = self._talk, self._calls.pop(record.call or 0, None)
        talk.now = record.t
        if call is None:
            return []
        clean = record.kind is not Kind.CLOSED or bool(record.payload.get("clean", True))
        call.end = ENDS[record.kind] if clean else ENDS[Kind.FAULT]
        call.end_frame, call.end_t = record.seq, record.t
        found = [finding for rule in self._rules for finding in rule.ended(call, talk)]
        talk.finish(call)
        return [*found, *self._relay.ended(call)]

    def over(self, now: float) -> list[Finding]:
        """The journal is over at that time."""
        self._talk.now = now
        return [finding for rule in self._rules for finding in rule.over(self._talk)]
