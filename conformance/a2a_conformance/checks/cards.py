"""What a client makes of the card: where it looks for it, which interface it takes, whether it heeds it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from a2a_conformance.checks.build import Breach, call_check, none, some
from a2a_conformance.checks.check import Check, Condition
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.outcome import Hello
from a2a_simulator.protocol.operations import STREAMS, Operation
from a2a_simulator.scenario.play import Play
from a2a_simulator.wire.wire_forms import BINDING_NAMES, WELL_KNOWN


@dataclass(frozen=True, slots=True)
class Interface:
    """One interface of a card as served."""

    url: str
    binding: str
    version: str
    tenant: str | None = None

    @property
    def path(self) -> str:
        """The path of its URL."""
        return urlsplit(self.url).path or "/"

    @property
    def dialect(self) -> str:
        """Its version as Major.Minor."""
        return ".".join(self.version.split(".")[:2])


def _fetches(evidence: Evidence) -> Iterator[Call]:
    return iter(evidence.of_operation(Operation.FETCH_CARD))


def _raw(evidence: Evidence) -> bool:
    return any(call.status == 200 and not call.heard for call in _fetches(evidence))


UNREAD: Final = (
    none("the client fetched no card", _fetches),
    Condition("the card is an HTTP answer that the script spells out", _raw),
)
"""Where nothing can be said of the card that a client went by."""


def card_checks(play: Play, hello: Hello) -> Iterator[Check]:
    """The checks of what a client makes of the cards of a play."""
    fetched = some("the card was fetched", _fetches)
    patches = [agent.card for agent in play.agents]
    if all(WELL_KNOWN[0].rpartition("/")[2] in agent.serve.well_known for agent in play.agents):
        yield call_check(
            play, "card-well-known", "the card is looked for at another path than /.well-known/agent-card.json first",
            fetched, _wrong_first_path, moot=(none("the client fetched no card", _fetches),),
        )  # fmt: skip
    if any(_streaming(patch) is False for patch in patches):
        yield call_check(
            play, "stream-cap-check", "a stream is asked of an agent whose card says that it has none",
            some("a call arrived", lambda evidence: evidence.protocol_calls), _streams_anyway,
        )  # fmt: skip
    if "card-legacy-shape" in play.covers:
        yield call_check(
            play, "card-legacy-shape", "an agent whose card has the shape of 0.3 is called in another version",
            fetched, _other_version,
        )  # fmt: skip
    if "card-unknown-fields" in play.covers:
        yield call_check(
            play, "card-unknown-fields", "a card with members that the client does not know is refused", fetched,
            _refused,
        )  # fmt: skip
    yield call_check(
        play, "card-select-url", "calls do not go to the URL that the card declares",
        Condition("a call was made after the card was read", _called_by_card), _wrong_url,
        moot=UNREAD,
    )  # fmt: skip
    yield call_check(
        play, "ver-matches-interface", "calls are written in another version than the interface has",
        Condition("a call was made after the card was read", _called_by_card), _other_version, facet="card",
        moot=UNREAD,
    )  # fmt: skip
    listed = [patch["supportedInterfaces"] for patch in patches if patch.get("supportedInterfaces")]
    if not listed:
        return
    chosen = Condition("a call was made after the card was read", _called_by_card)
    interfaces_ = [item for patch in listed for item in patch if isinstance(item, dict)]
    yield call_check(
        play, "card-select-first", "another interface is taken than the first that the client speaks", chosen,
        _not_usable, moot=UNREAD,
    )  # fmt: skip
    if any(len(usable(patch, hello)) > 1 for patch in patches):
        yield call_check(
            play, "card-select-order", "a later interface is taken though an earlier one would do", chosen,
            _later_taken, moot=UNREAD,
        )  # fmt: skip
    if any(item.get("protocolBinding") not in BINDING_NAMES.values() for item in interfaces_):
        yield call_check(
            play, "card-unknown-binding", "an interface with an unknown binding is not passed over", chosen,
            _unknown_taken, moot=UNREAD,
        )  # fmt: skip
    if any(item.get("tenant") for item in interfaces_):
        yield call_check(
            play, "card-tenant-echo", "the tenant of the interface is not sent with every call", chosen,
            _tenant_lost, moot=UNREAD,
        )  # fmt: skip
        yield call_check(
            play, "card-tenant-opaque", "the tenant is sent in another spelling than the card has", chosen,
            _tenant_changed, moot=UNREAD,
        )  # fmt: skip
    else:
        yield call_check(
            play, "card-tenant-omit", "a tenant is sent that the interface does not have", chosen,
            _tenant_made_up, moot=UNREAD,
        )  # fmt: skip


def interfaces(card: Mapping[str, Any]) -> tuple[Interface, ...]:
    """The interfaces of a card in order, of either shape; those of 0.3 follow those of 1.0."""
    out = [
        Interface(
            str(i["url"]), str(i.get("protocolBinding", "")), str(i.get("protocolVersion", "")), i.get("tenant")
        )
        for i in _dicts(card.get("supportedInterfaces"))
        if "url" in i
    ]
    if isinstance(card.get("url"), str):
        version = str(card.get("protocolVersion") or "0.3")
        out.append(Interface(card["url"], str(card.get("preferredTransport") or "JSONRPC"), version))
        out += [
            Interface(str(i["url"]), str(i.get("transport", "")), version)
            for i in _dicts(card.get("additionalInterfaces"))
            if "url" in i
        ]
    return tuple(out)


def usable(card: Mapping[str, Any], hello: Hello) -> tuple[Interface, ...]:
    """The interfaces that the target declares to speak."""
    spoken = {BINDING_NAMES.get(binding) for binding in BINDING_NAMES if binding.value in hello.bindings}
    return tuple(i for i in interfaces(card) if i.binding in spoken and i.dialect in hello.dialects)


def read_card(evidence: Evidence, before: Call) -> Mapping[str, Any] | None:
    """The last card of that agent that the client had got whole before a call."""
    card = None
    for call in _fetches(evidence):
        if call.agent == before.agent and call.end_seq < before.seq and (call.status or 200) < 400:
            for item in call.heard:
                if item.whole and isinstance(item.json, dict):
                    card = item.json
    return card


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _streaming(patch: Mapping[str, Any]) -> Any:
    capabilities = patch.get("capabilities")
    return capabilities.get("streaming") if isinstance(capabilities, Mapping) else None


def _wrong_first_path(evidence: Evidence) -> Iterator[Breach]:
    for agent in evidence.play.agents:
        first = next((call for call in _fetches(evidence) if call.agent == agent.name), None)
        path = str(first.payload.get("path")).partition("?")[0] if first is not None else WELL_KNOWN[0]
        if first is not None and not path.endswith(WELL_KNOWN[0]):
            yield Breach(f"the first GET goes to {path}", (first.seq,), WELL_KNOWN[0], path)


def _refused(evidence: Evidence) -> Iterator[Breach]:
    if not evidence.protocol_calls:
        last = max(call.seq for call in _fetches(evidence))
        yield Breach(
            "nothing is called after the card was read", (last,), "a call to the interface of the card", "none"
        )


def _streams_anyway(evidence: Evidence) -> Iterator[Breach]:
    dry = {agent.name for agent in evidence.play.agents if _streaming(agent.card) is False}
    for call in evidence.of_operation(*STREAMS):
        if call.agent in dry:
            yield Breach(f"{call.operation} is called", (call.seq,), "SendMessage", str(call.operation))


def _by_card(evidence: Evidence) -> Iterator[tuple[Call, Mapping[str, Any]]]:
    for call in evidence.protocol_calls:
        card = read_card(evidence, call)
        if card is not None and not call.late:
            yield call, card


def _called_by_card(evidence: Evidence) -> bool:
    return any(True for _ in _by_card(evidence))


def _path(call: Call) -> str:
    return str(call.payload.get("path")).partition("?")[0] or "/"


def _wrong_url(evidence: Evidence) -> Iterator[Breach]:
    for call, card in _by_card(evidence):
        paths = [interface.path for interface in interfaces(card)]
        if paths and _path(call) not in paths:
            right = " or ".join(dict.fromkeys(paths))
            yield Breach(f"the call goes to {_path(call)}", (call.seq,), right, _path(call))


def _other_version(evidence: Evidence) -> Iterator[Breach]:
    for call, card in _by_card(evidence):
        offered = {interface.dialect for interface in interfaces(card) if interface.path == _path(call)}
        spoken = call.payload.get("dialect")
        if offered and spoken and spoken not in offered:
            right = " or ".join(sorted(offered))
            yield Breach(f"the call is written in {spoken}", (call.seq,), right, str(spoken))


def _not_usable(evidence: Evidence) -> Iterator[Breach]:
    return _not_first(evidence, usable_taken=False)


def _later_taken(evidence: Evidence) -> Iterator[Breach]:
    return _not_first(evidence, usable_taken=True)


def _takes(call: Call, interface: Interface) -> bool:
    return _path(call) == interface.path and call.dialect in ("", interface.dialect)


def _not_first(evidence: Evidence, usable_taken: bool) -> Iterator[Breach]:
    for call, card in _by_card(evidence):
        able = usable(card, evidence.hello)
        if not able or _takes(call, able[0]):
            continue
        first = able[0]
        if usable_taken == any(_takes(call, interface) for interface in able[1:]):
            yield Breach(
                f"the call goes to {_path(call)} in {call.dialect or 'no'} dialect", (call.seq,),
                f"{first.path} in {first.dialect}", f"{_path(call)} in {call.dialect}",
            )  # fmt: skip


def _unknown_taken(evidence: Evidence) -> Iterator[Breach]:
    for call, card in _by_card(evidence):
        known = {i.path for i in interfaces(card) if i.binding in BINDING_NAMES.values()}
        foreign = {i.path for i in interfaces(card) if i.binding not in BINDING_NAMES.values()}
        if _path(call) in foreign - known:
            yield Breach(f"the call goes to {_path(call)}", (call.seq,), " or ".join(sorted(known)), _path(call))


def _tenants(evidence: Evidence) -> Iterator[tuple[Call, str, str]]:
    """The calls that do not name the tenant as the card does, with the right one and the one they name."""
    for call, card in _by_card(evidence):
        first = next((i for i in usable(card, evidence.hello) if i.path == _path(call)), None)
        if first is not None and first.tenant and call.params.get("tenant") != first.tenant:
            yield call, first.tenant, str(call.params.get("tenant") or "")


def _respelled(right: str, got: str) -> bool:
    return right.strip("/ ").casefold() == unquote(got).strip("/ ").casefold()


def _tenant_lost(evidence: Evidence) -> Iterator[Breach]:
    for call, right, got in _tenants(evidence):
        if not _respelled(right, got):
            yield Breach(f"the call names {got or 'no tenant'}", (call.seq,), right, got or "no tenant")


def _tenant_changed(evidence: Evidence) -> Iterator[Breach]:
    for call, right, got in _tenants(evidence):
        if _respelled(right, got):
            yield Breach(f"the call names {got}", (call.seq,), right, got)


def _tenant_made_up(evidence: Evidence) -> Iterator[Breach]:
    for call, _ in _by_card(evidence):
        if call.params.get("tenant"):
            yield Breach(f"the call names tenant {call.params['tenant']}", (call.seq,), "no tenant")
