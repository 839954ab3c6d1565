"""One fault put into a legal scenario, and the requirement that an agent breaks with it."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

from a2a_conformance.fuzz.choices import Choices, pick
from a2a_conformance.fuzz.life import Step

Reply = list[Step]
Change = Callable[[Reply, int], int]
"""Changes a reply at a place; gives the place of the step that breaks the requirement."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: where in a streamed reply it can be, what it changes there, and what it breaks, in which dialects.

    `at` is told a step and whether it is the first and the last of its reply.
    """

    requirement: str
    at: Callable[[Step, bool, bool], bool]
    change: Change
    dialects: tuple[str, ...] = ("1.0", "0.3")


def _insert(step: Step, behind: int = 0) -> Change:
    def change(reply: Reply, place: int) -> int:
        reply.insert(place + behind, deepcopy(step))
        return place + behind

    return change


def _edit(set: Mapping[str, Any] | None = None, drop: str | None = None) -> Change:
    def change(reply: Reply, place: int) -> int:
        edit = {**({"set": dict(set)} if set else {}), **({"drop": [drop]} if drop else {})}
        reply[place] = {key: inner for key, inner in reply[place].items() if key != "edit"} | {"edit": edit}
        return place

    return change


def _envelope(**members: Any) -> Change:
    edit = {"set": {f"/{name}": value for name, value in members.items()}}

    def change(reply: Reply, place: int) -> int:
        reply[place] = {**reply[place], "envelope": edit}
        return place

    return change


def _inside(step: Step, first: bool, last: bool) -> bool:
    return not first


def _is_one_event(step: Step, first: bool, last: bool) -> bool:
    return not first and "chunks" not in step.get("artifact", ())


def _is_status(step: Step, first: bool, last: bool) -> bool:
    return "status" in step and not first


def _is_artifact(step: Step, first: bool, last: bool) -> bool:
    return "artifact" in step and "chunks" not in step["artifact"]


def _is_end(step: Step, first: bool, last: bool) -> bool:
    return last


FAULTS: Final[Mapping[str, Fault]] = {
    "an update of another task": Fault("stream-single-task", _is_status, _edit({"/taskId": "another"})),
    "an artifact of another task": Fault("stream-single-task", _is_artifact, _edit({"/taskId": "another"})),
    "a status of another context": Fault("stream-single-task", _is_status, _edit({"/contextId": "another"})),
    "a message midway": Fault("stream-no-message-midway", _inside, _insert({"message": "Midway"})),
    "a chunk of nothing": Fault(
        "art-append-unknown", _inside, _insert({"artifact": {"id": "never", "text": "x", "append": True}})
    ),
    "an update after the end": Fault(
        "stream-nothing-after-terminal", _is_end, _insert({"artifact": {"id": "late", "text": "x"}}, 1)
    ),
    "a second end": Fault("stream-nothing-after-terminal", _is_end, _insert({"status": "failed"}, 1)),
    "a task id is missing": Fault("stream-update-ids", _is_status, _edit(drop="/taskId")),
    "no state": Fault("state-status-required", _is_status, _edit(drop="/status/state")),
    "no kind": Fault("v03-kind", _is_status, _edit(drop="/kind"), ("0.3",)),
    "a foreign member": Fault("stream-no-kind", _is_status, _edit({"/kind": "status-update"}), ("1.0",)),
    "an artifact without parts": Fault("art-parts-nonempty", _is_artifact, _edit({"/artifact/parts": []})),
    "an artifact without id": Fault("art-id", _is_artifact, _edit(drop="/artifact/artifactId")),
    "another id in the envelope": Fault("jr-id-echo", _is_one_event, _envelope(id="another")),
    "another version in the envelope": Fault("jr-envelope", _is_one_event, _envelope(jsonrpc="1.0")),
}
"""Kind of fault → what it is."""


def breakable(document: Mapping[str, Any], fault: Fault) -> Iterator[tuple[int, int]]:
    """The places that a fault can hit: entry and step, in the replies that end a task on an open stream."""
    for number, entry in enumerate(document["script"]):
        reply = entry["reply"]
        if not (isinstance(reply[0].get("task"), str | dict) and "status" in reply[-1] and len(reply) > 1):
            continue
        for place, step in enumerate(reply):
            if _sends(step) and fault.at(step, place == 0, place == len(reply) - 1):
                yield number, place


def broken(document: Mapping[str, Any], fault: Fault, choices: Choices) -> dict[str, Any] | None:
    """The scenario with the fault in one of the places that it can hit, meant as such and where it exists; None where
    there is no such place.
    """
    places = list(breakable(document, fault))
    if not places:
        return None
    number, place = pick(choices, places)
    made = deepcopy(dict(document))
    reply = made["script"][number]["reply"]
    reply[fault.change(reply, place)]["deliberate"] = fault.requirement
    return made if len(fault.dialects) > 1 else made | {"dialects": list(fault.dialects)}


def _sends(step: Step) -> bool:
    return bool(step.keys() & {"task", "status", "artifact"})
