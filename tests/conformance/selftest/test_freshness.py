"""Pins that are older than what they were taken from are told, with the file and the command."""

import pytest

from a2a_conformance.selftest import freshness
from a2a_conformance.selftest.freshness import State, accepted, current, stale
from a2a_conformance.selftest.population import all_mutants

BEFORE = State({"a/one": "1", "a/two": "2", "a/gone": "3"}, {"ends": "1", "sse": "1"}, "j1")
NOW = State({"a/one": "1", "a/two": "9", "a/new": "4"}, {"ends": "2", "sse": "1"}, "j2")


def test_what_did_not_change_is_not_told_of():
    assert list(stale(NOW, NOW)) == []


def test_each_change_names_the_file_and_the_command():
    all_mutants()
    again = "a2a-conformance selftest --accept"
    told = list(stale(NOW, BEFORE))
    assert told[:3] == [
        f"fixtures/scenarios/a/gone.a2a.yaml is gone, and the pins still know it: run `{again}`",
        f"fixtures/scenarios/a/new.a2a.yaml is newer than the pins: run `{again} --scenario a/new`",
        f"fixtures/scenarios/a/two.a2a.yaml is newer than the pins: run `{again} --scenario a/two`",
    ]
    assert told[3].startswith(f"selftest/mutants/ends.py is newer than the pins: `{again} --mutant ")
    assert "what judges is newer than the pins" in told[4]
    assert len(told) == 5


@pytest.mark.parametrize(
    ("scenarios", "mutants", "left"),
    [
        (None, None, []),
        (["a/new"], None, ["a/two", "ends"]),
        (None, ["eof-hangs"], ["a/new", "a/two"]),
    ],
    ids=["all", "a scenario", "a mutant"],
)
def test_accepting_renews_what_was_run_and_no_more(monkeypatch, scenarios, mutants, left):
    all_mutants()
    monkeypatch.setattr(freshness, "kept", lambda: BEFORE)
    after = accepted(NOW, scenarios, mutants)
    assert [line for line in stale(NOW, after) if not any(f"/{name}." in line for name in left)] == []
    assert len(list(stale(NOW, after))) == len(left)


def test_the_state_of_now_has_every_scenario_and_every_module_of_mutants():
    now = current()
    assert "artifacts/append" in now.scenarios
    assert {mutant.module for mutant in all_mutants()} == set(now.mutants)
    assert now.judges == current().judges
