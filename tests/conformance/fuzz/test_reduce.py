"""The reducer finds what matters and drops the rest."""

from hypothesis import given, settings

from a2a_conformance.fuzz.reduce import reduce
from made_up_choices import documents

SCENARIO = {
    "scenario": "many things",
    "about": "none of them matters",
    "drive": [{"send": "A long text to say"}, {"send": "and another", "context": "same"}],
    "script": [
        {"reply": [{"task": "working"}, {"artifact": {"id": "a", "text": "needle here"}}, {"status": "completed"}]},
        {"frame": {"bom": True}, "reply": [{"message": {"parts": [{"text": "x"}, {"data": {"n": 1}}]}}]},
    ],
}


def shrunk(document, keeps):
    """The smallest, and how many were tried."""
    search, tried, verdict = reduce(document), 0, None
    while True:
        try:
            candidate = search.send(verdict)
        except StopIteration as ended:
            return ended.value, tried
        tried += 1
        verdict = keeps(candidate)


def test_what_matters_stays_and_nothing_else():
    smallest, _ = shrunk(SCENARIO, lambda one: "needle" in str(one["script"]))
    assert smallest["scenario"] == "many things"
    assert "about" not in smallest
    assert len(str(smallest)) < len(str(SCENARIO)) / 3


def test_no_change_is_kept_that_loses_the_property():
    seen = []
    smallest, _ = shrunk(SCENARIO, lambda one: seen.append(one) or False)
    assert smallest == SCENARIO
    assert all(one != SCENARIO for one in seen)


def test_lists_are_halved_before_items_are_taken_singly():
    many = {
        "scenario": "s",
        "drive": [{"send": "x"}],
        "script": [{"reply": [{"comment": str(n)} for n in range(64)]}],
    }
    smallest, tried = shrunk(many, lambda one: "'comment': '17'" in str(one["script"]))
    assert "18" not in str(smallest)
    assert tried < 60


@given(documents())
@settings(max_examples=30, deadline=None)
def test_it_always_ends_and_never_grows(document):
    smallest, _ = shrunk(document, lambda one: len(str(one)) % 3 == 0)
    assert len(str(smallest)) <= len(str(document))
