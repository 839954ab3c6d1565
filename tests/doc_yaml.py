"""YAML and JSON blocks of the documentation, each held against what reads it."""

import shlex
from pathlib import Path

import yaml

from a2a_conformance import catalog
from a2a_conformance.adapters.normal_form import read_event, read_outcome
from a2a_conformance.baseline import Baseline
from a2a_conformance.pins import check_pins
from a2a_conformance.target_file import load_target
from a2a_simulator import journal
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.models.driving import DRIVE_VERBS
from a2a_simulator.scenario.models.file import ScenarioFile
from a2a_simulator.scenario.models.steps import VERBS
from a2a_simulator.scenario.yaml_text import read
from doc_blocks import ROOT, Block
from doc_commands import is_set_up, pieces

PLAIN = {"scenario": "plain", "drive": [{"send": "Hi"}], "script": [{"reply": [{"message": "Hi"}]}]}


def check_yaml(block: Block, folder: Path) -> None:
    """Fails for a block that its reader would refuse, and for one that nothing reads."""
    value = read(block.text, block.place).value
    if isinstance(value, dict) and "kind" in value:
        path = folder / "checked-target.yaml"
        path.write_text(block.text)
        load_target(path)
    elif isinstance(value, dict) and "scenario" in value:
        scenario = load_text(block.text, block.place, known_requirements=catalog.ids())
        assert not [problem for cell in scenario.cells() for problem in check_pins(scenario.lower(cell))]
    elif isinstance(value, list) and "check" in value[0]:
        assert Baseline.read(block.text, block.place).entries
    elif _is_job(value):
        _check_job(value)
    else:
        ScenarioFile.model_validate(_whole(value))


def check_json(value) -> None:
    """One line of what we read: a record of a journal, or the normal form of a target."""
    if "journal" in value:
        assert value["journal"] == journal.VERSION
    elif "seq" in value:
        journal.from_json(value)
    elif "event" in value:
        read_event(value)
    else:
        read_outcome(value)


def _whole(value):
    """A fragment of a scenario inside a plain one; it is held against the models, not against the lint."""
    if isinstance(value, dict):
        return {key: item for key, item in PLAIN.items() if key != "script" or "agents" not in value} | value
    keys = set(value[0])
    if keys & {"reply", "when"}:
        return PLAIN | {"script": value}
    if keys & set(DRIVE_VERBS):
        return PLAIN | {"drive": value}
    assert keys & set(VERBS), f"nothing reads this: {value[0]}"
    return PLAIN | {"script": [{"reply": value}]}


def _is_job(value) -> bool:
    return isinstance(value, dict) and any(
        key == "jobs" or (isinstance(item, dict) and "script" in item) for key, item in value.items()
    )


def _check_job(value) -> None:
    inputs = set(yaml.safe_load((ROOT / "action.yml").read_text())["inputs"])
    for job in value.get("jobs", value).values():
        for step in job.get("steps", ()):
            if step.get("uses", "").startswith("./"):
                assert set(step.get("with", {})) <= inputs, f"action.yml has only {sorted(inputs)}"
            for line in step.get("run", "").splitlines():
                check_command(line)
        for line in job.get("script", ()):
            check_command(line)


def check_command(line: str) -> None:
    """A command of a job: one that sets up, or ours with options that exist."""
    for piece in pieces(line):
        if not is_set_up(piece):
            check_options(piece)


def check_options(piece: str) -> None:
    """Raises click.UsageError for an option that the command does not have."""
    from a2a_conformance.cli.group import cli

    words = shlex.split(piece)
    assert words[0].endswith("a2a-conformance"), f"nothing checks this: {piece}"
    context = cli.make_context("a2a-conformance", words[1:2])
    name, command, rest = cli.resolve_command(context, words[1:])
    command.make_context(name, rest, parent=context)
