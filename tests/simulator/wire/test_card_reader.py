"""Cards as clients meet them: both shapes, their slips, and what is no card at all."""

from typing import Any

import pytest

from a2a_simulator.wire.cards import Interface, dialect_of, read_card
from a2a_simulator.wire.wire_forms import Binding, Dialect

COMMON: dict[str, Any] = {
    "name": "Echo",
    "description": "Echoes",
    "version": "1.0.0",
    "capabilities": {"streaming": True, "pushNotifications": True},
    "defaultInputModes": ["text/plain"],
    "defaultOutputModes": ["text/plain"],
    "skills": [],
}
V1_CARD = COMMON | {
    "supportedInterfaces": [
        {"url": "https://a.example/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"},
        {
            "url": "https://a.example/rest",
            "protocolBinding": "HTTP+JSON",
            "protocolVersion": "1.0",
            "tenant": "blue",
        },
        {"url": "a.example:443", "protocolBinding": "GRPC", "protocolVersion": "1.0"},
        {"url": "https://a.example/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "0.3"},
    ]
}
V0_3_CARD = COMMON | {
    "protocolVersion": "0.3.0",
    "url": "https://a.example/rpc",
    "preferredTransport": "JSONRPC",
    "additionalInterfaces": [
        {"url": "https://a.example/rpc", "transport": "JSONRPC"},
        {"url": "https://a.example/rest", "transport": "HTTP+JSON"},
    ],
}


def told(value: Any) -> list[str]:
    return [defect.requirement for defect in read_card(value).defects]


def first(**change: Any) -> dict[str, Any]:
    return V1_CARD | {"supportedInterfaces": [V1_CARD["supportedInterfaces"][0] | change]}


def test_interfaces_come_in_the_order_of_the_card() -> None:
    reading = read_card(V1_CARD)
    assert reading.interfaces == (
        Interface("https://a.example/rpc", Binding.JSONRPC, Dialect.V1_0, None, "1.0"),
        Interface("https://a.example/rest", Binding.REST, Dialect.V1_0, "blue", "1.0"),
        Interface("a.example:443", Binding.GRPC, Dialect.V1_0, None, "1.0"),
        Interface("https://a.example/rpc", Binding.JSONRPC, Dialect.V0_3, None, "0.3"),
    )
    assert (reading.shape, reading.name, reading.streaming, reading.push) == ("1.0", "Echo", True, True)
    assert reading.defects == ()


def test_a_0_3_card_lists_its_main_url_once() -> None:
    reading = read_card(V0_3_CARD)
    assert [(i.url, i.binding, i.dialect) for i in reading.interfaces] == [
        ("https://a.example/rpc", Binding.JSONRPC, Dialect.V0_3),
        ("https://a.example/rest", Binding.REST, Dialect.V0_3),
    ]
    assert (reading.shape, reading.defects) == ("0.3", ())


def test_a_dual_card_starts_with_its_1_0_interfaces() -> None:
    reading = read_card(V0_3_CARD | V1_CARD)
    assert reading.shape == "dual"
    assert [i.dialect for i in reading.interfaces] == [Dialect.V1_0] * 3 + [Dialect.V0_3] * 2


@pytest.mark.parametrize(
    ("version", "dialect"),
    [
        ("1.0", Dialect.V1_0),
        ("1.0.1", Dialect.V1_0),
        ("0.3", Dialect.V0_3),
        ("0.3.0", Dialect.V0_3),
        ("0.2.9", Dialect.V0_2),
        ("1.1", None),
        ("2.0", None),
        ("1", None),
        ("", None),
    ],
)
def test_the_dialect_of_a_version(version: str, dialect: Dialect | None) -> None:
    assert dialect_of(version) is dialect


@pytest.mark.parametrize(
    ("value", "requirements"),
    [
        (V1_CARD | {"description": None}, ["card-required-fields"]),
        (V1_CARD | {"skills": {}}, ["card-required-fields"]),
        (V1_CARD | {"capabilities": None}, ["card-required-fields"]),
        (V1_CARD | {"supportedInterfaces": []}, ["card-interfaces-nonempty"]),
        (V1_CARD | {"supportedInterfaces": [1]}, ["card-interfaces-nonempty"] * 2),
        (first(protocolVersion=None), ["card-interfaces-nonempty"]),
        (first(url=None), ["card-interfaces-nonempty"] * 2),
        (first(protocolBinding="jsonrpc"), ["card-binding-names"]),
        (first(protocolBinding="https://x.example/teleport"), []),
        (first(protocolVersion="1.0.1"), ["ver-no-patch"]),
        (V0_3_CARD | {"additionalInterfaces": [{"url": "x"}]}, ["card-interfaces-nonempty"]),
        (V1_CARD | {"x-test": 1}, []),
    ],
)
def test_a_defect_of_a_card(value: dict[str, Any], requirements: list[str]) -> None:
    assert told(value) == requirements


def test_without_a_preferred_transport_the_main_url_speaks_json_rpc() -> None:
    value = {name: item for name, item in V0_3_CARD.items() if name != "preferredTransport"}
    assert told(value) == ["v03-preferred-required"]
    assert read_card(value).interfaces[0].binding is Binding.JSONRPC


def test_a_card_of_0_2_needs_no_transport() -> None:
    assert told(COMMON | {"protocolVersion": "0.2.5", "url": "https://a.example/"}) == []


@pytest.mark.parametrize("value", [None, [], "x", 7])
def test_what_is_no_object_is_no_card(value: Any) -> None:
    reading = read_card(value)
    assert (reading.shape, reading.interfaces, told(value)) == ("", (), ["card-well-known-object"])


def test_an_object_without_interfaces_is_no_card_either() -> None:
    assert (read_card({}).shape, "card-interfaces-nonempty" in told({})) == ("", True)
