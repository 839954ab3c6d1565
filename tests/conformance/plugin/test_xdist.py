"""Tests spread over processes make one record."""

import json


def test_workers_are_merged_into_one_record(project):
    result = project.runpytest_subprocess("-n", "2", "-q")
    assert result.ret == 0
    lines = [json.loads(line) for line in (project.path / "a2a-report" / "run.ndjson").read_text().splitlines()]
    assert sorted(str(line["cell"]) for line in lines[1:-1]) == sorted({str(line["cell"]) for line in lines[1:-1]})
    assert len(lines) == 4
    result.stdout.fnmatch_lines(["conformant*"])


def test_a_worker_that_dies_leaves_the_record_incomplete(project):
    conftest = project.path / "conftest.py"
    conftest.write_text(
        conftest.read_text().replace(
            "    return ReferenceAdapter()",
            "    import os\n    if os.environ['PYTEST_XDIST_WORKER'] == 'gw0': os._exit(3)\n"
            "    return ReferenceAdapter()",
        )
    )
    result = project.runpytest_subprocess("-n", "2", "-q", "--max-worker-restart", "0")
    assert result.ret != 0
    result.stdout.fnmatch_lines(["incomplete*", "*of 2 cells did not run*"])
