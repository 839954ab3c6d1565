"""The shipped corpus joins with `--a2a-suite`."""

import pytest


def test_a_glob_selects_shipped_scenarios(project):
    result = project.runpytest_inprocess("--a2a-suite", "lifecycle/plain", "-k", "lifecycle")
    result.assert_outcomes(passed=2, deselected=2)
    result.stdout.fnmatch_lines(["lifecycle 2/2", "conformant*"])


def test_it_sees_an_adapter_of_a_folder_below(project):
    project.path.joinpath("pause.a2a.yaml").unlink()
    project.path.joinpath("conftest.py").rename(project.mkdir("tests") / "conftest.py")
    result = project.runpytest_inprocess("--a2a-suite", "lifecycle/plain")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["conformant*"])


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--a2a-suite", "nonsense"], "ERROR: --a2a-suite: no scenario fits 'nonsense' (suites: smoke, core, all*"),
        (["--a2a-time-scale", "fast"], "ERROR: --a2a-time-scale: 'fast' is no positive number"),
        (["--a2a-target", "a.yaml"], "ERROR: *a.yaml*"),
    ],
)
def test_what_cannot_be_meant_is_one_line(project, arguments, line):
    result = project.runpytest_inprocess(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([line])
    result.stdout.no_fnmatch_line("*INTERNALERROR*")


def test_a_suite_without_a_target_is_a_usage_error(pytester):
    result = pytester.runpytest_inprocess("--a2a-suite", "smoke")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --a2a-suite needs a target: *"])
