"""The schema that editors use for `*.a2a.yaml`: draft-07, generated from the models.

A step is one flat object with all verbs and modifiers; per verb, `if … then propertyNames` says what may stand beside
it. So a typo gives one precise message instead of one per verb.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any, Final

from a2a_simulator.scenario.models.driving import BESIDE, DRIVE_VERBS
from a2a_simulator.scenario.models.file import ScenarioFile
from a2a_simulator.scenario.models.steps import VERBS, modifiers_of

NAME: Final = "scenario.schema.json"


def schema() -> dict[str, Any]:
    """The editor schema."""
    made = _plain(ScenarioFile.model_json_schema(by_alias=True, ref_template="#/definitions/{model}"))
    definitions = made.pop("$defs")
    definitions["Step"] = _one_verb(definitions["Step"], VERBS, {verb: modifiers_of(verb) for verb in VERBS})
    definitions["Drive"] = _one_verb(definitions["Drive"], DRIVE_VERBS, BESIDE)
    made.pop("description", None)
    for model in (made, *definitions.values()):
        _describe(model, definitions)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A2A scenario, format version 1",
        "description": "One situation for a client or gateway of A2A.",
        **made,
        "if": {"required": ["agents"]},
        "then": {"not": {"required": ["script"]}},
        "else": {"required": ["script"]},
        "definitions": dict(sorted(definitions.items())),
    }


def text() -> str:
    """The schema as it is committed."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _describe(value: Any, definitions: Mapping[str, Any]) -> None:
    """Gives a key whose text is that of its model, which pydantic leaves out, this text again."""
    if isinstance(value, list):
        for one in value:
            _describe(one, definitions)
    if not isinstance(value, dict):
        return
    for inner in value.get("properties", {}).values():
        named = (inner.get("allOf") or [inner])[0].get("$ref") if isinstance(inner, dict) else None
        if named is not None and "description" not in inner:
            inner["description"] = definitions[named.rpartition("/")[2]]["description"]
    for inner in value.values():
        _describe(inner, definitions)


def _one_verb(step: dict[str, Any], verbs: tuple[str, ...], beside: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """A step says once what is wrong with a key: beside a verb by its modifiers, without one by the verbs."""
    flat = {key: inner for key, inner in step.items() if key != "additionalProperties"}
    rules: list[dict[str, Any]] = [
        {"if": {"required": [verb]}, "then": {"propertyNames": {"enum": [verb, *_ordered(step, beside[verb])]}}}
        for verb in verbs
    ]
    nothing = {
        "if": {"not": {"anyOf": [{"required": [verb]} for verb in verbs]}},
        "then": {"propertyNames": {"enum": list(verbs)}, "minProperties": 1},
    }
    return {**flat, "allOf": [*rules, nothing]}


def _ordered(step: dict[str, Any], names: Iterable[str]) -> list[str]:
    known = list(step["properties"])
    return sorted(names, key=known.index)


def _plain(value: Any) -> Any:
    """In the words of draft-07, without what only pydantic reads: titles of fields, defaults that say nothing."""
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value and len(value) > 1:
        value = {"allOf": [{"$ref": value["$ref"]}], **{key: one for key, one in value.items() if key != "$ref"}}
    if {"type": "null"} in value.get("anyOf", ()):
        inner = next(one for one in value["anyOf"] if one != {"type": "null"})
        kept = {key: one for key, one in value.items() if key != "anyOf"}
        value = {**kept, "if": {"not": {"type": "null"}}, "then": inner}
    out: dict[str, Any] = {}
    for key, inner in value.items():
        if key == "default" and inner is None:
            continue
        if key == "title" and isinstance(inner, str):
            continue
        if key == "properties":
            out[key] = {name: _plain(one) for name, one in inner.items()}
        else:
            out[key] = _plain(inner)
    return out


if __name__ == "__main__":
    sys.stdout.write(text())
