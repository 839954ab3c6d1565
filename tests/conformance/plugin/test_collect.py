"""Scenario files are tests where there is a target, and one line where there is none."""

import pytest


class TestWithoutTarget:
    def test_files_are_counted_in_one_line(self, project):
        project.path.joinpath("conftest.py").unlink()
        project.makepyfile("def test_other(): pass")
        result = project.runpytest_inprocess()
        result.assert_outcomes(passed=1)
        result.stdout.fnmatch_lines(["a2a: 1 scenario file not run, no target (--a2a-target FILE*"])

    def test_nothing_is_said_where_no_file_lies(self, pytester):
        pytester.makepyfile("def test_other(): pass")
        result = pytester.runpytest_inprocess()
        result.assert_outcomes(passed=1)
        result.stdout.no_fnmatch_line("*a2a:*")


class TestWithTarget:
    def test_each_cell_is_an_item(self, project):
        result = project.runpytest_inprocess("--collect-only", "-q")
        result.stdout.fnmatch_lines(["pause.a2a.yaml::pause:1.0-jsonrpc", "pause.a2a.yaml::pause:0.3-jsonrpc"])

    def test_a_good_client_passes(self, project):
        result = project.runpytest_inprocess()
        result.assert_outcomes(passed=2)
        result.stdout.fnmatch_lines(["*A2A conformance*", "conformant: * MUST held*"])

    @pytest.mark.parametrize(
        "selection", [["pause.a2a.yaml::pause:1.0-jsonrpc"], ["-k", "1.0-jsonrpc"], ["--a2a-dialect", "1.0"]]
    )
    def test_selection_is_that_of_pytest(self, project, selection):
        project.runpytest_inprocess(*selection).assert_outcomes(passed=1)

    def test_a_target_of_another_folder_does_not_reach_here(self, project):
        project.path.joinpath("conftest.py").rename(project.mkdir("inner") / "conftest.py")
        result = project.runpytest_inprocess()
        result.assert_outcomes()
        result.stdout.fnmatch_lines(["a2a: 1 scenario file not run*"])

    def test_a_broken_file_is_an_error_with_place_and_remedy(self, project):
        text = project.path.joinpath("pause.a2a.yaml").read_text().replace("status:", "stauts:", 1)
        project.path.joinpath("pause.a2a.yaml").write_text(text)
        result = project.runpytest_inprocess()
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*pause.a2a.yaml:10:9:*stauts*did you mean `status`?*"])
        result.stdout.no_fnmatch_line("*Traceback*")

    def test_a_pin_against_the_script_is_an_error_with_place_and_remedy(self, project):
        file = project.path.joinpath("pause.a2a.yaml")
        file.write_text(file.read_text() + "expect: {outcome: failed}\ncovers: [listener-order]\n")
        result = project.runpytest_inprocess()
        result.assert_outcomes(errors=1)
        result.stdout.fnmatch_lines(["*pause.a2a.yaml:*expect: the outcome is pinned as failed*"])
        result.stdout.fnmatch_lines(["*nothing in this file lets listener-order be judged*"])

    def test_a_dialect_that_nobody_knows_is_a_usage_error(self, project):
        result = project.runpytest_inprocess("--a2a-dialect", "7")
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines(["ERROR: --a2a-dialect: '7' is none of 1.0, 0.3"])

    def test_a_dialect_that_the_client_does_not_declare_is_left_out(self, project):
        conftest = project.path / "conftest.py"
        conftest.write_text(
            conftest.read_text().replace(
                "return ReferenceAdapter()", "a = ReferenceAdapter(); a.dialects = ('1.0',); return a"
            )
        )
        project.runpytest_inprocess().assert_outcomes(passed=1, skipped=1)
