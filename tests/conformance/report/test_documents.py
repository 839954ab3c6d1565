import json
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from syrupy.assertion import SnapshotAssertion

from a2a_conformance.corpus import fixtures_root
from a2a_conformance.report.badge import badge_json, badge_svg
from a2a_conformance.report.ctrf import ctrf
from a2a_conformance.report.document import report_json
from a2a_conformance.report.junit import junit
from a2a_conformance.report.record import End, Footer, RunRecord
from a2a_conformance.report.summary import LIMIT, summary
from a2a_conformance.verdict import CellResult, Status
from made_up_record import HOSTILE, cell, failing, header, passing, verdict


def demo() -> RunRecord:
    return replace(passing(), header=replace(passing().header, hello=replace(passing().header.hello, demo=True)))


RECORDS = {
    "passing": passing(),
    "failing": failing(),
    "without footer": replace(passing(), footer=None),
    "stopped": replace(failing(), footer=Footer(End.INTERRUPTED, 6, signal=2, flaky=("a: 1 pass, 1 fail",))),
    "demo": demo(),
    "empty": RunRecord(header(), (), Footer()),
}


@pytest.fixture(params=RECORDS)
def record(request: pytest.FixtureRequest) -> RunRecord:
    return RECORDS[request.param]


def schema() -> dict[str, Any]:
    text = (fixtures_root() / "schema" / "report.schema.json").read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text)
    return read


def test_report_json_is_what_its_schema_says(record: RunRecord) -> None:
    jsonschema.Draft7Validator(schema()).validate(json.loads(report_json(record)))


def test_the_schema_is_one() -> None:
    jsonschema.Draft7Validator.check_schema(schema())


def test_the_schema_notices_a_missing_and_a_foreign_key() -> None:
    value = json.loads(report_json(passing()))
    without = {key: item for key, item in value.items() if key != "totals"}
    for wrong in (without, value | {"score": 99}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft7Validator(schema()).validate(wrong)


def test_two_reports_of_the_same_results_differ_in_nothing_but_the_header() -> None:
    again = replace(passing(), header=replace(passing().header, started="2027-01-01T00:00:00Z", run="other"))
    one, other = json.loads(report_json(passing())), json.loads(report_json(again))
    assert one | {"header": None} == other | {"header": None}


def test_summary_of_a_failing_run(snapshot: SnapshotAssertion) -> None:
    assert summary(failing()) == snapshot


def test_summary_of_a_passing_run(snapshot: SnapshotAssertion) -> None:
    assert summary(passing()) == snapshot


def test_summary_puts_the_unexpected_before_what_the_baseline_expects() -> None:
    text = summary(failing())
    assert text.index("chunks replace each other") < text.index("that the baseline expects")


def test_summary_leaves_no_markup_of_the_wire_alive() -> None:
    text = re.sub(r"(`{3,})\w*\n.*?\n\1", "", summary(failing()), flags=re.DOTALL)
    assert "<script>" not in re.sub(r"`[^`]*`", "", text)


def test_summary_stays_below_what_github_takes() -> None:
    where = cell("artifacts/many")
    verdicts = tuple(
        verdict(where, f"check-{number}", Status.FAIL, expected="x" * 50_000, got="y\n" * 9_000)
        for number in range(25)
    )
    text = summary(RunRecord(header(where), (CellResult(where, verdicts),), Footer(cells=1)))
    assert len(text.encode()) <= LIMIT + 200
    assert text.count("<details>") == text.count("</details>")


def test_junit_has_a_case_for_each_check_and_counts_them_right() -> None:
    root = ElementTree.fromstring(junit(failing()))
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.get("tests", "")) == len(cases)
        for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(name, "")) == len(suite.findall(f"testcase/{tag}"))
    assert len(root.findall("testsuite/testcase")) == sum(len(result.verdicts) for result in failing().results)
    assert len(root.findall("testsuite/testcase/failure")) == 5


def test_junit_skips_what_the_baseline_expects_and_says_so() -> None:
    root = ElementTree.fromstring(junit(failing()))
    case = root.find("testsuite/testcase[@name='state-rejected-surfaced']")
    assert case is not None
    skipped = case.find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "expected by the baseline: acme/client#31, mended in 2.2"


def test_junit_of_an_incomplete_run_fails_as_a_whole() -> None:
    root = ElementTree.fromstring(junit(RECORDS["without footer"]))
    assert root.find("testsuite[@name='run']/testcase/error") is not None


def test_junit_carries_hostile_text_that_xml_cannot() -> None:
    assert HOSTILE not in junit(failing())
    root = ElementTree.fromstring(junit(failing()))
    told = root.find("testsuite/testcase[@name='artifact-text']/failure")
    assert told is not None
    assert "<script>alert(1)</script> ␛[31mred\\u{202e}" in str(told.text)


def test_ctrf_has_a_test_for_each_check() -> None:
    results = json.loads(ctrf(failing()))["results"]
    tests = results["tests"]
    count = sum(len(result.verdicts) for result in failing().results)
    assert results["summary"]["tests"] == len(tests) == count
    assert results["summary"]["failed"] == 5
    assert {test["status"] for test in tests} <= {"passed", "failed", "skipped", "pending", "other"}


def test_badge_tells_counts() -> None:
    told = json.loads(badge_json(passing()) or "")
    assert told == {
        "schemaVersion": 1,
        "label": "A2A 1.0 + 0.3 client",
        "message": "3/3 MUST",
        "color": "brightgreen",
    }
    image = ElementTree.fromstring(badge_svg(passing()) or "")
    assert image.get("aria-label") == "A2A 1.0 + 0.3 client: 3/3 MUST"


@pytest.mark.parametrize("name", ["failing", "demo", "without footer", "stopped", "empty"])
def test_no_badge_but_for_a_conformant_target(name: str) -> None:
    assert badge_json(RECORDS[name]) is None
    assert badge_svg(RECORDS[name]) is None
