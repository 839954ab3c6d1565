"""What a client makes of the card: its path, the interface that it takes, the capabilities, the credentials."""

from dataclasses import replace
from typing import Any

import pytest

from a2a_conformance.verdict import Status
from a2a_simulator.journal import Journal
from a2a_simulator.journal import Kind as RecordKind
from made_up_run import changed, dry_run, judged, play_of, with_call

REPLY = "script: [{reply: [{task: working}, {artifact: {id: a, text: Hello}}, {status: completed}]}]"
PLAIN = f"""
scenario: plain
drive: [{{send: Hello there}}]
{REPLY}
"""
INTERFACES = f"""
scenario: several interfaces
dialects: "1.0"
drive: [{{send: Hello there}}]
card:
  supportedInterfaces:
    - {{url: "${{base_url}}/teleport", protocolBinding: "https://x.example/teleport", protocolVersion: "1.0"}}
    - {{url: "${{base_url}}/rpc", protocolBinding: JSONRPC, protocolVersion: "1.0", tenant: blue}}
    - {{url: "${{base_url}}/other", protocolBinding: JSONRPC, protocolVersion: "1.0"}}
{REPLY}
"""
UNARY = f"""
scenario: no streaming
card: {{capabilities: {{streaming: false}}}}
drive: [{{send: Hello there}}]
{REPLY}
"""
BEARER = f"""
scenario: bearer
credentials: {{bearer: s3cr3t}}
card:
  securitySchemes: {{bearer: {{httpAuthSecurityScheme: {{scheme: Bearer}}}}}}
  securityRequirements: [{{schemes: {{bearer: {{list: []}}}}}}]
drive: [{{send: Hello there}}]
{REPLY}
"""
TENANT = {"tenant": "blue"}


def failing(verdicts: dict[str, Any]) -> set[str]:
    return {key for key, one in verdicts.items() if one.status in (Status.FAIL, Status.WARN)}


def called(scenario: str, path: str, **params: Any) -> dict[str, Any]:
    """The verdicts when the call goes to this path."""
    play = play_of(scenario)
    journal = with_call(dry_run(play), lambda p: {**p, "path": path, "params": {**p["params"], **params}})
    return judged(play, journal)


def fetched_at(journal: Journal, path: str) -> Journal:
    def change(record: Any) -> Any:
        card = record.kind is RecordKind.CALLED and record.payload["operation"] == "FetchCard"
        return replace(record, payload={**record.payload, "path": path}) if card else record

    return changed(journal, change)


def test_the_card_is_looked_for_at_the_registered_path() -> None:
    play = play_of(PLAIN)
    old = fetched_at(dry_run(play), "/.well-known/agent.json")
    assert judged(play)["card-well-known"].status is Status.PASS
    assert failing(judged(play, old)) == {"card-well-known"}


def test_a_client_that_fetches_no_card_is_not_judged_by_it() -> None:
    play = play_of(PLAIN)
    journal = dry_run(play)
    card = {r.call for r in journal.of(RecordKind.CALLED) if r.payload["operation"] == "FetchCard"}
    without = changed(journal, lambda r: None if r.call in card and r.call is not None else r)
    verdicts = judged(play, without)
    assert verdicts["card-well-known"].status is Status.NOT_APPLICABLE
    assert verdicts["card-select-url"].status is Status.NOT_APPLICABLE


def test_a_call_elsewhere_than_the_card_says() -> None:
    assert failing(called(PLAIN, "/elsewhere")) == {"card-select-url"}


@pytest.mark.parametrize(
    ("path", "params", "broken"),
    [
        ("/rpc", TENANT, set()),
        ("/other", {}, {"card-select-order"}),
        ("/teleport", TENANT, {"card-select-first", "card-unknown-binding"}),
        ("/rpc", {"tenant": None}, {"card-tenant-echo"}),
        ("/rpc", {"tenant": "red"}, {"card-tenant-echo"}),
        ("/rpc", {"tenant": "Blue"}, {"card-tenant-opaque"}),
    ],
)
def test_the_first_interface_that_the_client_speaks_is_taken(
    path: str, params: dict[str, str], broken: set[str]
) -> None:
    assert failing(called(INTERFACES, path, **params)) == broken


def test_a_stream_asked_of_an_agent_without_streaming() -> None:
    play = play_of(UNARY)
    assert judged(play)["stream-cap-check"].status is Status.PASS
    stream = with_call(dry_run(play), lambda p: {**p, "operation": "SendStreamingMessage"})
    verdicts = judged(play, stream)
    assert verdicts["stream-cap-check"].status is Status.WARN


def with_token(token: str | None) -> dict[str, Any]:
    play = play_of(BEARER)
    headers = {"authorization": token} if token else {}
    plain = {"content-type": "application/json", "a2a-version": "1.0"}
    journal = with_call(dry_run(play), lambda p: {**p, "headers": {**plain, **headers}})
    return judged(play, journal)


def test_credentials_that_the_client_has_are_sent() -> None:
    assert failing(with_token("Bearer s3cr3t")) == set()
    assert failing(with_token(None)) == {"sec-discover"}


def test_a_client_without_credentials_is_not_judged_by_them() -> None:
    verdicts = judged(play_of(BEARER), features=frozenset())
    assert verdicts["sec-discover"].status is Status.NOT_APPLICABLE
