"""A legal script broken in one place: exactly the right rule speaks, of the frame that is broken."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a2a_conformance.rules.engine import judge_stream
from a2a_conformance.rules.observed import observe
from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.parts import Text
from a2a_simulator.protocol.states import TERMINAL, State
from a2a_simulator.protocol.tasks import Task, TaskStatus
from made_up_streams import V03, V1, answer, chunk, encoded, message, status, task

BOTH = (V1, V03)


@dataclass(frozen=True)
class Fault:
    """`at`: which frames it can hit. `breaks`: changes the answer, or gives another; None takes the frame away."""

    requirement: str
    at: Callable[[Event, int, int], bool]
    breaks: Callable[[dict[str, Any], dict[str, Any]], Any]
    dialects: tuple[Any, ...] = BOTH


def update(event: Event, number: int, count: int) -> bool:
    return not isinstance(event, Task)


def opening(event: Event, number: int, count: int) -> bool:
    return number == 0


def ending(event: Event, number: int, count: int) -> bool:
    return number == count - 1


def artifact(event: Event, number: int, count: int) -> bool:
    return isinstance(event, ArtifactUpdate)


def progress(event: Event, number: int, count: int) -> bool:
    return isinstance(event, StatusUpdate) and number < count - 1


def anything(event: Event, number: int, count: int) -> bool:
    return True


def place(body: Any, path: tuple[str, ...]) -> tuple[Any, Any]:
    for step in path[:-1]:
        body = body[int(step) if isinstance(body, list) else step]
    return body, int(path[-1]) if isinstance(body, list) else path[-1]


def sets(*path: str, to: Any):
    def change(whole: dict[str, Any], body: dict[str, Any]) -> None:
        holder, key = place(body, path)
        holder[key] = to

    return change


def drops(*path: str):
    def change(whole: dict[str, Any], body: dict[str, Any]) -> None:
        holder, key = place(body, path)
        del holder[key]

    return change


def around(**members: Any):
    return lambda whole, body: whole.update(members)


def gives(value: Any):
    return lambda whole, body: value


ERROR = {"code": -32603, "message": "broken"}
FAULTS = {
    "a task id is missing": Fault("stream-update-ids", update, drops("taskId")),
    "a context id is empty": Fault("stream-update-ids", update, sets("contextId", to="")),
    "an artifact is missing": Fault("stream-update-ids", artifact, drops("artifact")),
    "an artifact id is missing": Fault("art-id", artifact, drops("artifact", "artifactId")),
    "an artifact has no parts": Fault("art-parts-nonempty", artifact, sets("artifact", "parts", to=[])),
    "a part is empty": Fault("json-part-oneof", artifact, sets("artifact", "parts", "0", to={})),
    "a part has two contents": Fault("json-part-oneof", artifact, sets("artifact", "parts", "0", "data", to={})),
    "append is a text": Fault("json-required", artifact, sets("lastChunk", to="no")),
    "another task": Fault("stream-single-task", update, sets("taskId", to="task-z")),
    "another context": Fault("stream-single-task", update, sets("contextId", to="ctx-9")),
    "no state": Fault("state-status-required", progress, drops("status", "state")),
    "a state of its own": Fault("state-values", progress, sets("status", "state", to="PONDERING")),
    "a state by number": Fault("json-enum", progress, sets("status", "state", to=2)),
    "no time": Fault("json-ts-utc", progress, sets("status", "timestamp", to="yesterday")),
    "an offset": Fault("json-ts-z", progress, sets("status", "timestamp", to="2026-01-01T00:00:00+01:00"), (V1,)),
    "metadata is a list": Fault("json-metadata-keys", anything, sets("metadata", to=[])),
    "no task id at first": Fault("json-required", opening, drops("id")),
    "no status at first": Fault("state-status-required", opening, drops("status")),
    "a foreign member": Fault("stream-no-kind", update, sets("kind", to="update"), (V1,)),
    "a final": Fault("stream-no-kind", progress, sets("final", to=False), (V1,)),
    "no kind": Fault("v03-kind", anything, drops("kind"), (V03,)),
    "no final": Fault("v03-final", lambda e, n, c: isinstance(e, StatusUpdate), drops("final"), (V03,)),
    "the wrong final": Fault("v03-final-last", ending, sets("final", to=False), (V03,)),
    "no version": Fault("jr-envelope", anything, around(jsonrpc="1.0")),
    "another request": Fault("jr-id-echo", anything, around(id="1")),
    "an error as well": Fault("jr-result-xor-error", anything, around(error=ERROR | {"data": []}), (V03,)),
    "neither": Fault("jr-result-xor-error", anything, lambda whole, body: {"jsonrpc": "2.0", "id": 1}),
    "no answer": Fault("jr-stream-sse", anything, gives({"a": 1})),
    "no JSON": Fault("jr-envelope", anything, gives('{"jsonrpc":')),
    "no event in 1.0": Fault("stream-oneof", anything, gives(answer({"heartbeat": {}})), (V1,)),
    "no event in 0.3": Fault("v03-kind", anything, gives(answer({"heartbeat": {}})), (V03,)),
    "two Ls": Fault("state-canceled-spelling", ending, sets("status", "state", to="CANCELLED")),
    "no opening": Fault("stream-task-first", opening, gives(None), (V1,)),
    "no end": Fault("stream-early-eof", ending, gives(None)),
}


@st.composite
def legal(draw) -> list[Event]:
    """A task stream whose artifacts are all closed."""
    made: list[Event] = [task(draw(st.sampled_from([State.SUBMITTED, State.WORKING])))]
    open_now: dict[str, bool] = {}
    for _ in range(draw(st.integers(1, 8))):
        if draw(st.booleans()):
            made.append(status(State.WORKING, draw(st.none() | st.just("Hm"))))
            continue
        name = draw(st.sampled_from("ab"))
        last = draw(st.booleans())
        made.append(chunk(name, draw(st.text(max_size=4)), append=open_now.get(name, False), last=last))
        open_now[name] = not last
    made += [chunk(name, append=True, last=True) for name, is_open in open_now.items() if is_open]
    return [*made, status(draw(st.sampled_from(sorted(TERMINAL))))]


def findings(frames: list[Any], dialect: Any) -> list[tuple[str, int]]:
    seen = [observe(number, frame, dialect) for number, frame in enumerate(frames, 1)]
    return [(one.requirement, one.frame) for one in judge_stream(seen, dialect, rpc_id=1) if not one.note]


@pytest.mark.parametrize("name", FAULTS)
@given(script=legal(), data=st.data())
@settings(max_examples=25, deadline=None)
def test_one_fault_is_one_finding(name, script, data):
    fault = FAULTS[name]
    places = [number for number, event in enumerate(script) if fault.at(event, number, len(script))]
    if not places:
        script.insert(1, chunk("c", last=True) if fault.at is artifact else status())
        places = [1]
    at = data.draw(st.sampled_from(places))
    dialect = data.draw(st.sampled_from(fault.dialects))
    frames: list[Any] = [answer(encoded(event, dialect)) for event in script]
    body = frames[at]["result"]
    told = fault.breaks(frames[at], next(iter(body.values())) if dialect is V1 else body)
    gone = name in ("no opening", "no end")
    frames[at : at + 1] = [] if gone else [frames[at] if told is None else told]
    if dialect is V1 and fault.at is not ending and data.draw(st.booleans()):
        frames.append(answer(encoded(closing(script, content(script)), V1)))
    shown = len(frames) if name == "no end" else at + 1
    assert findings(frames, dialect) == [(fault.requirement, shown)]


def content(script: list[Event]) -> tuple[Artifact, ...]:
    held: dict[str, str] = {}
    for event in script:
        if isinstance(event, ArtifactUpdate):
            text = "".join(part.text for part in event.artifact.parts if isinstance(part, Text))
            name = event.artifact.artifact_id
            held[name] = held[name] + text if event.append else text
    return tuple(Artifact(name, (Text(text),)) for name, text in held.items())


def closing(script: list[Event], artifacts: tuple[Artifact, ...]) -> Task:
    last = script[-1]
    assert isinstance(last, StatusUpdate)
    return Task("task-a", "ctx-1", TaskStatus(last.status.state), artifacts)


@given(legal())
@settings(max_examples=60, deadline=None)
def test_the_task_once_more_is_silent_if_it_holds_what_was_streamed(script):
    frames = [answer(encoded(event, V1)) for event in [*script, closing(script, content(script))]]
    assert findings(frames, V1) == []


@given(legal(), st.data())
@settings(max_examples=60, deadline=None)
def test_the_task_once_more_with_another_text_is_one_finding(script, data):
    script.insert(1, chunk("c", "streamed", last=True))
    held = content(script)
    at = data.draw(st.integers(0, len(held) - 1))
    changed = Artifact(held[at].artifact_id, (Text("something else"),))
    frames = [
        answer(encoded(event, V1)) for event in [*script, closing(script, (*held[:at], changed, *held[at + 1 :]))]
    ]
    assert findings(frames, V1) == [("art-final-state-match", len(frames))]


@given(legal(), st.sampled_from(BOTH), st.data())
@settings(max_examples=60, deadline=None)
def test_an_event_too_many_is_one_finding(script, dialect, data):
    extra, requirement = data.draw(
        st.sampled_from(
            [
                (message(), "stream-no-message-midway"),
                (task(), "stream-task-then-updates"),
                (chunk("never begun", append=True), "art-append-unknown"),
                (status(task="task-z", state=State.COMPLETED), "stream-single-task"),
            ]
        )
    )
    at = data.draw(st.integers(1, len(script) - 1))
    script.insert(at, extra)
    frames = [answer(encoded(event, dialect)) for event in script]
    assert findings(frames, dialect) == [(requirement, at + 1)]
