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
        (
            ["--a2a-requirements", "1.0@1999.01"],
            "ERROR: --a2a-requirements: no requirement set is called `1.0@1999.01`*; there are 1.0@*, 0.3@*",
        ),
        (["--a2a-suite", "smoke~crl"], "ERROR: --a2a-suite: no telling is called 'crl'; did you mean `crlf`[?]"),
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


def test_a_node_id_of_the_summary_runs_just_that(project):
    result = project.runpytest_inprocess("a2a::lifecycle/plain:1.0-jsonrpc")
    result.assert_outcomes(passed=1, deselected=2)


def test_the_last_failed_run_again(project):
    conftest = project.path / "conftest.py"
    good = conftest.read_text()
    conftest.write_text(good.replace("return ReferenceAdapter()", "raise OSError('away')"))
    project.runpytest_subprocess("--a2a-suite", "lifecycle/plain", "-k", "plain and 1.0")
    conftest.write_text(good)
    project.runpytest_subprocess("--a2a-suite", "lifecycle/plain", "--lf").assert_outcomes(passed=1, deselected=3)


def test_files_of_a_folder_leave_its_suite_in(project):
    project.path.joinpath("conftest.py").rename(project.mkdir("tests") / "conftest.py")
    project.path.joinpath("tests", "test_own.py").write_text("def test_own(): pass")
    result = project.runpytest_inprocess("tests/test_own.py", "--a2a-suite", "lifecycle/plain")
    result.assert_outcomes(passed=3)


def test_a_suite_that_judges_nothing_is_no_success(project):
    conftest = project.path / "conftest.py"
    text = conftest.read_text()
    conftest.write_text(
        text.replace("return ReferenceAdapter()", "a = ReferenceAdapter(); a.dialects = ('1.0',); return a")
    )
    result = project.runpytest_inprocess("--a2a-suite", "lifecycle/plain", "--a2a-dialect", "0.3")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*no check applied to this target*"])


@pytest.fixture
def sets(project, monkeypatch):
    """Sets of our own: the newer one binds nothing of which a client can fall short."""
    from a2a_conformance import requirement_sets

    for release, id in (("2026.12", "state-terminal-set"), ("2027.03", "stream-open")):
        text = f'set: "1.0@{release}"\nrequirements:\n  {id}: MUST\n'
        project.path.joinpath(f"1.0@{release}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.setattr(requirement_sets, "folder", lambda: project.path)
    for cached in (requirement_sets.names, requirement_sets.load):
        cached.cache_clear()
    yield
    for cached in (requirement_sets.names, requirement_sets.load):
        cached.cache_clear()


HANGS = """
import pytest
from a2a_conformance.reference.adapter import ReferenceAdapter

class Hangs(ReferenceAdapter):
    async def send(self, **request):
        await super().send(**request)
        raise RuntimeError("nothing to tell")

@pytest.fixture
def a2a_adapter():
    return Hangs()
"""


def test_a_set_says_what_fails(project, sets):
    project.makeconftest(HANGS)
    words = ("--a2a-suite", "lifecycle/plain", "-k", "lifecycle and 1.0")
    lenient = project.runpytest_inprocess(*words)
    lenient.stdout.fnmatch_lines(["*requirements 2027.03*"])
    assert lenient.ret == 0
    strict = project.runpytest_inprocess(*words, "--a2a-requirements", "1.0@2026.12")
    strict.stdout.fnmatch_lines(["*requirements 2026.12*"])
    assert strict.ret == 1


def test_tellings_and_made_up_scenarios_join(project):
    words = ("--a2a-suite", "lifecycle/plain~finer-chunks", "--a2a-suite", "fuzz/monday-7", "-k", "finer or monday")
    result = project.runpytest_inprocess(*words, "--a2a-dialect", "1.0")
    result.assert_outcomes(passed=2, deselected=1)


def test_the_node_id_of_a_telling_runs_just_that(project):
    result = project.runpytest_inprocess("a2a::lifecycle/plain~finer-chunks:1.0-jsonrpc")
    result.assert_outcomes(passed=1, deselected=2)


def test_files_of_the_command_line_lie_where_it_was_given(project, monkeypatch):
    project.path.joinpath("known.yaml").write_text("# nothing is expected\n", encoding="utf-8")
    monkeypatch.chdir(project.mkdir("below"))
    result = project.runpytest_inprocess(
        "--rootdir", project.path, project.path, "--a2a-baseline", "../known.yaml", "-k", "pause"
    )
    result.assert_outcomes(passed=2)
