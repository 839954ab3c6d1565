"""`junit.xml`: one suite a family, one test case a check."""

from collections import Counter
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from a2a_conformance.report.causes import Failure, failures
from a2a_conformance.report.escaping import xml_safe
from a2a_conformance.report.record import RunRecord
from a2a_conformance.report.styles import Ink
from a2a_conformance.report.terminal import failure_lines
from a2a_conformance.report.totals import failing, totals
from a2a_conformance.report.words import target_name
from a2a_conformance.verdict import CellResult, Status, Verdict

_SKIPPED: Final = (Status.NOT_APPLICABLE, Status.NOT_REACHED)


def junit(record: RunRecord) -> str:
    """The XML text. What the baseline excuses is skipped, with the reason; warnings pass and stand in the output."""
    counts = totals(record)
    root = Element("testsuites", name=xml_safe(f"a2a-conformance: {target_name(record.header)}"))
    by_key = {(str(failure.result.cell), failure.verdict.key.check): failure for failure in failures(record)}
    families: dict[str, list[CellResult]] = {}
    for result in record.results:
        families.setdefault(result.cell.scenario.rpartition("/")[0] or "files", []).append(result)
    for name, results in families.items():
        suite = SubElement(root, "testsuite", name=xml_safe(name))
        tags: Counter[str] = Counter()
        for result in results:
            for verdict in result.verdicts:
                failure = by_key.get((str(result.cell), verdict.key.check))
                tags[_case(record, suite, result, verdict, failure)] += 1
        suite.set("tests", str(sum(len(result.verdicts) for result in results)))
        suite.set("failures", str(tags["failure"]))
        suite.set("errors", str(tags["error"]))
        suite.set("skipped", str(tags["skipped"]))
        suite.set("time", f"{sum(result.seconds for result in results):.3f}")
    if counts.incomplete:
        suite = SubElement(root, "testsuite", name="run", tests="1", failures="0", errors="1", skipped="0", time="0")
        case = SubElement(suite, "testcase", classname="run", name="complete", time="0")
        SubElement(case, "error", message=xml_safe("; ".join(counts.incomplete)))
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _case(record: RunRecord, suite: Element, result: CellResult, verdict: Verdict, failure: Failure | None) -> str:
    """Adds one test case; says which tag it carries."""
    share = result.seconds / max(1, len(result.verdicts))
    case = SubElement(
        suite,
        "testcase",
        classname=xml_safe(str(result.cell)),
        name=xml_safe(verdict.key.check),
        time=f"{share:.6f}",
    )
    if verdict.place is not None:
        case.set("file", xml_safe(verdict.place.file))
        case.set("line", str(verdict.place.line))
    properties = SubElement(case, "properties")
    for name, value in (("requirement", verdict.requirement), ("level", verdict.level), ("basis", verdict.basis)):
        SubElement(properties, "property", name=f"a2a.{name}", value=xml_safe(value))
    return _tag(record, case, verdict, failure)


def _tag(record: RunRecord, case: Element, verdict: Verdict, failure: Failure | None) -> str:
    status = verdict.status.value.replace("_", " ")
    said = xml_safe(verdict.text or verdict.cause or f"expected {verdict.expected}, got {verdict.got}")
    if failure is not None and verdict.status is Status.ERROR:
        SubElement(case, "error", message=said).text = _told(record, failure)
        return "error"
    if failure is not None and failure.excuse is not None:
        SubElement(case, "skipped", message=xml_safe(f"expected by the baseline: {failure.excuse}"))
        return "skipped"
    if failure is not None and failing(verdict) and not verdict.explained_by:
        SubElement(case, "failure", message=said, type=status).text = _told(record, failure)
        return "failure"
    if verdict.status in _SKIPPED:
        SubElement(case, "skipped", message=f"{status}: {said}")
        return "skipped"
    if failure is not None:
        SubElement(case, "system-out").text = xml_safe(f"{status}: ") + _told(record, failure)
    return "passed"


def _told(record: RunRecord, failure: Failure) -> str:
    return xml_safe("\n".join(failure_lines(record, failure, Ink(False), width=200)))
