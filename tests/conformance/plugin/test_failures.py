"""A failed check tells place, requirement, what was expected, what came, the frames, and how to run it again."""

import pytest

BROKEN = """
import pytest

@pytest.fixture
def a2a_adapter():
    class Adapter:
        name = "early bird"
        observes = "answer"
        dialects = ("1.0",)

        def send(self, text, *, card_url, base_url, task_id=None, context_id=None):
            import httpx
            call = {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
                "messageId": text, "role": "ROLE_USER", "parts": [{"text": text}]}}}
            httpx.get(card_url)
            httpx.post(base_url, json=call, headers={"A2A-Version": "1.0"})
            return {"outcome": "completed", "answer": "done"}

    return Adapter()
"""


def test_it_reads_from_place_to_remedy(project):
    project.makeconftest(BROKEN)
    result = project.runpytest_inprocess("-k", "1.0")
    assert result.ret == 1
    result.stdout.re_match_lines(
        [
            r".*pause\.a2a\.yaml:\d+: \S+ \(MUST, \w+\)",
            r"  expected .*input_required.*",
            r"  got .*completed.*",
            r".*SendMessage.*",
            r"  again: pytest pause\.a2a\.yaml::pause:1\.0-jsonrpc",
        ]
    )


def test_a_report_is_written_beside(project):
    project.runpytest_inprocess("--a2a-report", "out")
    names = {entry.name for entry in (project.path / "out").iterdir()}
    assert {"run.ndjson", "report.json", "index.html", "summary.md", "junit.xml"} <= names


def test_a_folder_of_somebody_else_is_left_alone(project):
    folder = project.mkdir("mine")
    folder.joinpath("thesis.txt").write_text("do not touch")
    result = project.runpytest_inprocess("--a2a-report", "mine")
    assert result.ret == 1
    assert [entry.name for entry in folder.iterdir()] == ["thesis.txt"]
    result.stdout.fnmatch_lines(["*mine*thesis.txt*"])


def test_an_adapter_that_breaks_is_told_once_with_its_traceback(project):
    project.makeconftest(
        """
import pytest

@pytest.fixture
def a2a_adapter():
    class Adapter:
        observes = "answer"
        dialects = ("1.0",)

        async def send(self, text, *, card_url):
            return self.nope

    return Adapter()
"""
    )
    result = project.runpytest_inprocess("-k", "1.0")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["the client sent nothing: *nope*", "*conftest.py*line*in send*", "*again: pytest *"])


def test_a_known_failure_is_an_xfail(project):
    project.makeconftest(BROKEN)
    first = project.runpytest_inprocess("-k", "1.0")
    checks = [line.split("[")[1].split("]")[0] for line in first.outlines if line.startswith("SUBFAILED[")]
    text = "".join(f"- check: {check}\n  scenario: pause\n  reason: never looks at the state\n" for check in checks)
    project.path.joinpath("known.yaml").write_text(text)
    result = project.runpytest_inprocess("-k", "1.0", "--a2a-baseline", "known.yaml")
    assert result.ret == 0
    assert result.parseoutcomes()["xfailed"] == 1


@pytest.mark.parametrize(
    ("words", "news"), [(["-k", "1.0"], False), ([], True), (["-n", "2"], True), (["-n", "2", "-k", "1.0"], False)]
)
def test_an_entry_is_only_out_of_date_where_all_that_it_speaks_of_ran(project, words, news):
    project.path.joinpath("known.yaml").write_text("- {check: client-ends, scenario: pause, reason: it hung}\n")
    result = project.runpytest(*words, "--a2a-baseline", "known.yaml")
    assert ("good news" in result.stdout.str()) is news
    assert result.ret == (1 if news else 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [(None, "*known.yaml*cannot be read*"), ("- {check: art-append, reason: ''}\n", "*known.yaml:1:*say why*")],
    ids=["missing", "no reason"],
)
def test_a_baseline_that_cannot_be_used_is_said_before_anything_is_collected(project, text, said):
    if text is not None:
        project.path.joinpath("known.yaml").write_text(text)
    result = project.runpytest_inprocess("--a2a-baseline", "known.yaml")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])
    result.stdout.no_fnmatch_line("*collected*")
