"""Stands in for the reader's own client: `MyAgent` asks an agent, `fold` makes a reply of its events."""

import asyncio
import sys
from dataclasses import dataclass

from a2a_conformance.reference.calls import Ask
from a2a_conformance.reference.client import Client
from a2a_conformance.reference.components import Components
from a2a_conformance.reference.errors import ClientError, Incomplete
from a2a_conformance.reference.fold import Fold
from a2a_conformance.reference.results import Result, Results
from a2a_conformance.reference.transport import http_client
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.parts import Text
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import Dialect


@dataclass
class Reply:
    """What a caller gets."""

    state: str
    text: str | None = None
    task_id: str | None = None
    context_id: str | None = None
    question: str | None = None


class Forgetful(Fold):
    """What `./ask` gets wrong: a chunk that is to be appended takes the place of what was there."""

    def extended(self, before: Artifact, chunk: Artifact) -> Artifact:
        return chunk


class MyAgent:
    """An agent, known by the URL of its card."""

    def __init__(self, card_url: str, fold: type[Fold] = Fold) -> None:
        self.card_url = card_url
        self.components = Components(fold=fold)

    async def ask(self, text: str, task_id: str | None = None, context_id: str | None = None) -> Reply:
        """Says something and waits for what comes of it."""
        async with http_client() as http:
            client = Client(http, self.card_url, components=self.components)
            try:
                return _reply(await client.send(Ask((Text(text),), task_id, context_id)))
            except Incomplete:
                return Reply("incomplete")


def fold(events: list[dict], dialect: str = "1.0") -> Reply:
    """The reply that the events of one stream come to."""
    out = Fold()
    for event in events:
        out.feed(model_of(Dialect(dialect)).read_event(event).value)
    return _reply(Results().of(out))


def _reply(result: Result) -> Reply:
    said = result.task or result.message
    return Reply(
        result.kind.value,
        result.answer,
        result.task.id if result.task else None,
        said.context_id if said else None,
        result.reason,
    )


if __name__ == "__main__":
    card_url = sys.argv[1].rstrip("/") + "/.well-known/agent-card.json"
    try:
        answer = asyncio.run(MyAgent(card_url, Forgetful).ask(sys.argv[2]))
    except ClientError as problem:
        sys.exit(str(problem))
    print(answer.text or answer.question or "")
    sys.exit(answer.state if answer.state in ("failed", "canceled", "rejected", "incomplete") else 0)
