"""Whether a client that has credentials uses them as the card asks."""

from collections.abc import Iterator, Mapping
from typing import Any

from a2a_conformance.checks.build import Breach, call_check, none, some
from a2a_conformance.checks.check import Check
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_simulator.scenario.play import Play

MOST_REFUSED = 2
"""So many calls may be refused for want of credentials: one without, one with those that were refused."""


def credential_checks(play: Play) -> Iterator[Check]:
    """The checks of a play that gives its client credentials for a scheme of the card."""
    if not play.credentials or not any(agent.card.get("securitySchemes") for agent in play.agents):
        return
    features = frozenset({"auth"})
    arrived = some("a call arrived", lambda evidence: evidence.protocol_calls)
    yield call_check(
        play, "sec-discover", "the client has credentials and never sends them", arrived, _never_sent,
        features=features,
    )  # fmt: skip
    yield call_check(
        play, "sec-every-request", "the client sends its credentials with some calls only",
        some("a call carried credentials", _carrying), _dropped, features=features,
    )  # fmt: skip
    yield call_check(
        play, "sec-client-401", "the client repeats a call again and again though it is refused",
        some("a call was refused for want of credentials", _refused), _looping, features=features,
        moot=(none("no call was refused", _refused),),
    )  # fmt: skip


def _headers(play: Play) -> set[str]:
    """The headers in which the schemes of the cards carry credentials, in lower case."""
    out: set[str] = set()
    for agent in play.agents:
        schemes = agent.card.get("securitySchemes")
        for scheme in schemes.values() if isinstance(schemes, Mapping) else ():
            out.add(_header(scheme))
    return out


def _header(scheme: Any) -> str:
    key = scheme.get("apiKeySecurityScheme") if isinstance(scheme, Mapping) else None
    if isinstance(key, Mapping) and key.get("location", "header") == "header":
        return str(key.get("name", "")).lower()
    return "authorization"


def _carries(call: Call, headers: set[str]) -> bool:
    return any(call.header(name) for name in headers)


def _carrying(evidence: Evidence) -> Iterator[Call]:
    headers = _headers(evidence.play)
    return (call for call in evidence.protocol_calls if _carries(call, headers))


def _never_sent(evidence: Evidence) -> Iterator[Breach]:
    calls = evidence.protocol_calls
    if not any(True for _ in _carrying(evidence)):
        names = " or ".join(sorted(_headers(evidence.play)))
        yield Breach("no call carries credentials", tuple(call.seq for call in calls[-1:]), f"the header {names}")


def _dropped(evidence: Evidence) -> Iterator[Breach]:
    headers = _headers(evidence.play)
    first = next(_carrying(evidence), None)
    for call in evidence.protocol_calls:
        if first is not None and call.seq > first.seq and not _carries(call, headers):
            yield Breach(f"{call.operation} comes without credentials", (first.seq, call.seq))


def _refused(evidence: Evidence) -> Iterator[Call]:
    return (call for call in evidence.protocol_calls if call.status == 401)


def _looping(evidence: Evidence) -> Iterator[Breach]:
    refused = list(_refused(evidence))
    if len(refused) > MOST_REFUSED:
        yield Breach(
            f"{len(refused)} calls are refused with 401",
            tuple(call.seq for call in refused),
            "a report to the caller",
        )
