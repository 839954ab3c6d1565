"""The editor schema: equal to the models, valid for the corpus, and precise about a typo."""

import json
from collections.abc import Iterator

import pytest
from jsonschema import Draft7Validator

from a2a_conformance import corpus
from a2a_simulator.scenario import schema
from a2a_simulator.scenario.yaml_text import read

VALIDATOR = Draft7Validator(schema.schema())


def errors(text: str) -> list[str]:
    found = sorted(VALIDATOR.iter_errors(read(text, "f").value), key=lambda error: error.json_path)
    return [f"{error.json_path}: {error.message}" for error in found]


def reply(step: str) -> list[str]:
    return errors(f"scenario: b\ndrive: [{{send: a}}]\nscript:\n  - reply:\n      - {step}\n")


def test_the_committed_schema_is_the_one_of_the_models() -> None:
    committed = corpus.fixtures_root() / "schema" / schema.NAME
    assert committed.read_text(encoding="utf-8") == schema.text(), (
        f"write it anew: python -m a2a_simulator.scenario.schema > fixtures/schema/{schema.NAME}"
    )


def test_it_is_a_schema_of_draft_07() -> None:
    Draft7Validator.check_schema(json.loads(schema.text()))


@pytest.mark.parametrize("id", corpus.paths())
def test_every_shipped_scenario_is_valid(id: str) -> None:
    file = corpus.paths()[id]
    assert errors(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("stauts: working", "$.script[0].reply[0]: 'stauts' is not one of ['task', 'status', "),
        ("frame: {bom: true}", "$.script[0].reply[0]: 'frame' is not one of ['task', 'status', "),
        ("{}", "$.script[0].reply[0]: {} "),
        ("{status: working, fram: {bom: true}}", "$.script[0].reply[0]: 'fram' is not one of ['status', 'frame', "),
        ("{wait: 20ms, frame: {bom: true}}", "$.script[0].reply[0]: 'frame' is not one of ['wait', 'deliberate', "),
        ("status: TASK_STATE_COMPLETED", "$.script[0].reply[0].status: 'TASK_STATE_COMPLETED' is not one of ["),
        ("status: {state: working, txt: x}", "$.script[0].reply[0].status: Additional properties are not allowed"),
        ("artifact: {text: x}", "$.script[0].reply[0].artifact: 'id' is a required property"),
        ("artifact: {id: a, text: 42}", "$.script[0].reply[0].artifact.text: 42 is not of type 'string'"),
        ("wait: 20", "$.script[0].reply[0].wait: 20 is not of type 'string'"),
        ("hold: {until: sen}", "$.script[0].reply[0].hold.until: 'sen' is not one of ["),
        ("status:", "$.script[0].reply[0].status: None is not"),
        ("working", "$.script[0].reply[0]: 'working' is not of type 'object'"),
    ],
)
def test_a_typo_gives_one_precise_error(step: str, says: str) -> None:
    found = reply(step)
    assert len(found) == 1
    assert found[0].startswith(says)


def test_script_and_agents_exclude_each_other_and_one_is_needed() -> None:
    assert errors("scenario: b\ndrive: [{send: a}]\n") == ["$: 'script' is a required property"]
    assert len(errors("scenario: b\ndrive: [{send: a}]\nagents: {}\nscript: []\n")) == 1


def test_a_drive_step_needs_a_verb() -> None:
    found = errors("scenario: b\ndrive: [{listener: {}}]\nscript: [{reply: [{message: x}]}]\n")
    assert len(found) == 1
    assert found[0].startswith("$.drive[0]: 'listener' is not one of ['send', 'answer', ")


def keys(value: object, path: str = "$") -> Iterator[tuple[str, object]]:
    """Every key of the schema, however deep, and what is said of it."""
    if isinstance(value, list):
        for one in value:
            yield from keys(one, path)
    if isinstance(value, dict):
        for name, inner in value.get("properties", {}).items():
            yield f"{path}.{name}", inner
        for name, inner in value.items():
            yield from keys(inner, f"{path}/{name}")


def test_every_key_has_a_description_of_its_own() -> None:
    made = schema.schema()
    bare = [path for path, inner in keys(made) if isinstance(inner, dict) and not inner.get("description")]
    assert bare == []
    assert all("description" in model for model in made["definitions"].values())
