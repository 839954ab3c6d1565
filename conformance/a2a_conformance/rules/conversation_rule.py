"""What a rule over a whole conversation is."""

from collections.abc import Iterator
from typing import ClassVar

from a2a_conformance.rules.conversation import Conversation
from a2a_conformance.rules.exchange import Exchange, Item
from a2a_conformance.rules.findings import Finding


class ConversationRule:
    """A small state machine over the calls of a journal. A module of `conversations` lists its rules in `RULES`.

    `talk` and `call` are as they were before what is heard; of a call that is made or over they know all.
    """

    speaks: ClassVar[tuple[str, ...]] = ()
    """The requirements that it may report."""

    def called(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """A call was made."""
        yield from ()

    def heard(self, item: Item, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """Something was answered; `call.first` is None before the first."""
        yield from ()

    def ended(self, call: Exchange, talk: Conversation) -> Iterator[Finding]:
        """The answer is over; `call.end`, `end_frame` and `end_t` say how and when."""
        yield from ()

    def over(self, talk: Conversation) -> Iterator[Finding]:
        """The journal is over; `talk.open` holds the calls that still run."""
        yield from ()
