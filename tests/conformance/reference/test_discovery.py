from typing import Any

import pytest

from a2a_conformance.reference.client import Client
from a2a_conformance.reference.errors import HttpError, NoUsableInterface
from a2a_simulator.wire.cards import Interface

OLD = "/.well-known/agent.json"
NEW = "/.well-known/agent-card.json"


async def chosen(client: Client) -> Interface:
    return (await client.calls()).interface


def test_the_card_is_looked_for_at_its_path_first(agent: Any) -> None:
    agent.run(chosen)
    assert agent.paths == [NEW]


def test_an_agent_with_the_old_path_only_is_found(agent: Any) -> None:
    agent.cards = {OLD: agent.card()}
    agent.run(chosen)
    assert agent.paths == [NEW, OLD]


def test_no_card_is_an_error(agent: Any) -> None:
    agent.cards = {}
    with pytest.raises(HttpError):
        agent.run(chosen)


def test_a_card_url_of_another_name_is_taken_as_it_is(agent: Any) -> None:
    agent.cards = {"/cards/a.json": agent.card()}
    agent.run(chosen, card_url="http://agent.test/cards/a.json")
    assert agent.paths == ["/cards/a.json"]


def test_the_first_interface_that_is_spoken_is_called_with_its_tenant(agent: Any) -> None:
    agent.cards[NEW]["supportedInterfaces"] = [
        {"url": "http://agent.test/teleport", "protocolBinding": "https://x.example/t", "protocolVersion": "1.0"},
        {"url": "http://agent.test/a/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0", "tenant": "blue"},
        {"url": "http://agent.test/b", "protocolBinding": "JSONRPC", "protocolVersion": "0.3"},
    ]
    interface = agent.run(chosen)
    assert (interface.url, interface.tenant) == ("http://agent.test/a/", "blue")

    async def addressed(client: Client) -> object:
        return (await client.calls()).addressed({"id": "t"})

    assert agent.run(addressed) == {"tenant": "blue", "id": "t"}


def test_a_card_without_a_usable_interface_is_refused_before_any_call(agent: Any) -> None:
    agent.cards[NEW]["supportedInterfaces"][0]["protocolBinding"] = "GRPC"
    with pytest.raises(NoUsableInterface):
        agent.run(chosen)
    assert agent.asked == []


def test_credentials_go_where_the_card_asks_for_them(agent: Any) -> None:
    agent.cards[NEW] |= {
        "securitySchemes": {"bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer"}}},
        "securityRequirements": [{"schemes": {"bearer": {"list": []}}}],
    }

    async def headers(client: Client) -> object:
        return (await client.calls()).extra

    assert agent.run(headers, credentials={"bearer": "s3cr3t"}) == {"Authorization": "Bearer s3cr3t"}
    assert agent.run(headers, credentials={"other": "s3cr3t"}) == {}
