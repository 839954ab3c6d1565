"""A saved stream with a fault is found whole by `judge`, at the frame, whichever dialect it turns out to speak."""

import pytest

from a2a_conformance.judge import judge_text
from a2a_conformance.recordings import NothingUnderstood
from a2a_conformance.rules.examples import cases

SAVED = [
    (case, dialect)
    for case in cases()
    for dialect in case.dialects
    if not case.how and not case.name.startswith("events as") and "bare event" not in case.name
]
"""Those that are told apart from a recording of another kind by nothing but what was asked are left out."""


@pytest.mark.parametrize(
    ("case", "dialect"), SAVED, ids=[f"{case.family}: {case.name} {dialect}" for case, dialect in SAVED]
)
def test_a_saved_example_is_judged_as_the_rules_judge_it(case, dialect):
    text = case.sse(dialect)
    if case.frames == () or any(requirement == "err-appropriate" for requirement, _ in case.speaks):
        with pytest.raises(NothingUnderstood):
            judge_text(text)
        return
    judgement = judge_text(text)
    found = sorted((one.requirement, one.frame) for one in judgement.findings if not one.note)
    assert found == sorted(case.speaks)
