"""References name everything there is to name."""

import re

import pytest
import yaml

from a2a_conformance.baseline_entry import EntryForm
from a2a_conformance.cli.exits import Exit
from a2a_conformance.corpus import SUITES
from a2a_conformance.outcome import Kind as OutcomeKind
from a2a_conformance.outcome import Observes
from a2a_conformance.plugin.options import OPTIONS
from a2a_conformance.verdict import Basis, Level, RunVerdict, Status
from a2a_simulator.journal import Kind
from a2a_simulator.scenario.models import conditions, content, driving, events, file, framing, results, steps
from a2a_simulator.scenario.models.base import Model
from a2a_simulator.scenario.models.scalars import FAULTS, OUTCOMES
from a2a_simulator.scenario.placeholders import NAMES
from doc_blocks import PAGES, ROOT


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def words(name):
    return set(re.findall(r"[a-z_0-9.]+", page(name)))


MODELS = sorted(
    {
        one
        for module in (conditions, content, driving, events, file, framing, results, steps)
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, Model)
    },
    key=lambda model: model.__name__,
)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_the_reference_of_scenarios_names_every_key(model):
    keys = {key.rstrip("_") for key in list(model.keys())} - {"equals", "word"}
    assert keys <= words("docs/scenario.md")


def test_the_reference_of_scenarios_names_faults_outcomes_and_placeholders():
    text = page("docs/scenario.md")
    assert set(FAULTS) | set(OUTCOMES) <= words("docs/scenario.md")
    assert all(f"${{{name}}}" in text for name in NAMES)


def test_the_page_of_verdicts_names_every_word_of_them():
    text = page("docs/verdicts.md")
    wanted = [*Status, *Basis, *Level, *RunVerdict, *(level.name.lower() for level in Observes)]
    assert not [word for word in wanted if word not in text]
    assert all(f"{code.value}" in text for code in Exit)
    assert set(EntryForm.model_fields) <= words("docs/verdicts.md")


def test_the_page_of_the_journal_names_every_kind():
    assert set(Kind) <= words("docs/journal.md")
    assert set(Kind) <= words("ARCHITECTURE.md")


def test_the_page_of_targets_names_every_outcome():
    assert set(OutcomeKind) <= words("docs/target.md")


def test_the_page_of_pytest_names_every_option():
    text = page("docs/pytest.md")
    assert not [option.flag for option in OPTIONS if option.flag not in text]


def test_the_page_of_the_fake_agent_names_its_words_its_options_and_its_control_calls():
    from a2a_simulator.cli import command
    from a2a_simulator.server.control import Control
    from a2a_simulator.server.serving import Serving
    from a2a_simulator.server.simulator import Simulator

    text = page("docs/fake-agent.md")
    listed = re.search(r"obeys words: (.*?)\.", " ".join(command.help.split()))
    assert not [word for word in listed[1].split(", ") if f"`{word}`" not in text]
    assert not [
        option
        for each in command.params
        for option in each.opts
        if option not in text and each.name not in ("files", "version", "help")
    ]
    routes = Control(Serving(Simulator())).app.routes
    assert not [route.path for route in routes if route.path not in text]


def test_the_page_of_ci_names_every_input_and_output_of_the_action():
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    assert all(f"`{name}`" in page("docs/ci.md") for name in (*action["inputs"], *action["outputs"]))


def test_the_readme_links_every_page():
    text = page("README.md")
    missing = [each.name for each in PAGES if each.parent.name == "docs" and f"docs/{each.name}" not in text]
    assert not missing


def test_the_readme_names_every_exit_code_and_suite():
    text = page("README.md")
    assert re.search(r"0 .* · 1 .* · 2 .* · 3 .* · 4 ", text)
    assert all(suite in text for suite in SUITES)
