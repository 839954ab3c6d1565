"""Whether what the caller asked for beside its text reaches the wire: extensions, history, references, metadata."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from a2a_conformance.checks.build import Breach, call_check
from a2a_conformance.checks.check import Check, Condition
from a2a_conformance.checks.evidence import Evidence
from a2a_conformance.oracle.heard import Call
from a2a_conformance.oracle.scopes import walk
from a2a_simulator.protocol.operations import SENDS, Operation
from a2a_simulator.scenario.play import DriveStep, Play, Verb
from a2a_simulator.wire.wire_forms import Dialect

EXTENSIONS: Final = {Dialect.V1_0: "A2A-Extensions", Dialect.V0_3: "X-A2A-Extensions"}
"""The header in which extensions are asked for."""
SERVICE: Final = "a2a-"
"""How the names of service parameters begin."""
Wish = Callable[[DriveStep], bool]


def wish_checks(play: Play) -> Iterator[Check]:
    """The checks of a play whose caller asks for more than an answer."""
    steps = list(walk(play.drive))
    if any(map(_extends, steps)):
        yield from _extension_checks(play)
    if any(map(_no_history, steps)):
        yield _wish(
            play, "hist-client-explicit-zero", "history", "a history length of 0 is left out of a send", SENDS,
            _no_history, _zero_lost_in_send,
        )  # fmt: skip
        yield _wish(
            play, "json-presence", "history", "a history length of 0 is left out of a read",
            frozenset({Operation.GET_TASK}), _no_history, _zero_lost_in_get,
        )  # fmt: skip
    if any(step.refers for step in steps):
        yield _wish(
            play, "ref-task-ids", "refers", "a message does not name the tasks that it refers to", SENDS,
            lambda step: bool(step.refers), _reference_lost,
        )  # fmt: skip
    if any(step.extensions and step.metadata for step in steps):
        yield _wish(
            play, "ext-data-points", "metadata", "data of an extension does not travel in `metadata`", SENDS,
            lambda step: bool(step.extensions and step.metadata), _data_misplaced,
        )  # fmt: skip


def _extension_checks(play: Play) -> Iterator[Check]:
    rows: tuple[tuple[str, str, Callable[[Evidence, DriveStep, Call], Iterator[Breach]]], ...] = (
        ("ext-request", "extensions are not asked for in A2A-Extensions", _not_asked),
        ("v03-extensions-header", "extensions are not asked for in X-A2A-Extensions", _not_asked),
        ("svc-http-header", "a service parameter travels in the body", _in_the_body),
        ("svc-multi-comma", "several extensions are not told apart by commas", _not_by_commas),
        ("svc-name-case", "the letters of a value are changed", _other_case),
    )
    for requirement, symptom, breaches in rows:
        yield _wish(play, requirement, "extensions", symptom, SENDS, _extends, breaches)
    if any(_required(agent.card) for agent in play.agents):
        yield _wish(
            play, "ext-client-declares-required", "extensions",
            "an agent is called without the extension that its card requires", SENDS, _extends, _undeclared,
        )  # fmt: skip


def _wish(
    play: Play,
    requirement: str,
    feature: str,
    symptom: str,
    operations: frozenset[Operation],
    wished: Wish,
    breaches: Callable[[Evidence, DriveStep, Call], Iterator[Breach]],
) -> Check:
    def concerned(evidence: Evidence) -> Iterator[tuple[DriveStep, Call]]:
        for step in filter(wished, evidence.steps):
            yield from ((step, call) for call in evidence.step_calls(step) if call.operation in operations)

    def found(evidence: Evidence) -> Iterator[Breach]:
        for step, call in concerned(evidence):
            yield from breaches(evidence, step, call)

    return call_check(
        play, requirement, symptom, Condition("such a call was made", lambda evidence: any(concerned(evidence))),
        found, features=frozenset({feature}),
        moot=(Condition("no such call was made", lambda evidence: bool(evidence.calls)),),
    )  # fmt: skip


def _extends(step: DriveStep) -> bool:
    return bool(step.extensions)


def _no_history(step: DriveStep) -> bool:
    return step.history == 0 and step.verb in (Verb.SEND, Verb.ANSWER, Verb.GET)


def _asked_for(evidence: Evidence, call: Call) -> str:
    return call.header(EXTENSIONS[evidence.play.cell.wire_form.dialect]) or ""


def _not_asked(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    header = _asked_for(evidence, call)
    for uri in step.extensions:
        if uri.lower() not in header.lower():
            yield Breach(f"the call does not ask for {uri}", (call.seq,), uri, header or "no such header")


def _other_case(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    header = _asked_for(evidence, call)
    for uri in step.extensions:
        if uri.lower() in header.lower() and uri not in header:
            yield Breach(f"{uri} is spelled in other letters", (call.seq,), uri, header)


def _not_by_commas(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    header = _asked_for(evidence, call)
    told = [value.strip().lower() for value in header.split(",")]
    present = [uri for uri in step.extensions if uri.lower() in header.lower()]
    if len(present) > 1 and any(uri.lower() not in told for uri in present):
        yield Breach("the values are not separated by commas", (call.seq,), ", ".join(step.extensions), header)


def _in_the_body(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    body = call.payload.get("json")
    for name in _names(body):
        if name.lower().startswith((SERVICE, f"x-{SERVICE}")):
            yield Breach(f"the body holds {name}", (call.seq,), "an HTTP header", f"a member {name}")


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _names(inner)


def _required(card: Any) -> tuple[str, ...]:
    capabilities = card.get("capabilities") if isinstance(card, dict) else None
    listed = capabilities.get("extensions") if isinstance(capabilities, dict) else None
    return tuple(
        str(item.get("uri")) for item in listed or () if isinstance(item, dict) and item.get("required") is True
    )


def _undeclared(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    header = _asked_for(evidence, call)
    for agent in evidence.play.agents:
        for uri in _required(dict(agent.card)):
            if agent.name == call.agent and uri.lower() not in header.lower():
                yield Breach(f"the call does not declare {uri}", (call.seq,), uri, header or "no such header")


def _zero_lost_in_send(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    length = (call.params.get("configuration") or {}).get("historyLength")
    if length != 0:
        yield Breach("the send does not say that no history is wanted", (call.seq,), "historyLength 0", f"{length}")


def _zero_lost_in_get(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    length = call.params.get("historyLength")
    if length != 0:
        yield Breach("the read does not say that no history is wanted", (call.seq,), "historyLength 0", f"{length}")


def _reference_lost(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    named = call.message.get("referenceTaskIds")
    if not named:
        yield Breach("the message refers to no task", (call.seq,), "the id of an earlier task", "none")


def _data_misplaced(evidence: Evidence, step: DriveStep, call: Call) -> Iterator[Breach]:
    told = call.message.get("metadata")
    for name in step.metadata or {}:
        if not isinstance(told, dict) or name not in told:
            yield Breach(f"the metadata of the message has no {name}", (call.seq,), name, f"{told}")
