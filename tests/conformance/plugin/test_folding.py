"""Testing a fold alone: events in, an outcome out, judged by what the oracle accepts."""

import pytest

FOLD = """
import pytest

def fold(events):
    state, texts = None, {}
    for event in events:
        if message := event.get("message"):
            return "message", "".join(part.get("text", "") for part in message["parts"])
        status = (event.get("task") or event.get("statusUpdate") or {}).get("status", {})
        state = status.get("state", state)
        for artifact in (event.get("task") or {}).get("artifacts", []):
            texts[artifact["artifactId"]] = "".join(part.get("text", "") for part in artifact["parts"])
        if update := event.get("artifactUpdate"):
            artifact = update["artifact"]
            text = "".join(part.get("text", "") for part in artifact["parts"])
            before = texts.get(artifact["artifactId"], "") if APPENDS(update) else ""
            texts[artifact["artifactId"]] = before + text
    return state, " ".join(texts.values())

@pytest.mark.a2a_scenarios(GLOBS)
def test_fold(a2a_scenario):
    state, text = fold(a2a_scenario.events("1.0"))
    a2a_scenario.judge(outcome=state, answer=text)
"""


def project_with(pytester, appends, globs):
    pytester.makepyfile(FOLD.replace("APPENDS(update)", appends).replace("GLOBS", globs))
    return pytester.runpytest_inprocess()


def test_a_good_fold_passes_every_scenario_that_is_one_stream(pytester):
    result = project_with(pytester, 'update.get("append")', '"artifacts/append", "artifacts/replace", "message/only"')
    result.assert_outcomes(passed=3)


def test_a_fold_is_tried_in_tellings(pytester):
    result = project_with(pytester, 'update.get("append")', '"artifacts/append~finer-chunks"')
    result.assert_outcomes(passed=1)


def test_a_fold_that_forgets_to_replace_is_told_with_both_texts(pytester):
    result = project_with(pytester, "True", '"artifacts/replace"')
    result.assert_outcomes(failed=1)
    place = r".*artifacts/replace\.a2a\.yaml:\d+:\d+: artifacts/replace \[1\.0\]: .*"
    result.stdout.re_match_lines([place, ".*expected.*got 'A first draftThe better title'"])


def test_an_answer_of_none_is_an_empty_answer(pytester):
    pytester.makepyfile(
        """
import pytest

@pytest.mark.a2a_scenarios("artifacts/append")
def test_fold(a2a_scenario):
    a2a_scenario.judge(outcome="completed", answer=None)
"""
    )
    pytester.runpytest_inprocess().assert_outcomes(failed=1)


def test_scenarios_beside_the_test_are_found_by_suffix(pytester):
    pytester.path.joinpath("hello.a2a.yaml").write_text(
        "scenario: hello\ndrive: [{send: Hi}]\nscript: [{reply: [{message: Hello}]}]\n"
    )
    project_with(pytester, "False", '"*.a2a.yaml"').assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("globs", "line"),
    [
        ('"nonsense/*"', "*a2a_scenarios: no scenario fits 'nonsense/[*]'*"),
        (
            '"interrupted/input-required-answer"',
            "*a2a_scenarios: nothing of interrupted/input-required-answer is one *",
        ),
    ],
)
def test_what_selects_nothing_is_said(pytester, globs, line):
    result = project_with(pytester, "False", globs)
    assert result.ret != 0
    result.stdout.fnmatch_lines([line])
