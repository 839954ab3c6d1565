"""The example streams are data: a mistake in a file is told with its place, and each requirement has SSE text."""

import pytest

from a2a_conformance.judge import judge_text
from a2a_conformance.rules.examples import BrokenExamples, examples
from a2a_conformance.rules.examples.files import read_cases
from made_up_streams import V03, V1

CASE = """
cases:
  - name: append to nothing
    frames: [task: working, artifact: {append: true}, status: completed]
    speaks: [[art-append-unknown, 2]]
    instead: {"2": {artifact: one}}
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("cases: 1", "under `cases`"),
        ("cases: [1]", "case 1: a case has a `name`"),
        ("cases: [{name: x, frames: [1]}]", "case x: a frame is a map"),
        ("cases: [{name: x, frames: [{task: working, status: working}]}]", "exactly one of"),
        ("cases: [{name: x, frames: [{task: working, edits: 1}]}]", "unknown key edits"),
        ("cases: [{name: x, frames: [{task: {status: working}}]}]", "`task` has no status"),
        ("cases: [{name: x, frames: [task: pondering]}]", "pondering"),
        ("cases: [{name: x, frames: [], say: 1}]", "unknown key say"),
        ("cases: [{name: x, frames: [], how: {fast: 1}}]", "`how` has"),
        ("cases: [", "broken.yaml:2:1: did not find"),
    ],
)
def test_a_mistake_in_a_file_names_the_case(text, told):
    with pytest.raises(BrokenExamples) as problem:
        read_cases(text, "broken")
    assert "broken.yaml" in str(problem.value)
    assert told in str(problem.value)


def test_a_case_says_what_is_wrong_and_how_it_would_be_right():
    (case,) = read_cases(CASE, "chunks")
    mended = case.mended()
    assert [(finding.requirement, finding.frame) for finding in case.judged(V1)] == [("art-append-unknown", 2)]
    assert mended is not None
    assert mended.judged(V1) == ()


def test_an_example_has_text_that_can_be_judged_as_a_recording():
    example = next(one for one in examples() if one.requirement == "stream-nothing-after-terminal")
    for dialect in (V1, V03):
        bad = judge_text(example.bad(dialect) or "")
        assert [found.frame for found in bad.findings] == [example.bad_frame(dialect)]
        assert judge_text(example.good(dialect) or "").findings == ()
    assert next(one for one in examples() if one.requirement == "v03-final").dialects == (V03,)
