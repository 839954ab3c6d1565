"""The card of a fake agent: a default, patched in 1.0 names, told in the shape that the scenario wants."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2a_simulator.wire.cards import SHAPES, card_for, card_of, default_card, merge_patch, read_card, to_0_3
from a2a_simulator.wire.wire_forms import V0_3_JSONRPC, V1_JSONRPC, Binding, Dialect, WireForm

URL = "http://127.0.0.1:9000/rpc"
SECURITY: dict[str, Any] = {
    "securitySchemes": {
        "key": {"apiKeySecurityScheme": {"location": "header", "name": "X-Key"}},
        "bearer": {"httpAuthSecurityScheme": {"scheme": "Bearer", "bearerFormat": "JWT"}},
        "oauth": {
            "oauth2SecurityScheme": {
                "flows": {"authorizationCode": {"tokenUrl": "t", "authorizationUrl": "a", "pkceRequired": True}},
                "oauth2MetadataUrl": "m",
            }
        },
        "device": {"oauth2SecurityScheme": {"flows": {"deviceCode": {"tokenUrl": "t"}}}},
        "oidc": {"openIdConnectSecurityScheme": {"openIdConnectUrl": "o"}},
        "mtls": {"mtlsSecurityScheme": {}},
    },
    "securityRequirements": [{"schemes": {"key": {"list": []}}}, {"schemes": {"oauth": {"list": ["r"]}}}],
    "skills": [
        {"id": "s", "name": "S", "description": "d", "tags": ["t"], "securityRequirements": [{"schemes": {}}]}
    ],
    "capabilities": {"extendedAgentCard": True},
}


@dataclass
class Served:
    card: str = "of_dialect"


@dataclass
class Agent:
    name: str = "weather"
    card: dict[str, Any] = field(default_factory=dict)
    serve: Served = field(default_factory=Served)


@pytest.mark.parametrize("form", [V1_JSONRPC, V0_3_JSONRPC], ids=str)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_the_default_card_is_whole(shape: str, form: WireForm) -> None:
    reading = read_card(card_of({}, form, URL, shape))
    assert reading.defects == ()
    assert (reading.streaming, reading.push, reading.extended) == (True, False, False)
    assert {(i.url, i.binding) for i in reading.interfaces} == {(URL, Binding.JSONRPC)}


@pytest.mark.parametrize(
    ("form", "shape", "expected", "dialects"),
    [
        (V1_JSONRPC, "of_dialect", "1.0", [Dialect.V1_0]),
        (V0_3_JSONRPC, "of_dialect", "0.3", [Dialect.V0_3]),
        (V0_3_JSONRPC, "1.0", "1.0", [Dialect.V0_3]),
        (V1_JSONRPC, "0.3", "0.3", [Dialect.V0_3]),
        (V0_3_JSONRPC, "0.2", "0.3", [Dialect.V0_2]),
        (V1_JSONRPC, "dual", "dual", [Dialect.V1_0, Dialect.V0_3]),
        (V0_3_JSONRPC, "dual", "dual", [Dialect.V0_3]),
    ],
)
def test_the_shape_and_what_it_offers(form: WireForm, shape: str, expected: str, dialects: list[Dialect]) -> None:
    reading = read_card(card_of({}, form, URL, shape))
    assert reading.shape == expected
    assert [interface.dialect for interface in reading.interfaces] == dialects


def test_a_0_3_card_has_the_names_of_0_3() -> None:
    card = card_of({}, V0_3_JSONRPC, URL)
    assert card["protocolVersion"] == "0.3.0"
    assert (card["url"], card["preferredTransport"]) == (URL, "JSONRPC")
    assert card["additionalInterfaces"] == [{"url": URL, "transport": "JSONRPC"}]
    assert "supportedInterfaces" not in card


def test_the_agent_of_a_scenario_says_name_patch_and_shape() -> None:
    agent = Agent(card={"description": "Forecasts", "capabilities": {"streaming": False}}, serve=Served("0.3"))
    card = card_for(agent, V1_JSONRPC, URL)
    assert (card["name"], card["description"]) == ("weather", "Forecasts")
    assert card["capabilities"] == {"streaming": False, "pushNotifications": False}
    assert "preferredTransport" in card


def test_an_unknown_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no shape of a card: both \(known: of_dialect, 1\.0"):
        card_of({}, V1_JSONRPC, URL, "both")


def test_security_is_translated_for_0_3() -> None:
    card = card_of(SECURITY, V0_3_JSONRPC, URL)
    assert card["securitySchemes"] == {
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "bearer": {"type": "http", "scheme": "Bearer", "bearerFormat": "JWT"},
        "oauth": {
            "type": "oauth2",
            "flows": {"authorizationCode": {"tokenUrl": "t", "authorizationUrl": "a"}},
            "oauth2MetadataUrl": "m",
        },
        "device": {"type": "oauth2", "flows": {}},
        "oidc": {"type": "openIdConnect", "openIdConnectUrl": "o"},
        "mtls": {"type": "mutualTLS"},
    }
    assert card["security"] == [{"key": []}, {"oauth": ["r"]}]
    assert card["skills"][0]["security"] == [{}]
    assert card["supportsAuthenticatedExtendedCard"] is True
    assert card["capabilities"] == {"streaming": True, "pushNotifications": False}
    assert not {"securityRequirements", "supportedInterfaces"} & card.keys()


def test_a_dual_card_says_everything_twice() -> None:
    card = card_of(SECURITY, V1_JSONRPC, URL, "dual")
    assert card["securitySchemes"]["key"] == {
        "type": "apiKey",
        "in": "header",
        "name": "X-Key",
        "apiKeySecurityScheme": {"location": "header", "name": "X-Key"},
    }
    assert {"security", "securityRequirements", "url", "supportedInterfaces"} <= card.keys()
    assert (card["capabilities"]["extendedAgentCard"], card["supportsAuthenticatedExtendedCard"]) == (True, True)
    assert {"security", "securityRequirements"} <= card["skills"][0].keys()


@pytest.mark.parametrize("shape", ["1.0", "0.3"])
def test_security_is_read_in_1_0_form_from_either_shape(shape: str) -> None:
    reading = read_card(card_of(SECURITY, V1_JSONRPC, URL, shape))
    assert reading.security_schemes["key"] == SECURITY["securitySchemes"]["key"]
    assert reading.security_schemes["mtls"] == {"mtlsSecurityScheme": {}}
    assert list(reading.security_requirements) == SECURITY["securityRequirements"]
    assert reading.extended


def test_the_interfaces_of_an_older_version_go_into_the_0_3_card() -> None:
    interfaces = [
        {"url": f"{URL}/x", "protocolBinding": "https://x.example/teleport", "protocolVersion": "1.0"},
        {"url": f"{URL}/new", "protocolBinding": "JSONRPC", "protocolVersion": "1.0", "tenant": "blue"},
        {"url": f"{URL}/old", "protocolBinding": "JSONRPC", "protocolVersion": "0.3"},
        {"url": f"{URL}/rest", "protocolBinding": "HTTP+JSON", "protocolVersion": "0.3"},
    ]
    card = card_of({"supportedInterfaces": interfaces}, V0_3_JSONRPC, URL, "dual")
    assert (card["url"], card["preferredTransport"]) == (f"{URL}/old", "JSONRPC")
    assert [item["url"] for item in card["additionalInterfaces"]] == [f"{URL}/old", f"{URL}/rest"]
    assert card["supportedInterfaces"] == interfaces
    reading = read_card(card)
    assert [(i.binding, i.dialect, i.tenant) for i in reading.interfaces] == [
        ("https://x.example/teleport", Dialect.V1_0, None),
        (Binding.JSONRPC, Dialect.V1_0, "blue"),
        (Binding.JSONRPC, Dialect.V0_3, None),
        (Binding.REST, Dialect.V0_3, None),
    ]


@pytest.mark.parametrize("shape", SHAPES)
def test_unknown_members_stay_and_null_takes_away(shape: str) -> None:
    card = card_of({"x-test": {"a": 1}, "description": None, "skills": None}, V1_JSONRPC, URL, shape)
    assert card["x-test"] == {"a": 1}
    assert not {"description", "skills"} & card.keys()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "patch",
    [
        {"supportedInterfaces": None},
        {"supportedInterfaces": []},
        {"supportedInterfaces": ["x"]},
        {"capabilities": "x"},
        {"skills": ["x"]},
        {"securitySchemes": {"a": "x"}},
        {"securitySchemes": "x", "securityRequirements": "x"},
    ],
)
def test_a_card_may_be_broken_on_purpose(patch: dict[str, Any], shape: str) -> None:
    card = card_of(patch, V1_JSONRPC, URL, shape)
    assert isinstance(read_card(card).interfaces, tuple)


def test_names_of_0_3_in_a_patch_are_taken_as_they_are() -> None:
    card = to_0_3(merge_patch(default_card(V0_3_JSONRPC, URL), {"url": "http://elsewhere/"}))
    assert card["url"] == "http://elsewhere/"


@pytest.mark.parametrize(
    ("target", "patch", "expected"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"a": "foo"}, "bar", "bar"),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_merge_patch_does_what_rfc_7396_shows(target: Any, patch: Any, expected: Any) -> None:
    assert merge_patch(target, patch) == expected


@given(
    st.recursive(
        st.none() | st.integers(),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    )
)
def test_a_patch_applied_twice_changes_no_more(patch: Any) -> None:
    once = merge_patch({"a": {"b": 1}, "": []}, patch)
    assert merge_patch(once, patch) == once
