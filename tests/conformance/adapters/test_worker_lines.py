import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest

from a2a_conformance.adapters import worker_lines
from a2a_conformance.adapters.base import FEATURES, AdapterError, Go, StepRequest, Stop
from a2a_conformance.adapters.normal_form import ErrorWord, OutcomeWord
from a2a_conformance.corpus import fixtures_root
from a2a_conformance.outcome import ErrorKind, Kind
from a2a_simulator.scenario.play import Verb

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "worker.md").read_text()
SCHEMA = json.loads((fixtures_root() / "schema" / "worker.schema.json").read_text())
SHOWN = [(line[0], json.loads(line[2:])) for line in PAGE.splitlines() if line[:2] in ("← ", "→ ")]


def valid(value: Any) -> bool:
    return jsonschema.Draft202012Validator(SCHEMA).is_valid(value)


def test_committed_schema_is_that_of_the_models() -> None:
    assert worker_lines.schema() == SCHEMA


@pytest.mark.parametrize(("direction", "line"), SHOWN)
def test_each_line_of_the_page_fits_the_schema(direction: str, line: dict[str, Any]) -> None:
    assert valid(line)
    assert (direction == "←") == (line["type"] in worker_lines.FROM_WORKER)
    if direction == "←":
        assert worker_lines.read_line(json.dumps(line).encode()) is not None


def test_page_shows_every_line_and_names_every_member_of_the_run_line() -> None:
    types = {get_args(form.model_fields["type"].annotation)[0] for form in get_args(worker_lines.ToWorker)}
    assert {line["type"] for _, line in SHOWN} == types | set(worker_lines.FROM_WORKER)
    named = set(re.findall(r"`([a-z_]+)`", PAGE))
    assert set(worker_lines.RunLine.model_fields) - {"type", "run", "step"} <= named
    assert set(re.findall(r"[a-z_]+", PAGE)) >= FEATURES


def test_page_on_targets_names_every_key() -> None:
    from a2a_conformance.target_file import TargetFile

    page = (DOCS / "target.md").read_text()
    assert set(TargetFile.model_fields) <= set(re.findall(r"`([a-z_]+)`", page))


@pytest.mark.parametrize(
    "line",
    [
        {"type": "outcome", "run": "r", "step": "0", "outcome": "done"},
        {"type": "outcome", "step": "0", "outcome": "completed"},
        {"type": "event", "run": "r", "step": "0", "event": "delta"},
        {"type": "ended", "run": "r", "step": "0", "ended": "clean", "outcome": "completed"},
        {"type": "hello", "protocol": 2},
        {"type": "hullo"},
    ],
)
def test_schema_and_reader_refuse_the_same(line: dict[str, Any]) -> None:
    assert not valid(line)
    data = json.dumps(line).encode()
    if line["type"] not in worker_lines.FROM_WORKER:
        assert worker_lines.read_line(data) is None
        return
    with pytest.raises(AdapterError) as told:
        worker_lines.read_line(data)
    assert "\n" not in str(told.value)


def test_a_worker_has_to_bear_members_that_it_does_not_know() -> None:
    run = next(line for _, line in SHOWN if line["type"] == "run")
    assert valid(run | {"new": 1})


@pytest.mark.parametrize("verb", sorted(set(Verb) - {Verb.PARALLEL}))
def test_every_request_becomes_a_line_that_fits(verb: Verb) -> None:
    request = StepRequest("r1", "0", verb, headers={"a": "b"}, metadata={"c": {"d": [1]}}, accept=("text/plain",))
    data = worker_lines.write_line(worker_lines.run_line(request))
    assert data.endswith(b"\n")
    assert valid(json.loads(data))


@pytest.mark.parametrize(
    ("reply", "line"),
    [
        (Go(), {"type": "go"}),
        (Stop("x"), {"type": "stop", "return": {"response": "x"}}),
        (Stop(), {"type": "stop", "return": {"response": None}}),
        (Stop(artifacts=True), {"type": "stop", "return": {"artifacts": True}}),
    ],
)
def test_reply_to_an_event(reply: Go | Stop, line: dict[str, Any]) -> None:
    written = json.loads(worker_lines.write_line(worker_lines.reply_line(StepRequest("r1", "0", Verb.SEND), reply)))
    assert written == line | {"run": "r1", "step": "0"}
    assert valid(written)


def test_words_of_the_form_are_those_of_the_harness() -> None:
    assert set(get_args(OutcomeWord)) == {kind.value for kind in Kind}
    assert set(get_args(ErrorWord)) == {kind.value for kind in ErrorKind}
