"""Made-up scenarios are legal, the same for the same name, and of every kind."""

import json
import re
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings

from a2a_conformance import catalog
from a2a_conformance.evaluate import judge_run
from a2a_conformance.fuzz import tables
from a2a_conformance.fuzz.generate import Name, scenario_of, scenarios, text_of
from a2a_conformance.fuzz.situations import make
from a2a_conformance.fuzz.writing import write
from a2a_conformance.outcome import Hello, Observes
from a2a_conformance.verdict import Status
from a2a_conformance.vetting import vet
from a2a_simulator.scenario.load import load_text
from a2a_simulator.scenario.yaml_text import read
from made_up_choices import documents
from made_up_run import EVERYTHING, dry_run, ideal

QUIET = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("number", range(1, 61))
def test_a_scenario_of_a_seed_has_no_mistake(number):
    assert vet(scenario_of(Name("legal", number))) == ()


@given(documents())
@QUIET
def test_whatever_is_chosen_has_no_mistake(document):
    scenario = load_text(write(document), "made-up.a2a.yaml", "made/up", catalog.ids())
    assert vet(scenario) == ()
    assert scenario.cells()


@given(documents())
@QUIET
def test_the_text_says_what_the_document_says(document):
    assert read(write(document), "made-up.a2a.yaml").value == json.loads(json.dumps(document))


@given(documents())
@QUIET
def test_a_correct_client_is_not_blamed(document):
    scenario = load_text(write(document), "made-up.a2a.yaml", "made/up", catalog.ids())
    hello = Hello("ideal", observes=Observes.AGGREGATE, features=EVERYTHING, dialects=("1.0", "0.3"))
    for cell in scenario.cells():
        play = scenario.lower(cell)
        journal = dry_run(play)
        verdicts = judge_run(play, hello, list(ideal(play, journal).values()), journal)
        assert [f"{v.key}: {v.text}" for v in verdicts if v.status in (Status.FAIL, Status.ERROR)] == []


def test_a_name_is_the_same_scenario_in_another_process():
    code = "from a2a_conformance.fuzz.generate import *; print(ascii([text_of(Name('s', n)) for n in range(1, 30)]))"
    made = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert made.stdout.strip() == ascii([text_of(Name("s", number)) for number in range(1, 30)])


def test_more_of_a_seed_begin_with_the_same_and_seeds_differ():
    assert [one.id for one in scenarios("a", 3)] == ["fuzz/a-1", "fuzz/a-2", "fuzz/a-3"]
    assert text_of(Name("a", 1)).splitlines()[1:] != text_of(Name("b", 1)).splitlines()[1:]


def test_names_are_read_back():
    assert Name.of("fuzz/my-seed-12") == Name("my-seed", 12)
    assert [Name.of(word) for word in ("fuzz/1", "fuzz/a-0", "fuzz/a b-1", "faults/a-1", "fuzz/a-1x")] == [None] * 5


def test_everything_in_the_tables_comes_up():
    texts = [text_of(Name("all", number)) for number in range(1, 900)]
    verbs = Counter(re.findall(r"- (\w+):|, (\w+): ", "\n".join(texts)))
    words = {word for pair in verbs for word in pair}
    whole = "\n".join(texts)
    assert {
        "send",
        "answer",
        "resubscribe",
        "get",
        "task",
        "status",
        "artifact",
        "message",
        "error",
        "fault",
    } <= words
    assert {"hold", "comment", "wait", "parallel", "cancel"} <= words
    assert all(
        word in whole for word in (*tables.STARTS, *tables.ENDS, *tables.BREAKS, *tables.ERRORS, *tables.NAMES[:3])
    )
    assert all(
        word in whole for word in ("chunks:", "append: true", "last: true", "data:", "file:", "frame:", "edit:")
    )


def test_the_plainest_choices_make_the_plainest_scenario():
    class First:
        def below(self, bound):
            return 0

    assert make(First(), "plain")["script"] == [{"reply": [{"task": "submitted"}, {"status": "completed"}]}]
