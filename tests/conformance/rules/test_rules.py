"""Every rule has streams that it speaks of, and is silent on streams that agents may send."""

import pytest

from a2a_conformance import catalog
from a2a_conformance.rules.contents import Content
from a2a_conformance.rules.engine import RULES, SPOKEN, judge_stream
from a2a_conformance.rules.examples import cases, examples
from a2a_conformance.rules.observed import observe
from a2a_conformance.verdict import Level
from a2a_simulator.protocol.parts import Data
from a2a_simulator.protocol.states import State
from made_up_streams import DROP, V03, V1, answer, edited, encoded, status, task

DONE = status(State.COMPLETED)
CASES = [(case, dialect) for case in cases() for dialect in case.dialects]
CELLS = pytest.mark.parametrize(
    ("case", "dialect"), CASES, ids=[f"{case.family}: {case.name} {dialect}" for case, dialect in CASES]
)


@CELLS
def test_a_stream_is_told_by_the_rule_it_breaks_and_no_other(case, dialect):
    findings = case.judged(dialect)
    assert [(finding.requirement, finding.frame) for finding in findings if not finding.note] == list(case.speaks)
    assert {finding.requirement for finding in findings if finding.note} == set(case.notes)


@CELLS
def test_a_stream_put_right_breaks_nothing(case, dialect):
    mended = case.mended()
    broken = {id for id, _ in case.speaks} or set(case.notes)
    if mended is not None:
        findings = mended.judged(dialect)
        assert [str(finding) for finding in findings if not finding.note] == []
        assert not broken & {finding.requirement for finding in findings}


def test_every_rule_has_a_good_and_a_bad_stream_in_each_dialect_where_it_exists():
    wanted = {
        (name, dialect)
        for rule in RULES
        for name in rule.speaks
        for dialect in rule.dialects
        if dialect in catalog.get(name).dialects
    }
    told = {example.requirement: example for example in examples()}
    assert set(told) == SPOKEN
    good = {(name, dialect) for name, example in told.items() for dialect in example.good_cases}
    bad = {(name, dialect) for name, example in told.items() for dialect in example.bad_cases}
    assert wanted - bad == set()
    assert wanted - good == set()


def test_good_streams_are_silent_about_what_they_are_an_example_of():
    for example in examples():
        for dialect, case in example.good_cases.items():
            findings = case.judged(dialect)
            assert example.requirement not in {finding.requirement for finding in findings}, case.name
            assert not [finding for finding in findings if not finding.note], case.name


def test_a_note_is_info_and_a_breach_has_the_level_of_its_row():
    open_end = judge_stream([observe(1, answer(encoded(task(), V1)), V1)], V1)
    assert [finding.level for finding in open_end] == [Level.MUST]
    first = judge_stream([observe(1, answer(encoded(DONE, V03)), V03)], V03)
    assert [(finding.requirement, finding.level, finding.note) for finding in first] == [
        ("stream-task-first", Level.INFO, True)
    ]


def test_a_message_inside_another_object_may_lack_its_kind_in_0_3_at_no_more_than_info():
    frames = [
        observe(1, answer(edited(encoded(task(text="Hm"), V03), status__message__kind=DROP)), V03),
        observe(2, answer(encoded(DONE, V03)), V03),
    ]
    assert [(finding.requirement, finding.level) for finding in judge_stream(frames, V03)] == [
        ("v03-kind", Level.INFO)
    ]


def test_an_error_event_by_name_is_an_error():
    frames = [
        observe(1, answer(encoded(task(), V1)), V1),
        observe(2, '{"code":500,"message":"x"}', V1, name="error"),
    ]
    findings = judge_stream(frames, V1)
    assert ("stream-errors-midway", 2) in [(finding.requirement, finding.frame) for finding in findings]
    assert "stream-early-eof" not in [finding.requirement for finding in findings]


def test_numbers_of_data_are_compared_as_doubles():
    same = [Content((Data({"n": number, "yes": True}),)) for number in (1, 1.0)]
    assert same[0] == same[1]
    assert same[0] != Content((Data({"n": 2, "yes": True}),))
    assert same[0] != Content((Data({"n": 1, "yes": 1}),))
