"""What holds for every event, and for every JSON: nothing is lost on the way, and no reader ever raises."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a2a_simulator.protocol.artifacts import Artifact
from a2a_simulator.protocol.events import ArtifactUpdate, Event, StatusUpdate
from a2a_simulator.protocol.messages import Message, Role
from a2a_simulator.protocol.parts import Data, File, Text
from a2a_simulator.protocol.states import State
from a2a_simulator.protocol.tasks import Task, TaskStatus
from a2a_simulator.wire.cards import card_of, read_card
from a2a_simulator.wire.json_text import dumps
from a2a_simulator.wire.jsonrpc import read_call, read_response, refusal, request
from a2a_simulator.wire.models import model_of
from a2a_simulator.wire.wire_forms import JSONRPC_METHODS, V1_JSONRPC, Dialect

DIALECTS = [Dialect.V1_0, Dialect.V0_3]

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
ids = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
maybe = st.none() | texts
scalars = st.none() | st.booleans() | st.integers() | texts
jsons = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3))
metadata = st.none() | st.dictionaries(texts, scalars, max_size=2)
parts = st.lists(
    st.builds(Text, texts, metadata)
    | st.builds(File, st.binary(max_size=9), st.none(), maybe, maybe, metadata)
    | st.builds(File, st.none(), texts, maybe, maybe, metadata)
    | st.builds(Data, st.dictionaries(texts, jsons, max_size=2), metadata),
    min_size=1,
    max_size=3,
).map(tuple)
uris = st.lists(ids, max_size=2).map(tuple)


def messages(role: st.SearchStrategy[Role]) -> st.SearchStrategy[Message]:
    return st.builds(Message, ids, role, parts, ids, st.none() | ids, metadata, uris, uris)


said = messages(st.just(Role.AGENT))
states = st.sampled_from([state for state in State if state is not State.UNSPECIFIED])
statuses = st.builds(TaskStatus, states, st.none() | said, st.none() | st.just("2026-01-01T00:00:00.000Z"))
artifacts = st.builds(Artifact, ids, parts, maybe, maybe, metadata, uris)
tasks = st.builds(
    Task,
    ids,
    ids,
    statuses,
    st.none() | st.lists(artifacts, max_size=2, unique_by=lambda artifact: artifact.artifact_id).map(tuple),
    st.none() | st.lists(messages(st.sampled_from(Role)), max_size=2).map(tuple),
    metadata,
)
updates = st.builds(StatusUpdate, ids, ids, statuses, st.none(), metadata)
chunks = st.builds(ArtifactUpdate, ids, ids, artifacts, st.booleans(), st.booleans(), metadata)
events = tasks | said | updates | chunks


@pytest.mark.parametrize("dialect", DIALECTS)
@given(event=events)
def test_an_event_is_read_as_it_was_written(dialect: Dialect, event: Event) -> None:
    model = model_of(dialect)
    reading = model.read_event(json.loads(dumps(model.encode_event(event))))
    assert reading.defects == ()
    assert reading.value is not None
    assert model.encode_event(reading.value) == model.encode_event(event)


@given(event=events)
def test_both_dialects_tell_the_same(event: Event) -> None:
    new, old = (model_of(dialect) for dialect in DIALECTS)
    through_0_3 = old.read_event(old.encode_event(event)).value
    assert through_0_3 is not None
    assert new.encode_event(through_0_3) == new.encode_event(event)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, item in items for place in places(item, (*path, key)))]


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    key, rest = path[0], path[1:]
    if isinstance(value, dict):
        return {name: replaced(item, rest, new) if name == key else item for name, item in value.items()}
    return [replaced(item, rest, new) if index == key else item for index, item in enumerate(value)]


@given(event=events, dialect=st.sampled_from(DIALECTS), new=jsons, draw=st.data())
def test_no_reader_of_events_raises(event: Event, dialect: Dialect, new: Any, draw: st.DataObject) -> None:
    good = model_of(dialect).encode_event(event)
    broken = replaced(good, draw.draw(st.sampled_from(places(good))), new)
    for model in map(model_of, DIALECTS):
        model.read_task(broken)
        model.read_message(broken)
        reading = model.read_event(broken)
        assert reading.value is not None or reading.defects
        if reading.value is not None:
            model.encode_event(reading.value)


@given(message=messages(st.just(Role.USER)), dialect=st.sampled_from(DIALECTS), new=jsons, draw=st.data())
def test_no_reader_of_calls_raises(message: Message, dialect: Dialect, new: Any, draw: st.DataObject) -> None:
    config = {"url": "u", "token": "t", "authentication": {"scheme": "Bearer"}}
    params = {
        "message": model_of(Dialect.V1_0).encode_message(message),
        "configuration": {"historyLength": 1, "returnImmediately": True, "taskPushNotificationConfig": config},
        "id": "t",
        "taskId": "t",
    } | config
    good = request(draw.draw(st.sampled_from(list(JSONRPC_METHODS[dialect]))), params, 1, dialect)
    broken = replaced(good, draw.draw(st.sampled_from(places(good))), new)
    call = read_call("POST", "/", {"content-type": "application/json"}, dumps(broken).encode())
    assert refusal(call, strict=True, speaks=dialect) or call.operation is not None


@given(body=st.binary(max_size=20), header=texts)
def test_any_bytes_are_a_call_that_can_be_refused(body: bytes, header: str) -> None:
    call = read_call("POST", f"/?{header}", {"content-type": header, "a2a-version": header}, body)
    assert refusal(call) is not None


@given(new=jsons, dialect=st.sampled_from(DIALECTS), draw=st.data())
def test_no_reader_of_responses_or_cards_raises(new: Any, dialect: Dialect, draw: st.DataObject) -> None:
    data = [{"@type": "x", "reason": "A"}]
    response = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32001, "message": "m", "data": data}}
    read_response(replaced(response, draw.draw(st.sampled_from(places(response))), new), dialect, 1)
    schemes = {"key": {"apiKeySecurityScheme": {"location": "header", "name": "X"}}}
    patch = {"securitySchemes": schemes, "securityRequirements": [{"schemes": {"key": {"list": []}}}]}
    shape = draw.draw(st.sampled_from(["1.0", "0.3", "dual"]))
    card = card_of(patch, V1_JSONRPC, "http://127.0.0.1/", shape)
    read_card(replaced(card, draw.draw(st.sampled_from(places(card))), new))
    broken_patch = replaced(patch, draw.draw(st.sampled_from(places(patch))), new)
    if isinstance(broken_patch, dict):
        card_of(broken_patch, V1_JSONRPC, "http://127.0.0.1/", shape)
